package io.github.asynqee.bench.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * A proxy that passes on all bytes after a delay, like a network of that latency. Bytes do not wait for earlier bytes
 * to arrive, so the delay does not limit throughput. The proxy's processor time is not counted for Redis or the
 * subjects.
 */
final class DelayingProxy implements AutoCloseable {

    /** The delay in each direction; a round trip takes a millisecond. */
    private static final Duration DELAY = Duration.ofNanos(500_000);
    private static final int BUFFER = 1 << 16;
    private static final int BACKLOG = 200;

    private final ServerSocket server;
    private final int target;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final BlockingQueue<Chunk> requests = new LinkedBlockingQueue<>();
    private final BlockingQueue<Chunk> replies = new LinkedBlockingQueue<>();

    /** Bytes, and the time of their arrival. An empty chunk marks the end of the connection. */
    private record Chunk(long dueAt, Socket to, byte[] bytes) {}

    private DelayingProxy(ServerSocket server, int target) {
        this.server = server;
        this.target = target;
    }

    /** Starts a proxy in front of a local port. */
    static DelayingProxy to(int target) {
        try {
            DelayingProxy proxy = new DelayingProxy(new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress()),
                    target);
            proxy.thread("accept", proxy::accept);
            proxy.thread("requests", () -> proxy.deliver(proxy.requests));
            proxy.thread("replies", () -> proxy.deliver(proxy.replies));
            return proxy;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    int port() {
        return server.getLocalPort();
    }

    private void thread(String name, Runnable work) {
        Thread thread = new Thread(work, "delaying-proxy-" + name);
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket client = opened(server.accept());
                Socket redis = opened(new Socket(InetAddress.getLoopbackAddress(), target));
                thread("from-client", () -> read(client, redis, requests));
                thread("from-redis", () -> read(redis, client, replies));
            } catch (IOException e) {
                // the proxy was closed, or the client has already disconnected
            }
        }
    }

    private Socket opened(Socket socket) throws IOException {
        socket.setTcpNoDelay(true);
        sockets.add(socket);
        return socket;
    }

    private static void read(Socket from, Socket to, BlockingQueue<Chunk> queue) {
        byte[] buffer = new byte[BUFFER];
        try {
            InputStream in = from.getInputStream();
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                queue.add(new Chunk(System.nanoTime() + DELAY.toNanos(), to, Arrays.copyOf(buffer, n)));
            }
        } catch (IOException e) {
            // the connection is broken; the other end learns it
        }
        queue.add(new Chunk(System.nanoTime() + DELAY.toNanos(), to, new byte[0]));
    }

    /** Delivers chunks in the order in which they were received, which is also the order of their times. */
    private void deliver(BlockingQueue<Chunk> queue) {
        while (!server.isClosed()) {
            try {
                Chunk next = queue.take();
                for (long left = next.dueAt() - System.nanoTime(); left > 0; left = next.dueAt() - System.nanoTime()) {
                    LockSupport.parkNanos(left);
                }
                write(next);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private void write(Chunk chunk) {
        try {
            if (chunk.bytes().length > 0) {
                chunk.to().getOutputStream().write(chunk.bytes());
            } else {
                close(chunk.to());
            }
        } catch (IOException e) {
            close(chunk.to());
        }
    }

    private void close(Socket socket) {
        sockets.remove(socket);
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        sockets.forEach(this::close);
        // makes the delivering threads check whether the server is closed
        requests.add(new Chunk(System.nanoTime(), new Socket(), new byte[0]));
        replies.add(new Chunk(System.nanoTime(), new Socket(), new byte[0]));
    }
}
