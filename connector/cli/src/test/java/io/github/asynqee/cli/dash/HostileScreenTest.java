package io.github.asynqee.cli.dash;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

import io.github.asynqee.TaskState;
import io.github.asynqee.cli.dash.text.Frame;
import io.github.asynqee.cli.dash.text.Theme;
import io.github.asynqee.fixtures.HostileData;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.connect.Inspectors;
import io.github.asynqee.internal.inspect.payload.PayloadReader;
import io.github.asynqee.testkit.EmbeddedRedis;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** Each view can be read and drawn with any data in Redis. */
class HostileScreenTest {

    private static final Instant NOW = Instant.parse("2030-01-31T12:00:00Z");
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final int ROWS = 40;

    @Test
    void each_view_is_drawn() {
        try (EmbeddedRedis redis = EmbeddedRedis.start(); Jedis jedis = new Jedis(redis.host(), redis.port())) {
            HostileData.fill(jedis);
            try (Inspector inspector = Inspectors.connect(redis.url())) {
                for (Location place : places()) {
                    assertThat(Assertions.assertTimeoutPreemptively(LIMIT, () -> drawn(inspector, place),
                            place::toString)).as(place.toString()).isNotEmpty();
                }
            }
        }
    }

    @Test
    void a_queue_that_cannot_be_read_has_its_row_and_another_one_says_why_its_tasks_wait() {
        try (EmbeddedRedis redis = EmbeddedRedis.start(); Jedis jedis = new Jedis(redis.host(), redis.port())) {
            HostileData.fill(jedis);
            try (Inspector inspector = Inspectors.connect(redis.url())) {
                List<String> lines = drawn(inspector, Location.of(Location.Tab.QUEUES)).stream().map(Object::toString)
                        .toList();

                assertThat(lines).filteredOn(line -> line.contains(HostileData.WRONG + "pending")).singleElement()
                        .asString().contains("unreadable");
                assertThat(lines).filteredOn(line -> line.contains(HostileData.GOOD)).isNotEmpty().first().asString()
                        .contains("run");
                assertThat(drawn(inspector, Location.tasks(HostileData.GOOD, TaskState.PENDING)))
                        .anyMatch(line -> line.toString().contains("No running server consumes the queue."));
            }
        }
    }

    private static List<Location> places() {
        List<Location> places = new ArrayList<>();
        for (Location.Tab tab : Location.Tab.values()) {
            if (tab != Location.Tab.TASKS) {
                places.add(Location.of(tab));
            }
        }
        for (TaskState state : TaskState.values()) {
            places.add(Location.tasks(HostileData.GOOD, state));
            places.add(Location.tasks(HostileData.QUEUE, state));
            places.add(Location.tasks(HostileData.WRONG + "pending", state));
        }
        return places;
    }

    private static List<?> drawn(Inspector inspector, Location place) {
        DashState state = new DashState(false);
        state.go(place);
        try (Poller poller = new Poller(inspector, Clock.fixed(NOW, ZoneOffset.UTC), LIMIT, () -> {})) {
            poller.show(place, ROWS);
            poller.poll();
            boolean isRefused = HostileData.WRONG.concat("pending").equals(place.queue());
            assertThat(poller.feed().lost() == null || isRefused).as(poller.feed().lost()).isTrue();
            return new Screen("redis://h:1").render(state, poller.feed(),
                    new Frame(120, ROWS, NOW, ZoneOffset.UTC, new Theme(true, true), PayloadReader.WITHOUT_KEYS));
        }
    }
}
