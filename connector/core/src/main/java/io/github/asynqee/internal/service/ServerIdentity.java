package io.github.asynqee.internal.service;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Instant;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Who a server is for those who list servers (protocol section 3.2).
 *
 * @param host the host's name, {@code unknown-host} if it is not known
 * @param pid the process ID
 * @param id names the server; two servers in one process have two
 * @param startedAt when it started
 */
public record ServerIdentity(String host, int pid, String id, Instant startedAt) {

    /**
     * A new server in this process. Looks the host's name up, which may take a while.
     *
     * @param startedAt when it started
     * @return the identity, unlike any other
     */
    public static ServerIdentity create(Instant startedAt) {
        return new ServerIdentity(hostName(), (int) ProcessHandle.current().pid(), UUID.randomUUID().toString(),
                startedAt);
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
