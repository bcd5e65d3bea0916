package io.github.asynqee.internal.redis.connection;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** A Sentinel whose replies the test sets, or that accepts connections and never answers. */
public final class FakeSentinel implements AutoCloseable {

    private final ServerSocket server;
    private final Set<Socket> connections = ConcurrentHashMap.newKeySet();
    /** Connections that no longer get replies, while others do. */
    private final Set<Socket> silent = ConcurrentHashMap.newKeySet();
    private volatile int master;
    private volatile long epoch;
    private volatile boolean hangs;
    private volatile boolean mayTellEpoch = true;
    private final AtomicInteger questions = new AtomicInteger();

    private FakeSentinel(int port) throws IOException {
        server = new ServerSocket(port, 50, InetAddress.getLoopbackAddress());
        thread(this::accept);
    }

    static FakeSentinel hanging() throws IOException {
        FakeSentinel sentinel = new FakeSentinel(0);
        sentinel.hangs = true;
        return sentinel;
    }

    /** @param master the port of the master; 0 for none */
    public static FakeSentinel naming(int master, long epoch) throws IOException {
        FakeSentinel sentinel = new FakeSentinel(0);
        sentinel.says(master, epoch);
        return sentinel;
    }

    public int port() {
        return server.getLocalPort();
    }

    void says(int newMaster, long newEpoch) {
        epoch = newEpoch;
        master = newMaster;
    }

    void answer() {
        hangs = false;
    }

    void hideEpoch() {
        mayTellEpoch = false;
    }

    /** Makes the current connections silent; new ones work. */
    void dropConnections() {
        silent.addAll(connections);
    }

    /** It does not notice that a connection is closed. */
    boolean isHanging() {
        return hangs;
    }

    int openConnections() {
        return connections.size();
    }

    int questions() {
        return questions.get();
    }

    private static void thread(Runnable work) {
        Thread thread = new Thread(work, "fake sentinel");
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket client = server.accept();
                connections.add(client);
                thread(() -> serve(client));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void serve(Socket client) {
        try (client;
                BufferedReader in = new BufferedReader(
                        new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8))) {
            for (List<String> command = read(in); command != null; command = read(in)) {
                while (hangs) {
                    Thread.sleep(10);
                    if (client.isClosed()) {
                        return;
                    }
                }
                if (!silent.contains(client)) {
                    write(client.getOutputStream(), answer(command));
                }
            }
        } catch (IOException e) {
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            connections.remove(client);
        }
    }

    private static List<String> read(BufferedReader in) throws IOException {
        String line = in.readLine();
        if (line == null) {
            return null;
        }
        List<String> command = new ArrayList<>();
        for (int i = Integer.parseInt(line.substring(1)); i > 0; i--) {
            in.readLine();
            command.add(in.readLine());
        }
        return command;
    }

    private String answer(List<String> command) {
        if (!command.get(0).equalsIgnoreCase("SENTINEL")) {
            // HELLO
            return "*4\r\n$6\r\nserver\r\n$5\r\nredis\r\n$5\r\nproto\r\n:2\r\n";
        }
        questions.incrementAndGet();
        if (master == 0) {
            return command.get(1).equalsIgnoreCase("MASTER") ? "-ERR No such master with that name\r\n" : "*-1\r\n";
        }
        if (command.get(1).equalsIgnoreCase("MASTER")) {
            return mayTellEpoch ? array("name", "mymaster", "config-epoch", String.valueOf(epoch))
                    : "-NOPERM this user has no permissions to run the 'sentinel|master' command\r\n";
        }
        return array("127.0.0.1", String.valueOf(master));
    }

    private static String array(String... texts) {
        StringBuilder array = new StringBuilder("*" + texts.length + "\r\n");
        for (String text : texts) {
            array.append('$').append(text.length()).append("\r\n").append(text).append("\r\n");
        }
        return array.toString();
    }

    private static void write(OutputStream out, String answer) throws IOException {
        out.write(answer.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Socket connection : connections) {
            connection.close();
        }
    }
}
