package io.github.asynqee.console.marker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;

import io.github.asynqee.console.problem.ProblemException;
import io.github.asynqee.console.redis.ConsoleRedis;
import io.github.asynqee.testkit.RedisForTests;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

class MarkersTest {

    private static final RedisForTests REDIS = RedisForTests.shared();
    private static final Instant AT = Instant.parse("2026-01-02T03:04:05.678Z");

    private final ConsoleRedis redis = new ConsoleRedis("default", REDIS.url(), Thread::new);
    private final Markers markers = new Markers(redis);

    @BeforeEach
    void clear() {
        REDIS.clear();
    }

    @AfterEach
    void close() {
        redis.close();
    }

    @Test
    void markers_are_listed_the_latest_first() {
        Marker late = markers.add(AT.plusSeconds(60), "ann", "version 2\n<b>");
        Marker early = markers.add(AT, "bob\nx", "version 1");

        assertThat(markers.all(null)).containsExactly(late, early);
        assertThat(markers.all(late.user())).contains(late).allMatch(marker -> marker.user().equals(late.user()));
        assertThat(markers.all("nobody")).isEmpty();
        assertThat(late.text()).isEqualTo("version 2\n<b>");
        assertThat(early).isEqualTo(new Marker(early.id(), AT, "bob x", "version 1"));
    }

    @Test
    void what_is_no_marker_hides_none() {
        Marker marker = markers.add(AT, "ann", "version 1");
        try (Jedis jedis = new Jedis(REDIS.host(), REDIS.port())) {
            jedis.zadd(Markers.KEY, Double.POSITIVE_INFINITY, "id\nann\nat the end of all times");
            jedis.zadd(Markers.KEY, AT.toEpochMilli(), "no marker");
        }

        assertThat(markers.all(null)).containsExactly(marker);
    }

    @Test
    void the_same_text_twice_makes_two_markers() {
        markers.add(AT, "ann", "deploy");
        markers.add(AT, "ann", "deploy");

        assertThat(markers.all(null)).hasSize(2);
    }

    @Test
    void one_is_deleted_by_its_id() {
        Marker kept = markers.add(AT, "ann", "kept");
        Marker deleted = markers.add(AT, "ann", "deleted");

        assertThat(markers.delete(deleted.id(), null)).contains(deleted);
        assertThat(markers.delete(deleted.id(), null)).isEmpty();
        assertThat(markers.all(null)).containsExactly(kept);
    }

    @Test
    void of_another_user_none_is_deleted() {
        Marker marker = markers.add(AT, "ann", "of ann");

        assertThatThrownBy(() -> markers.delete(marker.id(), "bob")).isInstanceOf(ProblemException.class);
        assertThat(markers.all(null)).containsExactly(marker);
        assertThat(markers.delete(marker.id(), "ann")).contains(marker);
    }

    @Test
    void one_user_cannot_displace_the_markers_of_the_others() {
        for (int i = 0; i < Markers.MAX - 10; i++) {
            markers.add(AT.plusSeconds(i), "ann", "m" + i);
        }
        for (int i = 0; i < 100; i++) {
            markers.add(AT.plusSeconds(10_000 + i), "eve", "e" + i);
        }

        List<Marker> all = markers.all(null);
        assertThat(all).hasSize(Markers.MAX);
        assertThat(all).filteredOn(marker -> marker.user().equals("ann")).hasSize(Markers.MAX - 10);
        Marker first = markers.add(AT, "bob", "first");
        assertThat(markers.all(null)).hasSize(Markers.MAX).contains(first)
                .filteredOn(marker -> marker.user().equals("ann")).hasSize(Markers.MAX - 11);
    }

    @Test
    void the_oldest_are_deleted_beyond_the_maximum() {
        for (int i = 0; i < Markers.MAX + 5; i++) {
            markers.add(AT.plusSeconds(i), "ann", "m" + i);
        }

        List<Marker> all = markers.all(null);
        assertThat(all).hasSize(Markers.MAX);
        assertThat(all.get(Markers.MAX - 1).text()).isEqualTo("m5");
    }
}
