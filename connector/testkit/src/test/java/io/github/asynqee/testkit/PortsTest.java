package io.github.asynqee.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.Test;

class PortsTest {

    private static final int MANY = 150;

    @Test
    void two_processes_never_get_the_same_port() throws Exception {
        Process other = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
                System.getProperty("java.class.path"), PortsTest.class.getName()).start();
        Set<Integer> ours = new HashSet<>(Ports.free(MANY));
        Set<Integer> theirs = new HashSet<>();
        try (BufferedReader lines = other.inputReader(StandardCharsets.UTF_8)) {
            for (int i = 0; i < MANY; i++) {
                theirs.add(Integer.valueOf(lines.readLine()));
            }
            // it still runs, and keeps its range
            ours.addAll(Ports.free(MANY));
        } finally {
            other.destroy();
        }
        assertThat(theirs).hasSize(MANY).doesNotContainAnyElementsOf(ours);
    }

    @Test
    void a_port_in_use_is_left_out() throws Exception {
        int port = Ports.free();
        try (ServerSocket used = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            List<Integer> all = Ports.free(1_000);
            assertThat(all).doesNotContain(used.getLocalPort());
        }
    }

    @Test
    void a_port_is_not_soon_returned_again() {
        assertThat(Ports.free(MANY)).doesNotHaveDuplicates();
    }

    /** Prints ports and runs until it is stopped. */
    public static void main(String[] args) throws InterruptedException {
        Ports.free(MANY).forEach(System.out::println);
        Thread.sleep(Long.MAX_VALUE);
    }
}
