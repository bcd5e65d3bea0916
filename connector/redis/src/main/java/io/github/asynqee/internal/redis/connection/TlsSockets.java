package io.github.asynqee.internal.redis.connection;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.security.GeneralSecurityException;

import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

import redis.clients.jedis.SslOptions;
import redis.clients.jedis.exceptions.JedisConnectionException;

/**
 * Makes TLS connections whose handshake has ended. The client library would begin the handshake with the first command,
 * and once more when it closes a connection whose handshake has exceeded the time limit of a reply. A socket of the JDK
 * expects the certificate of the host that it is connected to.
 */
final class TlsSockets extends SSLSocketFactory {

    private final ConnectionOptions options;
    private final SslOptions tls;
    private final SSLSocketFactory first;

    TlsSockets(ConnectionOptions options, SslOptions tls) {
        this.options = options;
        this.tls = tls;
        try {
            this.first = factory();
        } catch (IOException e) {
            throw new JedisConnectionException("TLS cannot be used: " + e.getMessage(), e);
        }
    }

    /** Reads the stores again: their files may have been replaced. */
    private SSLSocketFactory factory() throws IOException {
        try {
            return tls.createSslContext().getSocketFactory();
        } catch (GeneralSecurityException e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    @Override
    public Socket createSocket(Socket connected, String host, int port, boolean autoClose) throws IOException {
        String name = options.tlsServer() == null ? host : options.tlsServer();
        SSLSocket socket = (SSLSocket) factory().createSocket(connected, name, port, autoClose);
        if (options.verify() == ConnectionOptions.Verify.FULL) {
            SSLParameters verified = socket.getSSLParameters();
            verified.setEndpointIdentificationAlgorithm("HTTPS");
            socket.setSSLParameters(verified);
        }
        try {
            socket.startHandshake();
        } catch (IOException e) {
            connected.close();
            throw e;
        }
        return socket;
    }

    @Override
    public String[] getDefaultCipherSuites() {
        return first.getDefaultCipherSuites();
    }

    @Override
    public String[] getSupportedCipherSuites() {
        return first.getSupportedCipherSuites();
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
        return createSocket(new Socket(host, port), host.getHostName(), port, true);
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress localHost, int localPort) throws IOException {
        return createSocket(new Socket(host, port, localHost, localPort), host.getHostName(), port, true);
    }
}
