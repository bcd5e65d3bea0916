package io.github.asynqee.server.process;

import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * TCP ports for processes that are started later. They are below the system's range of ephemeral ports. A free port of
 * that range may be taken by a client's connection before the process listens, and it stays taken for a minute after
 * the connection was closed. Builds that run at the same time do not get the same port: this JVM holds the UDP port of
 * the same number until it ends.
 */
public final class ReservedPorts {

    private static final int FIRST = 7_000;
    private static final int LAST = 9_999;
    private static final int ATTEMPTS = 10_000;

    private static final List<DatagramSocket> HELD = new ArrayList<>();

    private ReservedPorts() {}

    /**
     * Reserves a port.
     *
     * @return where nothing listens on this machine
     * @throws IllegalStateException if all are in use
     */
    public static synchronized int next() {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, LAST + 1);
            if (reserve(port)) {
                return port;
            }
        }
        throw new IllegalStateException("No free port between " + FIRST + " and " + LAST);
    }

    private static boolean reserve(int port) {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        DatagramSocket held;
        try {
            held = new DatagramSocket(address);
        } catch (IOException e) {
            return false;
        }
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(address);
            HELD.add(held);
            return true;
        } catch (IOException e) {
            held.close();
            return false;
        }
    }
}
