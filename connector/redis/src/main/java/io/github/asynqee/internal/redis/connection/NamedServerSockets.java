package io.github.asynqee.internal.redis.connection;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.security.GeneralSecurityException;

import javax.net.ssl.SSLSocketFactory;

import redis.clients.jedis.SslOptions;
import redis.clients.jedis.exceptions.JedisConnectionException;

/** Makes TLS sockets that expect the certificate of one server name, not of the host they are connected to. */
final class NamedServerSockets extends SSLSocketFactory {

    private final SSLSocketFactory sockets;
    private final String server;

    NamedServerSockets(String server, SslOptions options) {
        this.server = server;
        try {
            sockets = options.createSslContext().getSocketFactory();
        } catch (IOException | GeneralSecurityException e) {
            throw new JedisConnectionException("TLS cannot be used: " + e.getMessage(), e);
        }
    }

    @Override
    public Socket createSocket(Socket connected, String host, int port, boolean autoClose) throws IOException {
        return sockets.createSocket(connected, server, port, autoClose);
    }

    @Override
    public String[] getDefaultCipherSuites() {
        return sockets.getDefaultCipherSuites();
    }

    @Override
    public String[] getSupportedCipherSuites() {
        return sockets.getSupportedCipherSuites();
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        return createSocket(new Socket(host, port), host, port, true);
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress localHost, int localPort) throws IOException {
        return createSocket(new Socket(host, port, localHost, localPort), host, port, true);
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
        return createSocket(new Socket(host, port), server, port, true);
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress localHost, int localPort) throws IOException {
        return createSocket(new Socket(host, port, localHost, localPort), server, port, true);
    }
}
