package io.github.asynqee.internal.redis.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.asynqee.redis.BrokerUnavailableException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisException;

@Timeout(60)
class OpeningTest {

    private final AtomicLong now = new AtomicLong();
    private final AtomicInteger attempts = new AtomicInteger();
    private final CountDownLatch release = new CountDownLatch(1);
    private final Servers servers = new Servers();

    private static final class Servers implements Topology {

        private final AtomicBoolean closed = new AtomicBoolean();
        private final CountDownLatch ended = new CountDownLatch(1);

        @Override
        public Connection connect(String key) {
            return null;
        }

        @Override
        public Connection connect(HostAndPort server) {
            return null;
        }

        @Override
        public HostAndPort server(String key) {
            return null;
        }

        @Override
        public List<HostAndPort> masters() {
            return List.of();
        }

        @Override
        public boolean uses(HostAndPort server) {
            return true;
        }

        @Override
        public void refresh() {
            // nothing is known
        }

        @Override
        public void discard(Connection broken) {
            // there is none
        }

        @Override
        public int active() {
            return 0;
        }

        @Override
        public void close() {
            closed.set(true);
            ended.countDown();
        }
    }

    private Topology afterRelease() {
        attempts.incrementAndGet();
        try {
            release.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return servers;
    }

    private Topology refused() {
        attempts.incrementAndGet();
        throw new JedisConnectionException("refused");
    }

    @Test
    void all_callers_get_the_result_of_one_attempt() {
        try (Opening opening = new Opening(this::afterRelease, Duration.ofSeconds(30), System::nanoTime)) {
            List<CompletableFuture<Topology>> callers = Stream.generate(() -> CompletableFuture
                    .supplyAsync(opening::get)).limit(2).toList();
            release.countDown();

            assertThat(callers).allSatisfy(caller -> assertThat(caller.join()).isSameAs(servers));
            assertThat(opening.get()).isSameAs(servers);
            assertThat(opening.opened()).isSameAs(servers);
            assertThat(attempts).hasValue(1);
        }
    }

    @Test
    void a_failure_is_shared_for_a_second() {
        try (Opening opening = new Opening(this::refused, Duration.ofSeconds(30), now::get)) {
            assertThatThrownBy(opening::get).hasMessage("refused");
            now.addAndGet(Opening.PAUSE.toNanos() - 1);
            assertThatThrownBy(opening::get).hasMessage("refused");
            assertThat(attempts).hasValue(1);
            now.incrementAndGet();
            assertThatThrownBy(opening::get).hasMessage("refused");
            assertThat(attempts).hasValue(2);
        }
    }

    /** As without memory for the thread, or for its result. */
    @Test
    void an_attempt_without_a_result_is_followed_by_another_one() {
        Consumer<Thread> starter = thread -> {
            if (attempts.incrementAndGet() > 1) {
                thread.start();
            }
        };
        try (Opening opening = new Opening(() -> servers, Duration.ofSeconds(1), now::get, starter)) {
            assertThatThrownBy(opening::get).hasMessage("no connection could be made within 1000 ms");
            now.addAndGet(Opening.PAUSE.toNanos());
            assertThat(opening.get()).isSameAs(servers);
        }
    }

    @Test
    void an_attempt_that_takes_too_long_continues_without_callers() {
        try (Opening opening = new Opening(this::afterRelease, Duration.ofMillis(100), System::nanoTime)) {
            assertThatThrownBy(opening::get).hasMessage("no connection could be made within 100 ms");
            long begin = System.nanoTime();
            for (int i = 0; i < 10; i++) {
                assertThatThrownBy(opening::get).isInstanceOf(JedisException.class);
            }
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofMillis(100));
            assertThat(attempts).hasValue(1);

            release.countDown();
            while (opening.opened() == null) {
                Thread.onSpinWait();
            }
            assertThat(opening.get()).isSameAs(servers);
        }
    }

    @Test
    void a_moment_without_memory_for_a_thread_is_one_failed_attempt() {
        AtomicBoolean full = new AtomicBoolean(true);
        release.countDown();
        try (Opening opening = new Opening(this::afterRelease, Duration.ofSeconds(30), now::get, thread -> {
            if (full.get()) {
                throw new OutOfMemoryError("unable to create native thread");
            }
            thread.start();
        })) {
            assertThatThrownBy(opening::get).isInstanceOf(JedisConnectionException.class)
                    .hasMessageContaining("unable to create native thread");
            full.set(false);
            now.addAndGet(Opening.PAUSE.toNanos());

            assertThat(opening.get()).isSameAs(servers);
        }
    }

    @Test
    void what_is_opened_after_the_close_is_closed() throws Exception {
        Opening opening = new Opening(this::afterRelease, Duration.ofMillis(1), System::nanoTime);
        assertThatThrownBy(opening::get).isInstanceOf(JedisException.class);

        opening.close();
        release.countDown();

        servers.ended.await();
        assertThat(opening.opened()).isNull();
        assertThatThrownBy(opening::get).hasMessage("the connection is closed");
    }

    /** Three nodes, or Sentinels, that accept connections and never answer. */
    @ParameterizedTest
    @ValueSource(strings = { "redis-cluster://%s?", "redis-sentinel://%s?master=mymaster&" })
    void callers_and_the_close_wait_no_longer_than_a_command_may_take(String url) throws Exception {
        try (FakeSentinel one = FakeSentinel.hanging();
                FakeSentinel two = FakeSentinel.hanging();
                FakeSentinel three = FakeSentinel.hanging()) {
            String hosts = Stream.of(one, two, three).map(fake -> "127.0.0.1:" + fake.port())
                    .collect(Collectors.joining(","));
            RedisConnections connections = new RedisConnections(
                    RedisConfig.of(url.formatted(hosts) + "command-timeout=1s"));
            RedisExecutor executor = new RedisExecutor(connections, RedisClock.of(Clock.systemUTC()), new Uncounted());

            List<Duration> waits = callers(executor, 8);
            long begin = System.nanoTime();
            connections.close();

            assertThat(waits).hasSize(8).allSatisfy(wait -> assertThat(wait).isLessThan(Duration.ofMillis(1_800)));
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(1));
        }
    }

    private static List<Duration> callers(RedisExecutor executor, int number) throws IOException {
        List<CompletableFuture<Duration>> callers = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            CompletableFuture<Duration> caller = new CompletableFuture<>();
            new Thread(() -> {
                long begin = System.nanoTime();
                assertThat(executor.send(List.of(RedisCommand.command(Command.GET).key("key"))).get(0).error())
                        .isInstanceOf(BrokerUnavailableException.class);
                caller.complete(Duration.ofNanos(System.nanoTime() - begin));
            }).start();
            callers.add(caller);
        }
        return callers.stream().map(CompletableFuture::join).toList();
    }
}
