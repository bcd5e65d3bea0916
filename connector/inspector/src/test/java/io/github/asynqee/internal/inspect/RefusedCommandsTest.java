package io.github.asynqee.internal.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.util.ArrayList;
import java.util.List;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.Task;
import io.github.asynqee.engine.Asynq;
import io.github.asynqee.inspect.Finding;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.QueueInfo;
import io.github.asynqee.inspect.connect.Inspectors;
import io.github.asynqee.testkit.EmbeddedRedis;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** Some services refuse commands to all users. The tools show everything that does not need these commands. */
class RefusedCommandsTest {

    private static void allow(EmbeddedRedis redis, String... rules) {
        try (Jedis admin = new Jedis(redis.host(), redis.port())) {
            List<String> all = new ArrayList<>(List.of("on", ">secret", "~*", "&*"));
            all.addAll(List.of(rules));
            admin.aclSetUser("service", all.toArray(new String[0]));
        }
    }

    private static String url(EmbeddedRedis redis) {
        return "redis://service:secret@" + redis.host() + ":" + redis.port();
    }

    private static void enqueue(EmbeddedRedis redis) {
        try (AsynqClient client = Asynq.connect(redis.url())) {
            client.enqueue(Task.of("x", "p").queue("a"));
            client.enqueue(Task.of("x", "p").queue("b"));
        }
    }

    @Test
    void without_memory_only_the_memory_of_queues_is_unknown() {
        try (EmbeddedRedis redis = EmbeddedRedis.start()) {
            enqueue(redis);
            allow(redis, "+@all", "-memory");
            try (Inspector inspector = Inspectors.connect(url(redis));
                    Jedis admin = new Jedis(redis.host(), redis.port())) {
                List<String> failed = new ArrayList<>();
                List<QueueInfo> infos = inspector.queues().infos(List.of("a", "b"), (queue, e) -> failed.add(queue));

                assertThat(failed).isEmpty();
                assertThat(infos).extracting(QueueInfo::pending, QueueInfo::memoryUsage)
                        .containsExactly(tuple(1, 0L), tuple(1, 0L));
                admin.aclLogReset();
                inspector.queues().info("a");
                assertThat(admin.aclLog()).as("the refusal is remembered").isEmpty();
            }
        }
    }

    @Test
    void without_dangerous_commands_no_node_is_said_to_be_down() {
        try (EmbeddedRedis redis = EmbeddedRedis.start()) {
            enqueue(redis);
            allow(redis, "+@all", "-@dangerous", "-@admin");
            try (Inspector inspector = Inspectors.connect(url(redis))) {
                assertThat(inspector.health().findings()).extracting(Finding::code).contains("redis-info")
                        .doesNotContain("redis-node");
                assertThat(inspector.health().redisInfo()).isEmpty();
                assertThat(inspector.queues().info("a").pending()).isEqualTo(1);
            }
        }
    }
}
