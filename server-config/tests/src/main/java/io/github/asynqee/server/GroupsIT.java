package io.github.asynqee.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonReader;

import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.server.process.AppServer;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tasks that are handled together. */
@ArquillianTest
@RunAsClient
@OnOneServer(AppServer.LIBERTY)
class GroupsIT extends SampleTest {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    GroupsIT() {
        super("default");
    }

    @BeforeEach
    void forget_earlier_groups() {
        ServerUnderTest.delete("api/play/groups");
    }

    private void join(String group, int tasks) {
        playground.sendAll(IntStream.range(0, tasks).mapToObj(i -> "{\"type\":\"play:member\",\"id\":\"" + group + i
                + "\",\"group\":\"" + group + "\",\"payload\":" + i + "}").toList());
    }

    private static List<JsonObject> calls() {
        try (JsonReader reader = Json.createReader(new StringReader(ServerUnderTest.get("api/play/groups").body()))) {
            return reader.readArray().getValuesAs(JsonObject.class);
        }
    }

    private void awaitProcessed(int tasks) {
        await().atMost(LIMIT).untilAsserted(() -> assertThat(queue.processed()).isEqualTo(tasks));
    }

    @Test
    void a_group_of_1000_becomes_10_calls_of_100() {
        awaitBeginOfSecond();
        join("play:group", 1_000);

        awaitProcessed(1_000);

        assertThat(calls()).hasSize(10).allSatisfy(call -> {
            assertThat(call.getInt("size")).isEqualTo(100);
            assertThat(call.getString("group")).isEqualTo("play:group");
        });
        assertThat(redis.keys("asynq:{default}*")).as("only counters and statistics")
                .allMatch(key -> key.contains("}:processed") || key.contains("}:stats:"));
        assertThat(queue.failed()).isZero();
    }

    @Test
    void a_group_that_is_not_full_is_handled_when_nobody_joins_any_more() {
        join("play:group", 7);

        awaitProcessed(7);

        assertThat(calls()).singleElement().satisfies(call -> assertThat(call.getInt("size")).isEqualTo(7));
    }

    @Test
    void a_group_that_fails_comes_back_and_is_handled_again() {
        join("play:group-fail", 50);

        awaitProcessed(100);

        List<JsonObject> calls = calls();
        assertThat(calls.get(0).getInt("size")).isEqualTo(50);
        assertThat(calls.get(0).getBoolean("failed")).isTrue();
        assertThat(
                calls.stream().filter(call -> !call.getBoolean("failed")).mapToInt(call -> call.getInt("size")).sum())
                .isEqualTo(50);
        assertThat(queue.failed()).isEqualTo(50);
        assertThat(redis.keys("asynq:{default}:t:*")).isEmpty();
        assertThat(redis.exists("asynq:{default}:aggregation_sets")).isFalse();
    }

    @Test
    void a_group_turns_into_one_task() {
        join("play:sum", 20);

        assertThat(sum("play:sum", 20).headers()).isEmpty();
    }

    @Test
    void a_group_turns_into_one_task_on_another_thread() {
        join("play:sum-later", 20);

        assertThat(sum("play:sum-later", 20).headers()).containsEntry("later", "yes");
    }

    /** At any time there are all members and no sum, or the sum and no member. */
    private TaskMessage sum(String group, int members) {
        await().atMost(LIMIT).pollInterval(Duration.ofMillis(1)).until(() -> {
            Set<String> keys = redis.keys("asynq:{default}:t:*");
            boolean all = keys.size() == members && keys.stream().allMatch(key -> key.contains(":t:" + group));
            boolean turned = keys.size() == 1 && keys.stream().noneMatch(key -> key.contains(":t:" + group));
            assertThat(all || turned).as("%s", keys).isTrue();
            return turned;
        });
        assertThat(queue.processed()).isEqualTo(members);
        List<String> scheduled = redis.zrange("asynq:{default}:scheduled", 0, -1);
        TaskMessage sum = queue.message(scheduled.get(0));
        assertThat(new String(sum.payload(), StandardCharsets.UTF_8)).isEqualTo("" + members * (members - 1) / 2);
        assertThat(redis.exists("asynq:{default}:aggregation_sets")).isFalse();
        assertThat(calls()).hasSize(1);
        return sum;
    }

    @Test
    void a_group_that_turns_into_nothing_is_done() {
        join("play:sum", 1);
        join("play:sum-later", 1);

        awaitProcessed(2);

        assertThat(calls()).hasSize(2);
        assertThat(redis.keys("asynq:{default}*")).as("only counters and statistics")
                .allMatch(key -> key.contains("}:processed") || key.contains("}:stats:"));
        assertThat(queue.failed()).isZero();
    }

    @Test
    void a_task_put_into_its_queue_by_hand_is_a_group_of_one() {
        byte[] message = TaskMessage.builder("play:member", "by-hand", "default").group("play:group").maxRetry(1)
                .payload("1".getBytes(StandardCharsets.UTF_8)).timeout(Duration.ofMinutes(1)).build().toBytes();

        queue.plant("by-hand", message);

        awaitProcessed(1);
        assertThat(calls()).singleElement().satisfies(call -> assertThat(call.getInt("size")).isEqualTo(1));
        await().atMost(LIMIT).until(() -> queue.isGone("by-hand"));
    }
}
