package io.github.asynqee.bench.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import io.github.asynqee.bench.arena.Contender;
import io.github.asynqee.bench.contender.Order;
import io.github.asynqee.bench.redis.JedisRedisMeter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CoreProcessTest {

    @TempDir
    Path folder;

    @Test
    void handles_what_is_enqueued_and_leaves_nothing() {
        try (JedisRedisMeter redis = JedisRedisMeter.start();
                Contender core = CoreProcess.start("core", "core", folder.resolve("core.log"), List.of("-Xmx128m"))) {
            core.ask(Order.to("expect").with("tasks", 300));
            core.ask(Order.to("start").with("redis", redis.address()).with("queues", "bench-core:1")
                    .with("concurrency", 4));
            redis.fill("bench-core", 200, 100);
            core.ask(Order.to("enqueue").with("redis", redis.address()).with("queue", "bench-core").with("tasks", 100)
                    .with("first", 200).with("mode", "single").with("producers", 2).with("size", 100));
            Map<String, Long> tally = core.ask(Order.to("await").with("tasks", 300).with("within", 20_000));
            core.ask(Order.to("stop"));
            assertThat(tally).containsEntry("distinct", 300L).containsEntry("duplicates", 0L);
            assertThat(redis.leftovers("bench-core")).isEmpty();
            assertThat(core.ask(Order.to("heap")).get("bytes")).isBetween(1L, 128L << 20);
        }
    }

    @Test
    void virtual_threads_are_for_a_java_that_has_them() {
        try (Contender core = CoreProcess.start("core", "core", folder.resolve("core.log"), List.of())) {
            assertThat(core.can(Order.to("start").with("threads", "platform"))).isTrue();
            assertThat(core.can(Order.to("start").with("threads", "virtual")))
                    .isEqualTo(Runtime.version().feature() >= 21);
        }
    }
}
