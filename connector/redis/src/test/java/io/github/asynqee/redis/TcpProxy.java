package io.github.asynqee.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/** A proxy between client and Redis that simulates network failures. */
public final class TcpProxy implements AutoCloseable {

    private static final int REMEMBERED = 4_096;

    private static final int BACKLOG = 50;
    private static final int LOST_MILLIS = 200;
    private static final int CUT_EACH = 5;
    private static final int BIND_ATTEMPTS = 50;

    /** Replaced when it listens again. */
    private volatile ServerSocket server;
    private final int port;
    private volatile int target;
    private final Set<Link> links = ConcurrentHashMap.newKeySet();
    private final AtomicReference<LostReply> loseReply = new AtomicReference<>();
    private final AtomicReference<HeldRequest> holdRequest = new AtomicReference<>();
    private final AtomicInteger refused = new AtomicInteger();
    private volatile boolean refusing;
    private volatile boolean silent;
    private volatile String swallowed;
    private volatile String rejected;
    private volatile boolean splitting;
    private volatile long delayMillis;
    private volatile Cut cut;
    private final AtomicInteger pieces = new AtomicInteger();
    private volatile boolean closed;
    /** Keeps the port while nothing listens there. */
    private volatile Socket placeholder = new Socket();
    /** Connections that keep the kernel from accepting others. */
    private final List<Socket> fillers = new CopyOnWriteArrayList<>();
    private volatile CountDownLatch accepting = new CountDownLatch(0);

    /** Where connections break. */
    public enum Cut {
        IN_A_COMMAND, IN_A_REPLY, AFTER_A_REPLY
    }

    /** A reply to lose, and a signal that it was lost. */
    private record LostReply(String request, CountDownLatch done) {}

    /** A request that is delayed until it is released. */
    public record HeldRequest(String request, CountDownLatch arrived, CountDownLatch released) {}

    private TcpProxy(int target) throws IOException {
        this.target = target;
        this.server = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
        this.port = server.getLocalPort();
    }

    /** A proxy in front of a local port. */
    public static TcpProxy to(int port) {
        try {
            TcpProxy proxy = new TcpProxy(port);
            ServerSocket first = proxy.server;
            daemon(() -> proxy.accept(first));
            return proxy;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The URL for clients. */
    public String url() {
        return "redis://127.0.0.1:" + port;
    }

    public int port() {
        return port;
    }

    /** Leads new connections to another local port. */
    public void leadTo(int other) {
        target = other;
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

    /** Replies come later, as from a distance or a slow server. */
    public void delay(Duration delay) {
        delayMillis = delay.toMillis();
    }

    /** Breaks the connection at each fifth piece of data. */
    public void cutOften(Cut where) {
        cut = where;
    }

    /** Breaks all connections; the kernel refuses new ones, as if nothing listened. */
    public void stopListening() {
        closeServer();
        links.forEach(Link::close);
        // otherwise an outgoing connection may get the port
        placeholder = bound(() -> {
            Socket socket = new Socket();
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return socket;
        });
    }

    private interface Binding<T> {

        T bind() throws IOException;
    }

    /** The kernel may need a moment for the connections of before. */
    private static <T> T bound(Binding<T> binding) {
        for (int attempt = 1;; attempt++) {
            try {
                return binding.bind();
            } catch (IOException e) {
                if (attempt == BIND_ATTEMPTS) {
                    throw new UncheckedIOException(e);
                }
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(LOST_MILLIS));
            }
        }
    }

    /** Accepts no connection and passes on nothing, as if each packet were lost. */
    public void dropPackets() {
        accepting = new CountDownLatch(1);
        silent = true;
        try {
            // when the backlog is full, the kernel drops the first packet of a new connection
            while (true) {
                Socket filler = new Socket();
                fillers.add(filler);
                filler.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), LOST_MILLIS);
            }
        } catch (SocketTimeoutException e) {
            // full
            return;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
        delayMillis = 0;
        cut = null;
        fillers.forEach(TcpProxy::close);
        fillers.clear();
        accepting.countDown();
        if (server.isClosed() && !closed) {
            listenAgain();
        }
    }

    private void listenAgain() {
        close(placeholder);
        ServerSocket again = bound(() -> new ServerSocket(port, BACKLOG, InetAddress.getLoopbackAddress()));
        server = again;
        daemon(() -> accept(again));
    }

    @Override
    public void close() {
        closed = true;
        closeServer();
        close(placeholder);
        heal();
        links.forEach(Link::close);
    }

    private void closeServer() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void accept(ServerSocket listening) {
        while (true) {
            try {
                Socket client = listening.accept();
                awaitQuietly(accepting);
                if (refusing) {
                    refused.incrementAndGet();
                    client.close();
                } else {
                    client.setTcpNoDelay(true);
                    link(client);
                }
            } catch (IOException e) {
                if (listening.isClosed()) {
                    return;
                }
            }
        }
    }

    private void link(Socket client) throws IOException {
        Socket redis;
        try {
            redis = new Socket(InetAddress.getLoopbackAddress(), target);
        } catch (IOException e) {
            // nothing listens there, so the client also gets a reset
            client.setSoLinger(true, 0);
            client.close();
            return;
        }
        // otherwise each further piece of a request waits until Redis acknowledges the previous one
        redis.setTcpNoDelay(true);
        Link link = new Link(client, redis);
        link.start();
        if (refusing || server.isClosed()) {
            // cut() may not have seen it
            link.close();
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
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
            daemon(() -> pump(client, redis, this::request, false));
            daemon(() -> pump(redis, client, this::reply, true));
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
                awaitQuietly(held.released());
            }
            return !silent && !dead;
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

        private void pump(Socket from, Socket to, Filter passes, boolean replies) {
            byte[] buffer = new byte[1 << 16];
            try {
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream();
                for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                    if (passes.test(new String(buffer, 0, n, StandardCharsets.ISO_8859_1))) {
                        if (replies && delayMillis > 0) {
                            Thread.sleep(delayMillis);
                        }
                        Cut here = cut;
                        boolean last = here != null && replies == (here != Cut.IN_A_COMMAND)
                                && pieces.incrementAndGet() % CUT_EACH == 0;
                        write(out, buffer, last && here != Cut.AFTER_A_REPLY ? n / 2 : n);
                        if (last) {
                            break;
                        }
                    }
                }
            } catch (IOException e) {
                // broken connections are expected
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            close();
        }

        void close() {
            links.remove(this);
            TcpProxy.close(client);
            TcpProxy.close(redis);
        }
    }
}
