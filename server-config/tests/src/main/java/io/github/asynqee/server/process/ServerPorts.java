package io.github.asynqee.server.process;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;

/**
 * Where a server listens.
 *
 * @param http       the application's port
 * @param management WildFly's management port, which also serves health; Open Liberty has none
 */
public record ServerPorts(int http, int management) {

    private static final int CONNECT_MILLIS = 1_000;

    /**
     * Ports that are free and stay so until a server of this JVM listens there: no other JVM is given them.
     *
     * @return two different ports
     * @throws IllegalStateException if there are none
     */
    public static ServerPorts free() {
        return new ServerPorts(ReservedPorts.next(), ReservedPorts.next());
    }

    /** Fails early and names the port: a server whose port is in use may start without it. */
    void requireFree() {
        requireFree("HTTP", http);
        if (management != 0) {
            requireFree("management", management);
        }
    }

    /**
     * Whether the server listens.
     *
     * @return whether the application's port accepts connections
     */
    public boolean isListening() {
        return accepts(http);
    }

    private static void requireFree(String purpose, int port) {
        if (accepts(port)) {
            throw new IllegalStateException("The " + purpose + " port " + port + " is in use: stop what listens there, "
                    + "or set another in the environment variables HTTP_PORT and MANAGEMENT_PORT");
        }
    }

    private static boolean accepts(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), CONNECT_MILLIS);
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
