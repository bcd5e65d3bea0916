package io.github.asynqee.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * Free ports below the system's range of ephemeral ports. Each JVM uses a separate range, so that no other JVM takes a
 * port before its server listens on it, or while the server is down.
 */
final class Ports {

    /** Offset of the port of a cluster node's bus. */
    static final int BUS_OFFSET = 10_000;

    private static final int FIRST = 11_000;
    private static final int RANGES = 50;
    private static final int RANGE_SIZE = BUS_OFFSET / RANGES;

    /** Listens on the first port of this JVM's range as long as the JVM runs; no server uses that port. */
    private static @Nullable ServerSocket guard;
    private static int last;

    private Ports() {}

    /** A port that is free together with its cluster bus port, and has not been returned for as long as possible. */
    static synchronized int free() {
        if (guard == null) {
            guard = claimRange();
        }
        for (int attempt = 1; attempt < RANGE_SIZE; attempt++) {
            last = last % (RANGE_SIZE - 1) + 1;
            int port = guard.getLocalPort() + last;
            if (isFree(port) && isFree(port + BUS_OFFSET)) {
                return port;
            }
        }
        throw new RedisStartException("No free port between " + guard.getLocalPort() + " and "
                + (guard.getLocalPort() + RANGE_SIZE));
    }

    /** A number of different free ports. */
    static List<Integer> free(int count) {
        return Stream.generate(Ports::free).limit(count).toList();
    }

    private static ServerSocket claimRange() {
        int start = ThreadLocalRandom.current().nextInt(RANGES);
        for (int range = 0; range < RANGES; range++) {
            try {
                return listen(FIRST + (start + range) % RANGES * RANGE_SIZE);
            } catch (IOException e) {
                // another JVM's range
            }
        }
        throw new RedisStartException("No range of ports between " + FIRST + " and " + (FIRST + BUS_OFFSET)
                + " is free: " + RANGES + " processes use them");
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = listen(port)) {
            return socket.isBound();
        } catch (IOException e) {
            return false;
        }
    }

    private static ServerSocket listen(int port) throws IOException {
        ServerSocket socket = new ServerSocket();
        try {
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }
}
