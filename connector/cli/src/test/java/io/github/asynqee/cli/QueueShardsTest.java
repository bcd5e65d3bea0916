package io.github.asynqee.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import com.google.gson.JsonParser;
import io.github.asynqee.AsynqClient;
import io.github.asynqee.DuplicateTaskException;
import io.github.asynqee.PayloadEncoder;
import io.github.asynqee.Task;
import io.github.asynqee.engine.Asynq;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** A queue with shards on the command line. */
class QueueShardsTest extends CommandTest {

    @BeforeEach
    void start() {
        try (AsynqClient client = Asynq.connect(redis.url(), PayloadEncoder.bytesAndText(), Map.of("mails", 3))) {
            client.enqueueAll(IntStream.range(0, 48)
                    .mapToObj(i -> Task.of("mail", "{}").queue("mails").id("m" + i)).toList());
            client.enqueue(Task.of("report", "{}").queue("other"));
        }
    }

    @Test
    void it_is_one_line_and_is_expanded_on_demand() {
        assertThat(run("queue", "ls")).isZero();
        assertThat(lines()).containsExactly("mails", "other");

        assertThat(run("queue", "ls", "--shards", "-o", "csv")).isZero();
        List<String> lines = lines();
        assertThat(lines.get(0)).isEqualTo("queue,shard,slot,size,pending,active,paused");
        assertThat(lines).hasSize(5);
        assertThat(lines.get(2)).startsWith("mails,mails~1,");

        assertThat(run("queue", "inspect", "mails", "-o", "json")).isZero();
        assertThat(JsonParser.parseString(out.toString()).getAsJsonArray().get(0).getAsJsonObject().get("pending")
                .getAsInt())
                .isEqualTo(48);
    }

    @Test
    void a_shard_that_cannot_be_read_hides_no_other_one() {
        try (Jedis jedis = new Jedis(redis.host(), redis.port())) {
            jedis.set("asynq:{mails~1}:scheduled", "of another type");
        }
        assertThat(run("queue", "ls", "--shards", "-o", "csv")).isEqualTo(1);
        assertThat(lines()).hasSize(5).anyMatch(line -> line.matches("mails,mails~1,\\d+,,,,"))
                .anyMatch(line -> line.matches("mails,mails~2,\\d+,1\\d,1\\d,0,false"))
                .anyMatch(line -> line.matches("other,other,\\d+,1,1,0,false"));
        assertThat(err.toString()).startsWith("error: cannot read queue \"mails~1\": ").hasLineCount(1);

        assertThat(run("queue", "shards", "mails")).isEqualTo(1);
        assertThat(lines()).hasSize(5);
        assertThat(err.toString()).startsWith("error: cannot read queue \"mails~1\": ");
        assertThat(run("queue", "shards", "other")).isZero();
    }

    @Test
    void commands_for_queues_and_tasks_reach_all_shards() {
        assertThat(run("queue", "pause", "mails")).isZero();
        assertThat(run("queue", "shards", "mails", "-o", "csv")).isZero();
        assertThat(lines().stream().skip(1)).hasSize(3).allMatch(line -> line.endsWith(",true"));

        for (int i = 0; i < 5; i++) {
            assertThat(run("task", "archive", "-q", "mails", "-i", "m" + i)).as(err.toString()).isZero();
        }
        assertThat(run("task", "ls", "-q", "mails", "-s", "archived", "-o", "csv")).isZero();
        assertThat(lines().stream().skip(1)).hasSize(5);
        assertThat(run("task", "runall", "-q", "mails", "-s", "archived")).as(err.toString()).isZero();
        assertThat(run("queue", "rm", "mails", "--force", "--yes")).isZero();
        assertThat(run("queue", "ls")).isZero();
        assertThat(lines()).containsExactly("other");
    }

    @Test
    void shards_are_added() {
        assertThat(run("queue", "shards", "mails", "--set", "6")).isZero();
        assertThat(run("queue", "shards", "mails", "-o", "csv")).isZero();
        assertThat(lines().stream().skip(1)).hasSize(6);

        assertThat(run("queue", "shards", "mails", "--set", "2")).isEqualTo(1);
        assertThat(err.toString()).contains("has 6 shards");
        assertThat(run("queue", "shards", "other", "--set", "2")).isEqualTo(1);
        assertThat(err.toString()).contains("has no shards");
        assertThat(run("queue", "shards", "mails", "--spread-keys")).isEqualTo(1);
        assertThat(err.toString()).contains("not empty");
    }

    @Test
    void a_unique_task_of_the_command_line_is_that_of_producers() {
        for (int i = 0; i < 8; i++) {
            String payload = "{" + i + "}";
            assertThat(run("task", "enqueue", "-q", "mails", "-t", "mail", "-l", payload, "--unique", "1h"))
                    .as(err.toString()).isZero();
            assertThat(out.toString()).contains("to queue mails\n");
            try (AsynqClient client = Asynq.connect(redis.url(), PayloadEncoder.bytesAndText(), Map.of("mails", 3))) {
                Task<String> same = Task.of("mail", payload).queue("mails").unique(Duration.ofHours(1));
                assertThatThrownBy(() -> client.enqueue(same)).isInstanceOf(DuplicateTaskException.class);
            }
        }
        assertThat(run("task", "enqueue", "-q", "mails", "-t", "mail", "-l", "{0}", "--unique", "1h", "-i", "x"))
                .isEqualTo(1);
        assertThat(err.toString()).contains("Task.key");
    }
}
