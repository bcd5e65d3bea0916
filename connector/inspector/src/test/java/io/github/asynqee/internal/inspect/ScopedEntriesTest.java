package io.github.asynqee.internal.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

import io.github.asynqee.Task;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.PeriodicEntries;
import io.github.asynqee.inspect.PeriodicEntries.NotFoundException;
import io.github.asynqee.inspect.PeriodicEntries.RefusedException;
import io.github.asynqee.inspect.PeriodicEntryDetails;
import io.github.asynqee.inspect.connect.Inspectors;
import io.github.asynqee.internal.cron.EntryPublisher;
import io.github.asynqee.internal.cron.PeriodicScheduler;
import io.github.asynqee.internal.protocol.SchedulerEntry;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.periodic.PeriodicTask;
import io.github.asynqee.testkit.RedisForTests;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;

/** Another program publishes an entry in a queue outside the scope, with the ID of a visible entry. */
class ScopedEntriesTest {

    private static final RedisForTests REDIS = RedisForTests.shared();
    private static final Duration HOUR = Duration.ofHours(1);
    private static final PeriodicTask SEEN = PeriodicTask.of("tick", "@every 1h", Task.of("tick", "{}").queue("seen"));
    private static final String ID = SEEN.entryId();
    private static final String OURS = EntryPublisher.schedulerId(ID);
    private static final String OF_GO = "vm:7:df4fb7e5-17a4-4640-b5f4-7f719b31a083";
    private static final String STATE_OF_HIDDEN = "asynq:{hidden}:cron:" + ID;

    private final Jedis jedis = new Jedis(REDIS.host(), REDIS.port());
    private RedisBroker broker;
    private Inspector whole;
    private PeriodicEntries seen;

    @BeforeEach
    void connect() {
        REDIS.clear();
        broker = RedisBroker.connect(RedisConfig.of(REDIS.url()));
        whole = Inspectors.connect(REDIS.url());
        seen = whole.within("seen"::equals).periodic();
    }

    @AfterEach
    void close() {
        whole.close();
        broker.close();
        jedis.close();
    }

    /** A node joins the entry and ends; its published data remains. */
    private void join() {
        PeriodicScheduler scheduler = PeriodicScheduler.builder(broker).build();
        scheduler.put(SEEN);
        var ticks = scheduler.start(Thread::new);
        await("the entry is there").until(() -> !whole.periodic().entries().isEmpty());
        ticks.stop(Duration.ofSeconds(10));
        publish(OURS, "seen", HOUR.multipliedBy(2));
    }

    private void publish(String scheduler, String queue, Duration life) {
        broker.schedulers().write(scheduler, List.of(entry(queue)), life);
    }

    private static SchedulerEntry entry(String queue) {
        return new SchedulerEntry(ID, "@every 1h", "tick", "{}".getBytes(StandardCharsets.UTF_8),
                List.of("Queue(\"" + queue + "\")"), Instant.now().plus(HOUR), null);
    }

    /** Publishes the hidden entry before the visible entry, as a node and as a Go scheduler. */
    private void publishHidden() {
        publish(OF_GO, "hidden", HOUR);
        jedis.lpush(("asynq:schedulers:{" + OURS + "}").getBytes(StandardCharsets.UTF_8), entry("hidden").toBytes());
        assertThat(whole.periodic().entries()).extracting(PeriodicEntryDetails::queue).containsOnlyOnce("seen")
                .hasSize(3);
    }

    @Test
    void the_one_that_is_seen_is_paused_and_resumed() {
        join();
        publishHidden();

        seen.pause(ID);
        assertThat(seen.entries()).singleElement().matches(PeriodicEntryDetails::paused, "paused")
                .extracting(PeriodicEntryDetails::queue).isEqualTo("seen");
        assertThat(jedis.exists(STATE_OF_HIDDEN)).isFalse();

        seen.resume(ID);
        assertThat(seen.entries()).singleElement().matches(entry -> !entry.paused(), "resumed");
        assertThat(jedis.exists(STATE_OF_HIDDEN)).isFalse();
    }

    @Test
    void the_one_that_is_seen_is_run() {
        join();
        publishHidden();

        TaskInfo task = seen.run(ID);

        assertThat(task.queue()).isEqualTo("seen");
        assertThat(jedis.lrange("asynq:{seen}:pending", 0, -1)).containsExactly(task.id());
        assertThat(jedis.keys("asynq:{hidden}*")).isEmpty();
    }

    @Test
    void the_entry_of_go_that_is_seen_is_run_and_not_paused() {
        publish(OURS, "hidden", HOUR);
        publish(OF_GO, "seen", HOUR.multipliedBy(2));

        assertThatThrownBy(() -> seen.pause(ID)).isInstanceOf(RefusedException.class);
        assertThatThrownBy(() -> seen.resume(ID)).isInstanceOf(RefusedException.class);
        assertThat(seen.run(ID).queue()).isEqualTo("seen");

        assertThat(jedis.keys("asynq:{hidden}*")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = { "periodic:0:", "vm:7:" })
    void if_none_is_seen_everything_is_refused(String program) {
        publish(program + ID, "hidden", HOUR);

        assertThatThrownBy(() -> seen.pause(ID)).isInstanceOf(NotFoundException.class)
                .hasMessage("there is no periodic entry " + ID);
        assertThatThrownBy(() -> seen.resume(ID)).isInstanceOf(NotFoundException.class);
        assertThatThrownBy(() -> seen.run(ID)).isInstanceOf(NotFoundException.class);
        assertThatThrownBy(() -> seen.enqueueEvents(ID, 1, 10)).isInstanceOf(NotFoundException.class);

        assertThat(seen.entries()).isEmpty();
        assertThat(jedis.keys("asynq:{hidden}*")).isEmpty();
    }
}
