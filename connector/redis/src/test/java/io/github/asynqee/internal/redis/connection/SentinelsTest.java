package io.github.asynqee.internal.redis.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.exceptions.JedisConnectionException;

/** The Sentinels name the master, also while some of them hang, are unreachable or are out of date. */
@Timeout(60)
class SentinelsTest {

    /** The bound of a fail-over: a Sentinel that decided is followed within four seconds. */
    private static final Duration FOLLOWED = Duration.ofSeconds(4);

    private final List<FakeSentinel> fakes = new ArrayList<>();
    private Sentinels sentinels;

    private FakeSentinel fake(FakeSentinel sentinel) {
        fakes.add(sentinel);
        return sentinel;
    }

    private Sentinels open() {
        return open(System::nanoTime);
    }

    private Sentinels open(LongSupplier nanoTime) {
        sentinels = new Sentinels(RedisConfig.of("redis-sentinel://" + fakes.stream()
                .map(fake -> "127.0.0.1:" + fake.port()).collect(Collectors.joining(",")) + "?master=mymaster"),
                nanoTime);
        return sentinels;
    }

    private void awaitMaster(int port) {
        await().atMost(FOLLOWED).until(() -> sentinels.master().getPort() == port);
    }

    @AfterEach
    void close() throws IOException {
        if (sentinels != null) {
            sentinels.close();
            await("its threads to end").until(SentinelsTest::noThread);
        }
        for (FakeSentinel fake : fakes) {
            await("its connections to be closed").until(() -> fake.isHanging() || fake.openConnections() == 0);
            fake.close();
        }
    }

    private static boolean noThread() {
        return Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().startsWith("asynq-sentinel"));
    }

    @Test
    void a_new_master_is_followed() throws IOException {
        FakeSentinel one = fake(FakeSentinel.naming(1, 0));
        FakeSentinel two = fake(FakeSentinel.naming(1, 0));
        assertThat(open().master().getPort()).isEqualTo(1);

        one.says(2, 1);
        two.says(2, 1);

        awaitMaster(2);
    }

    @Test
    void of_several_at_the_start_the_one_with_the_latest_failover_is_right() throws IOException {
        fake(FakeSentinel.naming(1, 3));
        fake(FakeSentinel.naming(2, 4));
        fake(FakeSentinel.naming(1, 3));

        assertThat(open().master().getPort()).isEqualTo(2);
    }

    @Test
    void a_sentinel_that_is_out_of_date_is_not_followed() throws IOException {
        fake(FakeSentinel.naming(2, 4));
        FakeSentinel stale = fake(FakeSentinel.naming(2, 4));
        fake(FakeSentinel.naming(2, 4));
        open().master();

        stale.says(1, 3);
        sentinels.suspectMaster();

        await().during(Duration.ofSeconds(3)).atMost(FOLLOWED).until(() -> sentinels.master().getPort() == 2);
    }

    @Test
    void one_of_three_replaces_no_master_that_works_but_one_that_fails() throws IOException {
        FakeSentinel one = fake(FakeSentinel.naming(1, 0));
        FakeSentinel two = fake(FakeSentinel.naming(1, 0));
        FakeSentinel three = fake(FakeSentinel.naming(1, 0));
        open().master();

        two.close();
        three.close();
        one.says(2, 1);
        await().during(Duration.ofSeconds(3)).atMost(FOLLOWED).until(() -> sentinels.master().getPort() == 1);
        sentinels.suspectMaster();

        awaitMaster(2);
    }

    @Test
    void one_of_three_that_is_out_of_date_replaces_no_master_that_fails() throws IOException {
        FakeSentinel stale = fake(FakeSentinel.naming(2, 4));
        FakeSentinel two = fake(FakeSentinel.naming(2, 4));
        FakeSentinel three = fake(FakeSentinel.naming(2, 4));
        open().master();

        two.close();
        three.close();
        stale.says(1, 3);

        await().during(Duration.ofSeconds(2)).atMost(FOLLOWED).until(() -> {
            sentinels.suspectMaster();
            return sentinels.master().getPort() == 2;
        });
    }

    @Test
    void a_former_master_is_found_out_at_once() throws IOException {
        FakeSentinel one = fake(FakeSentinel.naming(1, 0));
        HostAndPort former = open().master();
        assertThat(sentinels.isReplaced(former)).isFalse();
        one.says(2, 1);
        await().atMost(Duration.ofMillis(900)).until(() -> sentinels.isReplaced(former));
    }

    @Test
    void sentinels_that_were_replaced_and_count_anew_are_followed() throws IOException {
        FakeSentinel one = fake(FakeSentinel.naming(1, 17));
        FakeSentinel two = fake(FakeSentinel.naming(1, 17));
        open().master();

        one.says(2, 0);
        two.says(2, 0);

        awaitMaster(2);
    }

    @Test
    void most_sentinels_that_have_not_heard_of_a_failover_yet_do_not_undo_it() throws IOException {
        AtomicLong now = new AtomicLong();
        FakeSentinel leader = fake(FakeSentinel.naming(1, 4));
        fake(FakeSentinel.naming(1, 4));
        fake(FakeSentinel.naming(1, 4));
        open(now::get).master();
        leader.says(2, 5);
        awaitMaster(2);

        leader.close();
        await().during(Duration.ofSeconds(3)).atMost(FOLLOWED).until(() -> sentinels.master().getPort() == 2);
        now.addAndGet(Sentinels.BELIEVED.toNanos());

        awaitMaster(1);
    }

    @Test
    void connections_to_sentinels_that_have_died_silently_hide_no_failover() throws IOException {
        FakeSentinel one = fake(FakeSentinel.naming(1, 0));
        FakeSentinel two = fake(FakeSentinel.naming(1, 0));
        FakeSentinel three = fake(FakeSentinel.naming(1, 0));
        open().master();
        for (FakeSentinel fake : fakes) {
            fake.dropConnections();
        }

        one.says(2, 1);
        two.says(2, 1);
        three.says(2, 1);
        sentinels.suspectMaster();

        awaitMaster(2);
    }

    @Test
    void sentinels_that_hang_for_a_while_are_asked_again() throws IOException {
        FakeSentinel hanging = fake(FakeSentinel.hanging());
        FakeSentinel one = fake(FakeSentinel.naming(1, 0));
        FakeSentinel two = fake(FakeSentinel.naming(1, 0));
        assertThat(open().master().getPort()).isEqualTo(1);

        one.says(2, 1);
        two.says(2, 1);
        awaitMaster(2);
        hanging.says(3, 2);
        hanging.answer();
        one.says(3, 2);
        two.close();

        awaitMaster(3);
    }

    @Test
    void a_user_who_may_not_ask_for_the_epoch_gets_the_master_of_most_sentinels() throws IOException {
        fake(FakeSentinel.naming(1, 9)).hideEpoch();
        fake(FakeSentinel.naming(2, 9)).hideEpoch();
        fake(FakeSentinel.naming(2, 9)).hideEpoch();

        assertThat(open().master().getPort()).isEqualTo(2);
    }

    @Test
    void without_epochs_one_of_two_sentinels_that_is_out_of_date_replaces_no_master() throws IOException {
        FakeSentinel stale = fake(FakeSentinel.naming(2, 9));
        stale.hideEpoch();
        fake(FakeSentinel.naming(2, 9)).hideEpoch();
        open().master();

        stale.says(1, 8);

        await().during(Duration.ofSeconds(3)).atMost(FOLLOWED).until(() -> {
            sentinels.suspectMaster();
            return sentinels.master().getPort() == 2;
        });
    }

    @Test
    void a_question_that_begins_after_the_close_leaves_no_connection() throws IOException {
        FakeSentinel one = fake(FakeSentinel.naming(1, 0));
        AtomicReference<Runnable> atLook = new AtomicReference<>(() -> {});
        AtomicLong later = new AtomicLong();
        open(() -> {
            atLook.get().run();
            return System.nanoTime() + later.get();
        }).master();
        await().until(() -> one.openConnections() == 1);
        AtomicInteger before = new AtomicInteger();
        atLook.set(() -> {
            sentinels.close();
            atLook.set(() -> {});
            // another look just before would make this one needless
            later.set(TimeUnit.SECONDS.toNanos(1));
            before.set(one.questions());
        });

        sentinels.suspectMaster();

        await().until(() -> before.get() > 0 && one.questions() > before.get());
        await("its threads to end").until(SentinelsTest::noThread);
        await("its connections to be closed").until(() -> one.openConnections() == 0);
    }

    @Test
    void each_sentinel_that_names_no_master_is_in_the_error() throws IOException {
        int hanging = fake(FakeSentinel.hanging()).port();
        int other = fake(FakeSentinel.naming(0, 0)).port();
        FakeSentinel closed = fake(FakeSentinel.naming(0, 0));
        int closedPort = closed.port();
        closed.close();
        sentinels = new Sentinels(RedisConfig.of("redis-sentinel://127.0.0.1:" + hanging + ",127.0.0.1:" + other
                + ",127.0.0.1:" + closedPort + "?master=mymaster"));

        assertThatThrownBy(sentinels::master).isInstanceOf(JedisConnectionException.class)
                .hasMessageContaining("127.0.0.1:" + other + " knows no master \"mymaster\"")
                .hasMessageContaining("127.0.0.1:" + hanging + " ").hasMessageContaining("Connection refused");
    }

    @Test
    void a_master_that_stays_away_costs_few_questions() throws IOException {
        FakeSentinel one = fake(FakeSentinel.naming(freePort(), 0));
        open().master();
        long end = System.nanoTime() + Duration.ofSeconds(2).toNanos();
        while (System.nanoTime() < end) {
            sentinels.suspectMaster();
        }
        assertThat(one.questions()).isLessThan(2 * (2 * 4 + 4));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
