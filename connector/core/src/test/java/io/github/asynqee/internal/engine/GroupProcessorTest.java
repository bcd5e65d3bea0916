package io.github.asynqee.internal.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.github.asynqee.Task;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.event.TaskArchived;
import io.github.asynqee.event.TaskEvent;
import io.github.asynqee.event.TaskFailed;
import io.github.asynqee.event.TaskRetried;
import io.github.asynqee.event.TasksAggregated;
import io.github.asynqee.internal.broker.NewTask;
import io.github.asynqee.internal.delivery.GroupDelivery;
import io.github.asynqee.internal.delivery.TaskGroup;
import io.github.asynqee.internal.lane.Channel;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.redis.TcpProxy;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.worker.AggregateRefusedException;
import io.github.asynqee.worker.ChannelConfig;
import io.github.asynqee.worker.GroupConfig;
import org.junit.jupiter.api.Test;

/** Which groups are handled together, and the outcomes of their tasks. */
class GroupProcessorTest extends GroupTest {

    @Test
    void tasks_of_a_group_are_handled_together_and_gone() throws Exception {
        aggregate("", 1, group -> {});
        join("t1", "t2", "t3");
        start();

        TaskGroup group = called();
        awaitNothingHeld();

        assertThat(group.queue()).isEqualTo("default");
        assertThat(group.group()).isEqualTo("g");
        assertThat(ids(group)).containsExactly("t1", "t2", "t3");
        assertThat(redis.keys("asynq:{default}*")).containsExactlyInAnyOrder(DEFAULT.processed(),
                DEFAULT.processed(T0), DEFAULT.groupRules());
        assertThat(count(DEFAULT.processed())).isEqualTo(3);
        TasksAggregated event = (TasksAggregated) events.poll(20, TimeUnit.SECONDS);
        assertThat(event.members()).extracting(TaskInfo::id).containsExactly("t1", "t2", "t3");
        assertThat(event.group()).isEqualTo("g");
        assertThat(event.aggregate()).isNull();
        assertThat(started).containsExactly("t1", "t2", "t3");
    }

    @Test
    void a_lane_handles_one_group_after_the_other_without_waiting_for_the_next_look() throws Exception {
        aggregate("", 2, group -> {});
        join(IntStream.range(0, 90).mapToObj(i -> "t" + i).toArray(String[]::new));
        start();

        await().untilAsserted(() -> assertThat(count(DEFAULT.processed())).isEqualTo(90));

        assertThat(calls).hasSize(30).allSatisfy(group -> assertThat(group.members()).hasSize(3));
        assertThat(clock.instant()).isEqualTo(T0);
    }

    @Test
    void when_the_handler_fails_all_are_tried_again_in_their_group() throws Exception {
        CountDownLatch failed = new CountDownLatch(1);
        aggregate("", 1, group -> {
            if (failed.getCount() > 0) {
                failed.countDown();
                throw new IllegalStateException("boom");
            }
        });
        join("t1", "t2");
        client.enqueue(member("t3").maxRetry(0));
        start();
        called();
        awaitNothingHeld();

        assertThat(redis.zrangeWithScores(DEFAULT.retry(), 0, -1)).hasSize(2)
                .allSatisfy(entry -> assertThat(entry.getScore()).isEqualTo(2_000_003_600));
        assertThat(state("t3")).isEqualTo("archived");
        assertThat(stored("t1").retried()).isEqualTo(1);
        assertThat(stored("t1").errorMessage()).isEqualTo("boom");
        assertThat(count(DEFAULT.failed())).isEqualTo(3);
        assertThat(events).hasSize(6).extracting(TaskEvent::getClass)
                .startsWith(TaskFailed.class, TaskFailed.class, TaskFailed.class)
                .endsWith(TaskRetried.class, TaskRetried.class, TaskArchived.class);

        clock.advance(Duration.ofHours(1));
        await().untilAsserted(() -> assertThat(redis.zcard(DEFAULT.group("g"))).isEqualTo(2));
        clock.advance(Duration.ofSeconds(1));
        assertThat(ids(called())).containsExactly("t1", "t2");
        awaitNothingHeld();
        assertThat(redis.keys(DEFAULT.taskPrefix() + "*")).containsExactly(DEFAULT.task("t3"));
    }

    @Test
    void a_group_may_take_as_long_as_the_longest_of_its_tasks() throws Exception {
        handlerWaits();
        client.enqueue(member("t1").timeout(Duration.ofSeconds(10)));
        client.enqueue(member("t2").timeout(Duration.ofSeconds(90)));
        client.enqueue(member("t3").deadline(T0.plusSeconds(3600)).timeout(Duration.ofSeconds(20)));
        start();

        assertThat(called().deadline()).isEqualTo(T0.plusSeconds(90));
        clock.advance(Duration.ofSeconds(91));
        awaitSignal(interrupted);
        awaitNothingHeld();

        assertThat(stored("t1").errorMessage()).isEqualTo("context deadline exceeded");
        assertThat(redis.zcard(DEFAULT.retry())).isEqualTo(3);
    }

    @Test
    void a_group_must_end_before_the_earliest_deadline_and_an_overdue_task_fails_alone() throws Exception {
        aggregate("", 1, group -> {});
        client.enqueue(member("t1").deadline(T0.plusSeconds(50)));
        client.enqueue(member("t2").deadline(T0.minusSeconds(1)));
        client.enqueue(member("t3"));
        start();

        TaskGroup group = called();
        awaitNothingHeld();

        assertThat(ids(group)).containsExactly("t1", "t3");
        assertThat(group.deadline()).isEqualTo(T0.plusSeconds(50));
        assertThat(state("t2")).isEqualTo("retry");
        assertThat(stored("t2").errorMessage()).isEqualTo("context deadline exceeded");
    }

    @Test
    void a_group_of_which_all_are_overdue_is_not_handled() throws Exception {
        aggregate("", 1, group -> {});
        for (String id : List.of("t1", "t2", "t3")) {
            client.enqueue(member(id).deadline(T0.minusSeconds(1)).maxRetry(0));
        }
        start();

        await().untilAsserted(() -> assertThat(redis.zcard(DEFAULT.archived())).isEqualTo(3));
        awaitNothingHeld();

        assertThat(calls).isEmpty();
        assertThat(redis.exists(DEFAULT.aggregationSets())).isFalse();
    }

    @Test
    void a_cancelled_task_takes_its_group_with_it() throws Exception {
        handlerWaits();
        join("t1", "t2", "t3");
        start();
        TaskGroup group = called();

        await("a subscriber").until(() -> redis.publish("asynq:cancel", "t2") > 0);
        awaitSignal(interrupted);
        awaitNothingHeld();

        assertThat(group.isCancelled()).isTrue();
        assertThat(stored("t3").errorMessage()).isEqualTo("context canceled");
        assertThat(redis.zcard(DEFAULT.retry())).isEqualTo(3);
    }

    @Test
    void the_channel_with_the_longest_prefix_gets_the_group() throws Exception {
        aggregate("", 1, group -> {});
        BlockingQueue<TaskGroup> special = new LinkedBlockingQueue<>();
        aggregate("tenant-", 1, special::add);
        for (int i = 0; i < 3; i++) {
            client.enqueue(member("t" + i).group("tenant-1"));
        }
        start();

        assertThat(special.poll(20, TimeUnit.SECONDS).group()).isEqualTo("tenant-1");
    }

    @Test
    void a_task_put_into_its_queue_by_hand_is_a_group_of_one() throws Exception {
        aggregate("", 1, group -> {
            throw new IllegalStateException("boom");
        });
        channel("default", 1, delivery -> {});
        join("t1");
        redis.del(DEFAULT.group("g"), DEFAULT.groups());
        redis.hset(DEFAULT.task("t1"), "state", "pending");
        redis.lpush(DEFAULT.pending(), "t1");
        start();

        assertThat(ids(called())).containsExactly("t1");
        awaitIdle();

        assertThat(handled).isEmpty();
        assertThat(redis.zrange(DEFAULT.retry(), 0, -1)).containsExactly("t1");
    }

    @Test
    void other_tasks_of_the_queue_go_where_their_type_belongs() throws Exception {
        aggregate("", 1, group -> {});
        channel("default", 1, delivery -> {});
        start();
        enqueue("alone");

        awaitHandled("alone");
        awaitIdle();
        assertThat(calls).isEmpty();
    }

    private void turning(NewTask aggregate, BlockingQueue<Throwable> told) {
        Channel channel = new Channel(new ChannelConfig("turning", Map.of("default", 1), "", POLICY,
                new GroupConfig("", Duration.ofSeconds(1), Duration.ZERO, 3)));
        channel.ready(delivery -> pool.execute(() -> {
            delivery.begin();
            delivery.end();
            ((GroupDelivery) delivery).replaceWith(aggregate).whenComplete(
                    (ok, error) -> told.add(error == null ? new IllegalStateException("stored") : error));
        }));
        channels.add(channel);
    }

    private NewTask aggregate() {
        return client.compose(Task.of("email:digest", "all").id("digest").unique(Duration.ofHours(1)));
    }

    @Test
    void a_group_turns_into_one_task_in_one_step() throws Exception {
        BlockingQueue<Throwable> told = new LinkedBlockingQueue<>();
        turning(aggregate(), told);
        join("t1", "t2", "t3");
        start();

        assertThat(told.poll(20, TimeUnit.SECONDS)).hasMessage("stored");
        awaitNothingHeld();

        assertThat(redis.keys(DEFAULT.taskPrefix() + "*")).containsExactly(DEFAULT.task("digest"));
        assertThat(redis.exists(DEFAULT.aggregationSets())).isFalse();
        assertThat(((TasksAggregated) events.poll(20, TimeUnit.SECONDS)).aggregate()).isEqualTo("digest");
    }

    @Test
    void a_group_turns_into_one_task_though_the_answer_was_lost() throws Exception {
        TcpProxy network = closedLater(TcpProxy.to(TestRedis.SINGLE.port()));
        broker = closedLater(RedisBroker.connect(RedisConfig.of(network.url()), clock));
        BlockingQueue<Throwable> told = new LinkedBlockingQueue<>();
        turning(aggregate(), told);
        join("t1", "t2", "t3");
        CountDownLatch lost = network.loseNextReplyTo(DEFAULT.task("digest"));
        start();

        assertThat(told.poll(20, TimeUnit.SECONDS)).hasMessage("stored");
        assertThat(lost.getCount()).isZero();
        awaitNothingHeld();

        assertThat(redis.keys(DEFAULT.taskPrefix() + "*")).containsExactly(DEFAULT.task("digest"));
        assertThat(redis.llen(DEFAULT.pending())).isEqualTo(1);
        assertThat(count(DEFAULT.processed())).isEqualTo(3);
    }

    @Test
    void a_group_has_failed_if_the_task_it_turns_into_is_refused() throws Exception {
        client.enqueue(Task.of("email:digest", "all").id("earlier").unique(Duration.ofHours(1)));
        BlockingQueue<Throwable> told = new LinkedBlockingQueue<>();
        turning(aggregate(), told);
        join("t1", "t2", "t3");
        redis.lrem(DEFAULT.pending(), 0, "earlier");
        start();

        Throwable error = told.poll(20, TimeUnit.SECONDS);
        awaitNothingHeld();

        assertThat(error instanceof CompletionException ? error.getCause() : error)
                .isInstanceOf(AggregateRefusedException.class).hasMessageContaining("task already exists");
        assertThat(redis.zcard(DEFAULT.retry())).isEqualTo(3);
        assertThat(stored("t1").errorMessage()).contains("task already exists");
        assertThat(redis.exists(DEFAULT.task("digest"))).isFalse();
    }

    @Test
    void tasks_of_a_busy_group_stay_in_their_queue() throws Exception {
        handlerWaits();
        channel("default", 1, delivery -> {});
        client.enqueueAll(IntStream.range(0, 100).mapToObj(
                i -> member("t" + i).processAt(T0.plusSeconds(1))).toList());
        start();
        clock.advance(Duration.ofSeconds(2));
        called();

        await().untilAsserted(() -> assertThat(redis.llen(DEFAULT.pending())).isEqualTo(99));
        pings(2_000);
        assertThat(worker.inFlight()).as("the one that runs").isEqualTo(1);
        assertThat(redis.llen(DEFAULT.active())).isEqualTo(1);
        release.countDown();
        await().untilAsserted(() -> assertThat(count(DEFAULT.processed())).isEqualTo(100));
    }
}
