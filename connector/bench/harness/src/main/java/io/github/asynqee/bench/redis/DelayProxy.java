package io.github.asynqee.bench.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A longer way to a server: hands on what it gets, each byte some time after it came, in both directions. Much may be
 * under way at once, so that it takes longer but not less is carried. Connecting takes no longer.
 */
public final class DelayProxy implements AutoCloseable {

    private static final int CHUNK_BYTES = 64 * 1024;
    private static final int MAX_CHUNKS_UNDER_WAY = 1_024;
    /** So much later than asked for Linux wakes a thread. */
    private static final long WAKING_UP = 60_000;
    private static final Chunk END = new Chunk(0, new byte[0]);

    private final String targetHost;
    private final int targetPort;
    private final long delay;
    private final Supplier<Consumer<byte[]>> listeners;
    private final ServerSocket server;
    private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    private record Chunk(long due, byte[] bytes) {}

    private DelayProxy(String target, Duration delay, Supplier<Consumer<byte[]>> listeners) throws IOException {
        int colon = target.lastIndexOf(':');
        this.targetHost = target.substring(0, colon);
        this.targetPort = Integer.parseInt(target.substring(colon + 1));
        this.delay = delay.toNanos();
        this.listeners = listeners;
        this.server = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
        start("accept", this::accept);
    }

    /**
     * Opens a way to a server.
     *
     * @param target its {@code host:port}
     * @param delay what is added to each direction
     * @return the open proxy
     */
    public static DelayProxy start(String target, Duration delay) {
        return start(target, delay, () -> bytes -> {
        });
    }

    /**
     * Opens a way to a server that is no longer than the direct one, and on which it is seen what clients send.
     *
     * @param target its {@code host:port}
     * @param listeners makes for each connection what gets the bytes that the client sends, in their order
     * @return the open proxy
     */
    public static DelayProxy listening(String target, Supplier<Consumer<byte[]>> listeners) {
        return start(target, Duration.ZERO, listeners);
    }

    private static DelayProxy start(String target, Duration delay, Supplier<Consumer<byte[]>> listeners) {
        try {
            return new DelayProxy(target, delay, listeners);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @return where the longer way begins, as {@code host:port} */
    public String address() {
        return server.getInetAddress().getHostAddress() + ":" + server.getLocalPort();
    }

    private void start(String what, Runnable work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } finally {
                threads.remove(Thread.currentThread());
            }
        }, "delay-" + server.getLocalPort() + "-" + what);
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
    }

    private void accept() {
        while (!closed) {
            try {
                connect(server.accept());
            } catch (IOException e) {
                if (!closed) {
                    throw new UncheckedIOException("no more connections through " + address(), e);
                }
            }
        }
    }

    private void connect(Socket client) {
        Connection connection;
        try {
            Socket target = new Socket(targetHost, targetPort);
            connection = new Connection(client, target);
            client.setTcpNoDelay(true);
            target.setTcpNoDelay(true);
        } catch (IOException e) {
            // the client finds nobody there, as it would without the proxy
            closeQuietly(client);
            return;
        }
        connections.add(connection);
        connection.open();
        if (closed) {
            connection.end();
        }
    }

    /** Ends all connections and waits until nothing is left of them. */
    @Override
    public void close() {
        closed = true;
        closeQuietly(server);
        connections.forEach(Connection::end);
        uninterrupted(() -> {
            while (!threads.isEmpty()) {
                for (Thread thread : threads) {
                    thread.join();
                }
            }
        });
    }

    private static void closeQuietly(AutoCloseable socket) {
        try {
            socket.close();
        } catch (Exception e) {
            // it is not used any more, open or not
            return;
        }
    }

    /** A client and its server. */
    private final class Connection {
        private final Socket client;
        private final Socket target;
        private final AtomicInteger open = new AtomicInteger(2);

        Connection(Socket client, Socket target) {
            this.client = client;
            this.target = target;
        }

        void open() {
            new Direction(this, client, target, listeners.get()).open("there");
            new Direction(this, target, client, bytes -> {
            }).open("back");
        }

        void directionEnded() {
            if (open.decrementAndGet() == 0) {
                end();
            }
        }

        void end() {
            closeQuietly(client);
            closeQuietly(target);
            connections.remove(this);
        }
    }

    /** Reads on one thread, so that it is known when the bytes came, and writes on another when their time has come. */
    private final class Direction {
        private final Connection connection;
        private final Socket from;
        private final Socket to;
        private final Consumer<byte[]> listener;
        private final BlockingQueue<Chunk> underWay = new ArrayBlockingQueue<>(MAX_CHUNKS_UNDER_WAY);

        Direction(Connection connection, Socket from, Socket to, Consumer<byte[]> listener) {
            this.connection = connection;
            this.from = from;
            this.to = to;
            this.listener = listener;
        }

        void open(String name) {
            start(name + "-read", () -> uninterrupted(this::read));
            start(name + "-write", () -> uninterrupted(this::write));
        }

        private void read() throws InterruptedException {
            byte[] buffer = new byte[CHUNK_BYTES];
            try {
                InputStream in = from.getInputStream();
                for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                    byte[] bytes = Arrays.copyOf(buffer, count);
                    underWay.put(new Chunk(System.nanoTime() + delay, bytes));
                    listener.accept(bytes);
                }
            } catch (IOException e) {
                // nothing more comes; what has come is still written
                return;
            } finally {
                underWay.put(END);
            }
        }

        /** Takes all to the end even if nobody wants it, or the reading thread would wait for ever. */
        private void write() throws InterruptedException {
            boolean wanted = true;
            for (Chunk chunk = underWay.take(); chunk != END; chunk = underWay.take()) {
                if (wanted) {
                    waitUntil(chunk.due());
                    wanted = write(chunk.bytes());
                }
            }
            try {
                to.shutdownOutput();
            } catch (IOException e) {
                connection.end();
            }
            connection.directionEnded();
        }

        private boolean write(byte[] bytes) {
            try {
                OutputStream out = to.getOutputStream();
                out.write(bytes);
                return true;
            } catch (IOException e) {
                connection.end();
                return false;
            }
        }

        private void waitUntil(long due) {
            for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
                if (left > WAKING_UP) {
                    LockSupport.parkNanos(left - WAKING_UP);
                } else {
                    Thread.onSpinWait();
                }
            }
        }
    }

    private interface Work {
        void run() throws InterruptedException;
    }

    private static void uninterrupted(Work work) {
        try {
            work.run();
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts this thread", e);
        }
    }
}
