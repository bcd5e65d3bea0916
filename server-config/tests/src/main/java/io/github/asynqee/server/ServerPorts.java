package io.github.asynqee.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
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
     * Ports that are free now.
     *
     * @return two different ports
     */
    public static ServerPorts free() {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        try (ServerSocket http = new ServerSocket(0, 0, loopback);
                ServerSocket management = new ServerSocket(0, 0, loopback)) {
            return new ServerPorts(http.getLocalPort(), management.getLocalPort());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Fails early and names the port: a server whose port is in use may start without it. */
    void requireFree() {
        requireFree("HTTP", http);
        if (management != 0) {
            requireFree("management", management);
        }
    }

    private static void requireFree(String purpose, int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), CONNECT_MILLIS);
        } catch (IOException e) {
            return;
        }
        throw new IllegalStateException("The " + purpose + " port " + port + " is in use: stop what listens there, or "
                + "set another in the environment variables HTTP_PORT and MANAGEMENT_PORT");
    }
}
