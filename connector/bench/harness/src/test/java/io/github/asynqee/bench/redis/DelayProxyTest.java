package io.github.asynqee.bench.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class DelayProxyTest {

    private static final Duration DELAY = Duration.ofNanos(500_000);

    private ServerSocket echo;
    private DelayProxy proxy;

    @BeforeEach
    void start() throws IOException {
        echo = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        proxy = DelayProxy.start("127.0.0.1:" + echo.getLocalPort(), DELAY);
        background(() -> {
            while (!echo.isClosed()) {
                Socket socket = echo.accept();
                socket.setTcpNoDelay(true);
                background(() -> {
                    socket.getInputStream().transferTo(socket.getOutputStream());
                    socket.close();
                });
            }
        });
    }

    @AfterEach
    void stop() throws IOException {
        proxy.close();
        echo.close();
    }

    private interface Work {
        void run() throws IOException;
    }

    private static CompletableFuture<Void> background(Work work) {
        CompletableFuture<Void> end = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            try {
                work.run();
                end.complete(null);
            } catch (IOException e) {
                end.completeExceptionally(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
        return end;
    }

    private Socket connect() throws IOException {
        int colon = proxy.address().lastIndexOf(':');
        Socket socket = new Socket(proxy.address().substring(0, colon),
                Integer.parseInt(proxy.address().substring(colon + 1)));
        socket.setTcpNoDelay(true);
        return socket;
    }

    @Test
    void bytes_arrive_unchanged_and_in_order_on_all_connections_under_load() throws Exception {
        CompletableFuture<?>[] all = new CompletableFuture<?>[4];
        for (int i = 0; i < all.length; i++) {
            byte[] sent = new byte[8_000_000];
            new Random(i).nextBytes(sent);
            Socket socket = connect();
            background(() -> writeInPieces(sent, socket.getOutputStream()));
            all[i] = background(() -> {
                byte[] received = new DataInputStream(socket.getInputStream()).readNBytes(sent.length);
                assertThat(Arrays.equals(received, sent)).isTrue();
                socket.close();
            });
        }

        CompletableFuture.allOf(all).get(20, TimeUnit.SECONDS);
    }

    private static void writeInPieces(byte[] bytes, OutputStream out) throws IOException {
        Random random = new Random(7);
        for (int from = 0; from < bytes.length;) {
            int length = Math.min(1 + random.nextInt(100_000), bytes.length - from);
            out.write(bytes, from, length);
            from += length;
        }
    }

    @Test
    void each_way_takes_the_delay_longer_and_hardly_more() throws Exception {
        try (Socket socket = connect()) {
            long[] roundTrips = LongStream.range(0, 300).map(i -> roundTrip(socket)).sorted().toArray();

            assertThat(roundTrips[0]).isGreaterThanOrEqualTo(2 * DELAY.toNanos());
            assertThat(roundTrips[30]).isLessThan(4 * DELAY.toNanos());
        }
    }

    private static long roundTrip(Socket socket) {
        try {
            long begin = System.nanoTime();
            socket.getOutputStream().write(1);
            socket.getInputStream().read();
            return System.nanoTime() - begin;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void the_end_of_what_is_sent_is_handed_on_after_it() throws Exception {
        try (Socket socket = connect()) {
            socket.getOutputStream().write(new byte[]{ 1, 2, 3 });
            socket.shutdownOutput();

            assertThat(socket.getInputStream().readAllBytes()).containsExactly(1, 2, 3);
        }
    }

    @Test
    void close_ends_connections_threads_and_the_listening() throws Exception {
        Socket socket = connect();
        InputStream in = socket.getInputStream();
        roundTrip(socket);
        String port = proxy.address().substring(proxy.address().lastIndexOf(':') + 1);
        assertThat(threads(port)).isEqualTo(5);

        proxy.close();

        assertThat(threads(port)).isZero();
        assertThat(in.read()).isEqualTo(-1);
        assertThatThrownBy(this::connect).isInstanceOf(IOException.class);
    }

    private static long threads(String port) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("delay-" + port)).count();
    }

    @Test
    void a_server_that_is_not_there_ends_the_connection() throws Exception {
        echo.close();

        try (Socket socket = connect()) {
            assertThat(socket.getInputStream().read()).isEqualTo(-1);
        }
    }
}
