package io.github.asynqee.server.faults;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The network between clients and a Redis: it delays, breaks and resets connections. */
final class FaultyNetwork implements AutoCloseable {

    private static final int BUFFER = 1 << 16;

    private final ServerSocket server = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
    private final int target;
    private final Set<Link> links = ConcurrentHashMap.newKeySet();
    private volatile boolean broken;
    private volatile int delayMillis;

    /** @param target the port of Redis on this machine */
    FaultyNetwork(int target) throws IOException {
        this.target = target;
        daemon(this::accept);
    }

    String url() {
        return "redis://127.0.0.1:" + server.getLocalPort();
    }

    List<Fault> faults() {
        return List.of(new Fault("network broken", this::away), new Fault("network slow", this::slow),
                new Fault("replies cut in the middle", this::cutReplies));
    }

    private String away(Random random) throws InterruptedException {
        broken = true;
        links.forEach(Link::close);
        try {
            return Fault.last(random, 500, 4_000);
        } finally {
            broken = false;
        }
    }

    /** In both directions. */
    private String slow(Random random) throws InterruptedException {
        delayMillis = random.nextInt(20, 300);
        try {
            return delayMillis + " ms for " + Fault.last(random, 1_000, 4_000);
        } finally {
            delayMillis = 0;
        }
    }

    /** Half of the next bytes from Redis arrive on each connection, then it is reset. */
    private String cutReplies(Random random) throws InterruptedException {
        int cut = links.size();
        links.forEach(link -> link.cut = true);
        return cut + " connections, " + Fault.last(random, 500, 2_000);
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                connect(server.accept());
            } catch (IOException e) {
                // the client closed its connection, or Redis is unreachable and the client's connection was closed
            }
        }
    }

    private void connect(Socket client) throws IOException {
        try {
            if (broken) {
                throw new IOException("broken");
            }
            Socket redis = new Socket(InetAddress.getLoopbackAddress(), target);
            redis.setTcpNoDelay(true);
            client.setTcpNoDelay(true);
            Link link = new Link(client, redis);
            links.add(link);
            daemon(link::requests);
            daemon(link::replies);
        } catch (IOException e) {
            client.close();
            throw e;
        }
    }

    private static void daemon(Runnable work) {
        Thread thread = new Thread(work, "faulty-network");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        server.close();
        links.forEach(Link::close);
    }

    /** A connection of a client, and that to Redis. */
    private final class Link {

        private final Socket client;
        private final Socket redis;
        private volatile boolean cut;

        Link(Socket client, Socket redis) {
            this.client = client;
            this.redis = redis;
        }

        void requests() {
            pump(client, redis);
        }

        void replies() {
            pump(redis, client);
        }

        private void pump(Socket from, Socket to) {
            byte[] buffer = new byte[BUFFER];
            try {
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream();
                for (int n = in.read(buffer); n >= 0 && !broken; n = in.read(buffer)) {
                    Thread.sleep(delayMillis);
                    if (cut && to == client) {
                        out.write(buffer, 0, n / 2);
                        client.setSoLinger(true, 0);
                        break;
                    }
                    out.write(buffer, 0, n);
                }
            } catch (IOException e) {
                // one of both has gone
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            close();
        }

        void close() {
            links.remove(this);
            for (Socket socket : List.of(client, redis)) {
                try {
                    socket.close();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }
}
