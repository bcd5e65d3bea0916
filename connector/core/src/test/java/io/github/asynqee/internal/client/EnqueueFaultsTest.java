package io.github.asynqee.internal.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.EnqueueAmbiguousException;
import io.github.asynqee.EnqueueException;
import io.github.asynqee.EnqueueResult;
import io.github.asynqee.Task;
import io.github.asynqee.TaskIdConflictException;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.fixtures.SomeDays;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.broker.NewTask;
import io.github.asynqee.internal.broker.StoreResult;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.redis.BrokerUnavailableException;
import io.github.asynqee.redis.TcpProxy;
import io.github.asynqee.redis.TestRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;

@Timeout(60)
class EnqueueFaultsTest {

    private final TestRedis redis = TestRedis.SINGLE;
    private final Task<String> task = Task.of("email:welcome", "{}");
    private TcpProxy network;
    private Broker broker;
    private AsynqClient client;

    @BeforeEach
    void connect() {
        redis.clear();
        network = TcpProxy.to(redis.port());
        broker = RedisBroker.connect(RedisConfig.of(network.url()));
        client = DefaultAsynqClient.of(broker);
        // loads the script and registers the queue
        client.enqueue(task.id("warm-up"));
    }

    @AfterEach
    void close() {
        client.close();
        broker.close();
        network.close();
    }

    @Test
    void redis_down_is_a_typed_exception_and_ends_when_redis_is_back() {
        network.cut();

        assertThatThrownBy(() -> client.enqueue(task.id("a"))).isInstanceOf(EnqueueException.class)
                .hasMessageContaining("task a of type \"email:welcome\" in queue \"default\"");
        assertThatThrownBy(() -> client.enqueue(task.id("b"))).isInstanceOf(EnqueueException.class)
                .isNotInstanceOf(EnqueueAmbiguousException.class).hasCauseInstanceOf(BrokerUnavailableException.class);

        network.heal();
        client.enqueue(task.id("c"));
        assertThat(pending()).containsExactly("c", "warm-up");
    }

    @Test
    void a_client_may_start_before_redis() {
        network.cut();
        try (Broker early = RedisBroker.connect(RedisConfig.of(network.url()));
                AsynqClient own = DefaultAsynqClient.of(early)) {
            assertThatThrownBy(() -> own.enqueue(task)).isInstanceOf(EnqueueException.class);
            network.heal();
            own.enqueue(task.id("a"));
        }
        assertThat(pending()).containsExactly("a", "warm-up");
    }

    @Test
    void a_task_whose_reply_was_lost_is_stored_once_and_reported_stored() throws Exception {
        CountDownLatch lost = network.loseNextReplyTo("EVALSHA");

        TaskInfo info = client.enqueue(task.id("a"));

        assertThat(lost.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(info.id()).isEqualTo("a");
        assertThat(pending()).containsExactly("a", "warm-up");
    }

    @Test
    void a_unique_task_whose_reply_was_lost_is_no_duplicate_of_itself() {
        network.loseNextReplyTo("EVALSHA");

        client.enqueue(task.id("a").unique(Duration.ofHours(1)));

        assertThat(pending()).containsExactly("a", "warm-up");
    }

    @Test
    void a_task_that_is_stored_once_is_found_by_its_receipt_when_it_has_run() {
        NewTask once = ((DefaultAsynqClient) client).compose(task.id("a")).once("group");
        broker.producerCommands().store(List.of(once));
        redis.at("asynq:{default}:pending").del("asynq:{default}:pending", "asynq:{default}:t:a");
        network.loseNextReplyTo("EVALSHA");

        assertThat(broker.producerCommands().store(List.of(once))).containsExactly(new StoreResult.Stored());
        assertThat(pending()).isEmpty();
    }

    @Test
    void another_task_under_the_same_id_is_a_conflict_even_if_the_reply_was_lost() {
        client.enqueue(task.id("a").payload("first"));
        network.loseNextReplyTo("EVALSHA");

        assertThatThrownBy(() -> client.enqueue(task.id("a").payload("second")))
                .isInstanceOf(TaskIdConflictException.class);
        assertThat(pending()).containsExactly("a", "warm-up");
    }

    @Test
    void each_task_of_a_batch_whose_reply_was_lost_is_looked_up() {
        client.enqueue(task.id("a").payload("first"));
        network.loseNextReplyTo("EVALSHA");

        List<EnqueueResult> results = client
                .enqueueAll(List.of(task.id("x"), task.id("a").payload("second"), task.id("y")));

        assertThat(results).extracting(EnqueueResult::isStored).containsExactly(true, false, true);
        assertThat(results.get(1).error()).isInstanceOf(TaskIdConflictException.class);
        assertThat(pending()).containsExactly("y", "x", "a", "warm-up");
    }

    @Test
    @SomeDays(oneIn = 3)
    void without_any_answer_the_outcome_is_uncertain_and_nothing_is_sent_twice() {
        network.swallow();

        assertThatThrownBy(() -> client.enqueue(task.id("a"))).isInstanceOf(EnqueueAmbiguousException.class)
                .hasMessageContaining("may or may not be enqueued");

        network.heal();
        assertThat(pending()).containsExactly("warm-up");
        client.enqueue(task.id("a"));
        assertThat(pending()).containsExactly("a", "warm-up");
    }

    private List<String> pending() {
        Jedis node = redis.at("asynq:{default}:pending");
        return node.lrange("asynq:{default}:pending", 0, -1);
    }
}
