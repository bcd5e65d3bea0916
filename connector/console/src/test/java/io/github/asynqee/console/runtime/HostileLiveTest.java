package io.github.asynqee.console.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

import io.github.asynqee.Task;
import io.github.asynqee.console.live.Subscriber;
import io.github.asynqee.fixtures.HostileData;
import io.github.asynqee.testkit.EmbeddedRedis;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** No data in Redis prevents live updates of other data. */
class HostileLiveTest {

    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();

    private final class Viewer implements Subscriber {

        @Override
        public boolean send(String name, String json) {
            return name == null || events.add(name + " " + json);
        }

        @Override
        public void end() {
            events.add("end");
        }
    }

    /** Awaits an event of a name with a text. On a slow machine others say before it that Redis could not be read in time. */
    private String next(String name, String regex) throws InterruptedException {
        Pattern pattern = Pattern.compile(regex);
        for (String event = next();; event = next()) {
            assertThat(event).as("before " + name).isNotNull().isNotEqualTo("end");
            if (event.startsWith(name + " ") && pattern.matcher(event).find()) {
                return event;
            }
        }
    }

    private String next() throws InterruptedException {
        return events.poll(30, TimeUnit.SECONDS);
    }

    @Test
    void the_state_and_its_changes_are_sent() throws Exception {
        try (EmbeddedRedis redis = EmbeddedRedis.start(); Jedis jedis = new Jedis(redis.host(), redis.port())) {
            HostileData.fill(jedis);
            try (TestConsole console = new TestConsole(redis.url(), 1_000_000, Clock.systemUTC())) {
                console.start();
                RedisConsole instance = console.of("default");
                instance.live().subscribe("ann", new Viewer());

                next("overview", "");
                assertThat(next("queues", "")).contains("\"" + HostileData.GOOD + "\"",
                        "\"" + HostileData.QUEUE + "\"");
                instance.redis().client().enqueue(Task.of("t", new byte[0]).queue("fresh"));
                // as a change by the console does: a pause is ten times as long as a reading
                instance.monitor().changed();
                // the queue is there before its task
                next("queues", "\"fresh\"[^{}]*\"pending\":1,");
            }
        }
    }
}
