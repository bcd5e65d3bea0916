package io.github.asynqee.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/**
 * Where a server listens.
 *
 * @param http       the application's port
 * @param management WildFly's management port, which also serves health; Open Liberty has none
 */
public record ServerPorts(int http, int management) {

    /**
     * Ports that nobody listens on now.
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
}
