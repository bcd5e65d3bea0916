package io.github.asynqee.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.Task;
import io.github.asynqee.engine.Asynq;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** Archiving into an archive that is nearly full deletes its oldest tasks. */
class ArchiveOverflowTest extends CommandTest {

    private static final String ARCHIVED = "asynq:{default}:archived";
    private static final String WHAT = "archive 10 pending tasks of queue \"default\" and delete up to 4 of the oldest archived tasks";

    @BeforeEach
    void fill() {
        long now = Instant.now().getEpochSecond();
        Map<String, Double> archived = new LinkedHashMap<>();
        for (int i = 0; i < 9_993; i++) {
            archived.put("old" + i, now + (double) i - 9_993);
        }
        try (AsynqClient client = Asynq.connect(redis.url()); Jedis jedis = new Jedis(redis.host(), redis.port())) {
            for (int i = 0; i < 10; i++) {
                client.enqueue(Task.of(i < 6 ? "few" : "more", "x").id("t" + i));
            }
            jedis.zadd(ARCHIVED, archived);
        }
    }

    private long pending() {
        try (Jedis jedis = new Jedis(redis.host(), redis.port())) {
            return jedis.llen("asynq:{default}:pending");
        }
    }

    private long archived() {
        try (Jedis jedis = new Jedis(redis.host(), redis.port())) {
            return jedis.zcard(ARCHIVED);
        }
    }

    @Test
    void needs_yes_without_a_terminal() {
        assertThat(run("task", "archiveall", "-q", "default", "-s", "pending")).isEqualTo(2);
        assertThat(err.toString()).contains(
                "archive all pending tasks of queue \"default\" and delete up to 4 of the oldest archived",
                "--yes");
        assertThat(run("task", "archiveall", "-q", "default", "-s", "pending", "--id", "t")).isEqualTo(2);
        assertThat(err.toString()).contains(WHAT);
        assertThat(pending()).isEqualTo(10);
        assertThat(archived()).isEqualTo(9_993);

        assertThat(run("task", "archiveall", "-q", "default", "-s", "pending", "--yes")).isZero();
        assertThat(pending()).isZero();
        assertThat(archived()).isEqualTo(9_999);
    }

    @Test
    void is_announced_by_a_dry_run() {
        assertThat(run("task", "archiveall", "-q", "default", "-s", "pending", "--dry-run")).isZero();
        assertThat(lines()).last().asString().startsWith("This would " + WHAT);
        assertThat(run("task", "archiveall", "-q", "default", "-s", "pending", "--dry-run", "-o", "json")).isZero();
        assertThat(err.toString()).startsWith("This would " + WHAT);
        assertThat(out.toString()).doesNotContain("This would");
        assertThat(pending()).isEqualTo(10);
    }

    @Test
    void is_not_asked_about_if_there_is_room() {
        assertThat(run("task", "archiveall", "-q", "default", "-s", "pending", "--type", "few", "--dry-run")).isZero();
        assertThat(out.toString()).doesNotContain("This would");
        assertThat(run("task", "archiveall", "-q", "default", "-s", "pending", "--type", "few")).isZero();
        assertThat(pending()).isEqualTo(4);
    }
}
