package io.github.asynqee.internal.service;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Instant;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Identity of a server in the server list (protocol section 3.2).
 *
 * @param host the host name, {@code unknown-host} if it cannot be determined
 * @param pid the process ID
 * @param id unique ID of the server; two servers of one process have different IDs
 * @param startedAt when it started
 */
public record ServerIdentity(String host, int pid, String id, Instant startedAt) {

    /**
     * Identity of a new server of this process. Looks up the host name, which may block.
     *
     * @param startedAt when it started
     * @return the identity, with a new ID
     */
    public static ServerIdentity create(Instant startedAt) {
        return new ServerIdentity(hostName(), (int) ProcessHandle.current().pid(), UUID.randomUUID().toString(),
                startedAt);
    }

    /** @return host, process ID and ID, joined by colons, as in the keys of the server list */
    public String text() {
        return host + ":" + pid + ":" + id;
    }

    private static String hostName() {
        return Stream.of("HOSTNAME", "COMPUTERNAME").map(System::getenv).filter(name -> name != null && !name.isBlank())
                .findFirst().orElseGet(ServerIdentity::resolvedHostName);
    }

    private static String resolvedHostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "unknown-host";
        }
    }
}
