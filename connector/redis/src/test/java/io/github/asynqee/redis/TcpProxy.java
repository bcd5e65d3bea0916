package io.github.asynqee.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** A proxy between client and Redis that simulates network failures. */
public final class TcpProxy implements AutoCloseable {

    private static final int REMEMBERED = 4_096;

    private final ServerSocket server;
    private final int target;
    private final Set<Link> links = ConcurrentHashMap.newKeySet();
    private final AtomicReference<LostReply> loseReply = new AtomicReference<>();
    private final AtomicReference<HeldRequest> holdRequest = new AtomicReference<>();
    private final AtomicInteger refused = new AtomicInteger();
    private volatile boolean refusing;
    private volatile boolean silent;
    private volatile String swallowed;
    private volatile String rejected;
    private volatile boolean splitting;

    /** A reply to lose, and a signal that it was lost. */
    private record LostReply(String request, CountDownLatch done) {}

    /** A request that is delayed until it is released. */
    public record HeldRequest(String request, CountDownLatch arrived, CountDownLatch released) {}

    private TcpProxy(int target) throws IOException {
        this.target = target;
        this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    }

    /** A proxy in front of a local port. */
    public static TcpProxy to(int port) {
        try {
            TcpProxy proxy = new TcpProxy(port);
            daemon(proxy::accept);
            return proxy;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The URL for clients. */
    public String url() {
        return "redis://127.0.0.1:" + server.getLocalPort();
    }

    /**
     * The next request that contains a text is executed, but its reply is lost with the connection.
     *
     * @return counted down when the reply is lost
     */
    public CountDownLatch loseNextReplyTo(String request) {
        LostReply lost = new LostReply(request, new CountDownLatch(1));
        loseReply.set(lost);
        return lost.done();
    }

    /** Delays the next request that contains a text; other connections are not affected. */
    public HeldRequest holdNext(String request) {
        HeldRequest held = new HeldRequest(request, new CountDownLatch(1), new CountDownLatch(1));
        holdRequest.set(held);
        return held;
    }

    /** Breaks all connections and refuses new ones, as if Redis were down. */
    public void cut() {
        refusing = true;
        links.forEach(Link::close);
    }

    /** Breaks the connections on which a text was sent; other connections are not affected. */
    public void cut(String request) {
        links.stream().filter(link -> link.hasSent(request)).forEach(Link::close);
    }

    /** Discards all data on the connections on which a text was sent, without closing them. */
    public void swallow(String request) {
        links.stream().filter(link -> link.hasSent(request)).forEach(link -> link.dead = true);
    }

    /** Discards replies and messages that contain a text, until {@link #heal()}. */
    public void swallowReplies(String text) {
        swallowed = text;
    }

    /** Answers requests that contain a text with an error, until {@link #heal()}; for requests without others before them. */
    public void reject(String request) {
        rejected = request;
    }

    /** Passes on all data byte by byte. */
    public void split() {
        splitting = true;
    }

    /** Number of refused connections. */
    public int refused() {
        return refused.get();
    }

    /** Accepts requests and never replies, as if the network lost packets. */
    public void swallow() {
        silent = true;
    }

    /** Ends all failures; broken connections stay broken. */
    public void heal() {
        refusing = false;
        silent = false;
        swallowed = null;
        rejected = null;
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        links.forEach(Link::close);
    }

    private void accept() {
        while (true) {
            try {
                Socket client = server.accept();
                if (refusing) {
                    refused.incrementAndGet();
                    client.close();
                } else {
                    client.setTcpNoDelay(true);
                    Socket redis = connect(client);
                    // otherwise each further piece of a request waits until Redis acknowledges the one before
                    redis.setTcpNoDelay(true);
                    Link link = new Link(client, redis);
                    link.start();
                    if (refusing) {
                        // cut() may not have seen it
                        link.close();
                    }
                }
            } catch (IOException e) {
                if (server.isClosed()) {
                    return;
                }
            }
        }
    }

    /** A client of a server that is down loses its connection, instead of waiting. */
    private Socket connect(Socket client) throws IOException {
        try {
            return new Socket(InetAddress.getLoopbackAddress(), target);
        } catch (IOException e) {
            client.close();
            throw e;
        }
    }

    private static void daemon(Runnable work) {
        Thread thread = new Thread(work, "tcp-proxy");
        thread.setDaemon(true);
        thread.start();
    }

    /** Whether data is passed on. */
    private interface Filter {

        boolean test(String bytes) throws IOException;
    }

    /** One client's connection to Redis. */
    private final class Link {

        private final Socket client;
        private final Socket redis;
        /** The first bytes sent by the client. */
        private final StringBuffer sent = new StringBuffer();
        private volatile boolean dead;
        private volatile LostReply losing;

        Link(Socket client, Socket redis) {
            this.client = client;
            this.redis = redis;
        }

        void start() {
            links.add(this);
            daemon(() -> pump(client, redis, this::request));
            daemon(() -> pump(redis, client, this::reply));
        }

        boolean hasSent(String request) {
            return sent.indexOf(request) >= 0;
        }

        private boolean request(String bytes) throws IOException {
            String unwanted = rejected;
            if (unwanted != null && bytes.contains(unwanted)) {
                client.getOutputStream()
                        .write(("-ERR no " + unwanted.trim() + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
                return false;
            }
            if (sent.length() < REMEMBERED) {
                sent.append(bytes);
            }
            LostReply lost = loseReply.get();
            if (lost != null && bytes.contains(lost.request()) && loseReply.compareAndSet(lost, null)) {
                losing = lost;
            }
            HeldRequest held = holdRequest.get();
            if (held != null && bytes.contains(held.request()) && holdRequest.compareAndSet(held, null)) {
                held.arrived().countDown();
                awaitRelease(held);
            }
            return !silent && !dead;
        }

        private static void awaitRelease(HeldRequest held) {
            try {
                held.released().await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private boolean reply(String bytes) {
            LostReply lost = losing;
            if (lost != null) {
                // before the client can notice
                lost.done().countDown();
                close();
                return false;
            }
            String unwanted = swallowed;
            return !silent && !dead && (unwanted == null || !bytes.contains(unwanted));
        }

        private void write(OutputStream out, byte[] buffer, int length) throws IOException {
            int step = splitting ? 1 : length;
            for (int i = 0; i < length; i += step) {
                out.write(buffer, i, step);
                out.flush();
            }
        }

        private void pump(Socket from, Socket to, Filter passes) {
            byte[] buffer = new byte[1 << 16];
            try {
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream();
                for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                    if (passes.test(new String(buffer, 0, n, StandardCharsets.ISO_8859_1))) {
                        write(out, buffer, n);
                    }
                }
            } catch (IOException e) {
                // broken connections are expected
            }
            close();
        }

        void close() {
            links.remove(this);
            for (Socket socket : new Socket[]{ client, redis }) {
                try {
                    socket.close();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }
}
