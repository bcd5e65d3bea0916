package io.github.asynqee.messaging;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;

import io.github.asynqee.testkit.EmbeddedRedis;

/** Reads one value from Redis without the code under test. */
public final class RespClient {

    private RespClient() {}

    /**
     * Sends a command.
     *
     * @param redis the server
     * @param command the command and its arguments
     * @return the reply as text, {@code null} if it is nil
     */
    public static String ask(EmbeddedRedis redis, String... command) {
        try (Socket socket = new Socket(redis.host(), redis.port())) {
            StringBuilder request = new StringBuilder("*" + command.length + "\r\n");
            for (String part : command) {
                request.append("$").append(part.getBytes(UTF_8).length).append("\r\n").append(part).append("\r\n");
            }
            socket.getOutputStream().write(request.toString().getBytes(UTF_8));
            DataInputStream reply = new DataInputStream(socket.getInputStream());
            String head = line(reply);
            if (!head.startsWith("$")) {
                return head.substring(1);
            }
            int length = Integer.parseInt(head.substring(1));
            return length < 0 ? null : new String(reply.readNBytes(length), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String line(DataInputStream reply) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = reply.read(); c != '\r'; c = reply.read()) {
            line.append((char) c);
        }
        reply.read();
        return line.toString();
    }
}
