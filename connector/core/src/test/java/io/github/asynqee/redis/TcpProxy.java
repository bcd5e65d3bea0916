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
import java.util.function.Predicate;

/** Stands between a client and Redis and breaks connections as a network does. */
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

    /** A reply that is to be lost, and the signal that it was. */
    private record LostReply(String request, CountDownLatch done) {}

    /** A request that is kept back until it is released. */
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

    /** Where clients find Redis. */
    public String url() {
        return "redis://127.0.0.1:" + server.getLocalPort();
    }

    /**
     * The next request that contains a text is executed, but its reply is lost with the connection.
     *
     * @return counted down when that has happened
     */
    public CountDownLatch loseNextReplyTo(String request) {
        LostReply lost = new LostReply(request, new CountDownLatch(1));
        loseReply.set(lost);
        return lost.done();
    }

    /** The next request that contains a text is kept back, while others pass on other connections. */
    public HeldRequest holdNext(String request) {
        HeldRequest held = new HeldRequest(request, new CountDownLatch(1), new CountDownLatch(1));
        holdRequest.set(held);
        return held;
    }

    /** Breaks all connections and refuses new ones, as when Redis is down. */
    public void cut() {
        refusing = true;
        links.forEach(Link::close);
    }

    /** Breaks the connections on which a text has been sent; others live on. */
    public void cut(String request) {
        links.stream().filter(link -> link.hasSent(request)).forEach(Link::close);
    }

    /** Swallows what goes either way on the connections on which a text has been sent, without closing them. */
    public void swallow(String request) {
        links.stream().filter(link -> link.hasSent(request)).forEach(link -> link.dead = true);
    }

    /** Swallows replies and messages that contain a text, until this works again. */
    public void swallowReplies(String text) {
        swallowed = text;
    }

    /** How many connections have been refused. */
    public int refused() {
        return refused.get();
    }

    /** Takes what clients send and never answers, as when the network swallows packets. */
    public void swallow() {
        silent = true;
    }

    /** Works again; connections that were cut stay cut. */
    public void heal() {
        refusing = false;
        silent = false;
        swallowed = null;
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
                    new Link(client, new Socket(InetAddress.getLoopbackAddress(), target)).start();
                }
            } catch (IOException e) {
                if (server.isClosed()) {
                    return;
                }
            }
        }
    }

    private static void daemon(Runnable work) {
        Thread thread = new Thread(work, "tcp-proxy");
        thread.setDaemon(true);
        thread.start();
    }

    /** One client's connection to Redis. */
    private final class Link {

        private final Socket client;
        private final Socket redis;
        /** The beginning of what the client has sent. */
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

        private boolean request(String bytes) {
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
                close();
                lost.done().countDown();
                return false;
            }
            String unwanted = swallowed;
            return !silent && !dead && (unwanted == null || !bytes.contains(unwanted));
        }

        private void pump(Socket from, Socket to, Predicate<String> passes) {
            byte[] buffer = new byte[1 << 16];
            try {
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream();
                for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                    if (passes.test(new String(buffer, 0, n, StandardCharsets.ISO_8859_1))) {
                        out.write(buffer, 0, n);
                        out.flush();
                    }
                }
            } catch (IOException e) {
                // a broken connection is what this is for
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
