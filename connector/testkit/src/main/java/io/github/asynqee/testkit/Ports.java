package io.github.asynqee.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/** Free ports below the system's range of ephemeral ports. */
final class Ports {

    /** Offset of the port of a cluster node's bus. */
    static final int BUS_OFFSET = 10_000;

    private static final int FIRST = 11_000;
    private static final int LAST = 22_000;
    private static final int ATTEMPTS = 1_000;

    private Ports() {}

    /** A port that is free together with its cluster bus port. */
    static int free() {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, LAST);
            if (isFree(port) && isFree(port + BUS_OFFSET)) {
                return port;
            }
        }
        throw new RedisStartException("No free port between " + FIRST + " and " + LAST);
    }

    /** A number of different free ports. */
    static List<Integer> free(int count) {
        return Stream.generate(Ports::free).distinct().limit(count).toList();
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
