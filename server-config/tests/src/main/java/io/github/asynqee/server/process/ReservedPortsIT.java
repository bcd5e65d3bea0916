package io.github.asynqee.server.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.net.BindException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** A server that is started minutes after its port was chosen can listen there. */
class ReservedPortsIT {

    private static final Path EPHEMERAL = Path.of("/proc/sys/net/ipv4/ip_local_port_range");

    @Test
    void no_connection_of_a_client_takes_such_a_port() throws IOException {
        Assumptions.assumeTrue(Files.exists(EPHEMERAL), "SKIPPED: the range of ephemeral ports is read on Linux only");
        int first;
        // Files.readString would read a byte first, after which this file ends
        try (BufferedReader range = Files.newBufferedReader(EPHEMERAL)) {
            first = Integer.parseInt(range.readLine().split("\\s+")[0]);
        }

        ServerPorts ports = ServerPorts.free();

        assertThat(List.of(ports.http(), ports.management())).doesNotHaveDuplicates()
                .allSatisfy(port -> assertThat(port).isLessThan(first));
    }

    @Test
    void another_build_finds_it_reserved() {
        int port = ReservedPorts.next();

        assertThatThrownBy(() -> new DatagramSocket(port, InetAddress.getLoopbackAddress()).close())
                .isInstanceOf(BindException.class);
    }
}
