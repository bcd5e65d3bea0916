package io.github.asynqee.console.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import io.github.asynqee.inspect.LimitKey;
import org.junit.jupiter.api.Test;

/** Long lists of keys are read less often, and a change at once. */
class LimitListsTest {

    private Instant now = Instant.parse("2030-01-01T00:00:00Z");
    private final List<String> read = new ArrayList<>();
    private int keys = 1;

    private final Clock clock = new Clock() {

        @Override
        public ZoneOffset getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(java.time.ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return now;
        }
    };

    private final LimitLists lists = new LimitLists(clock, Duration.ofSeconds(2), queue -> {
        read.add(queue);
        return Collections.nCopies(keys, new LimitKey.State(new LimitKey("imports", "a"), 1, null, 1, null));
    });

    private int readings(long seconds) {
        read.clear();
        for (int i = 0; i < seconds; i++) {
            now = now.plusSeconds(1);
            lists.of("imports");
        }
        return read.size();
    }

    @Test
    void all_viewers_share_one_reading_and_a_list_of_ten_thousand_keys_is_read_every_twelve_seconds() {
        assertThat(readings(24)).isEqualTo(8);
        keys = 10_000;
        readings(3);

        assertThat(readings(24)).isLessThanOrEqualTo(2);
        lists.changed("imports");
        assertThat(readings(1)).isEqualTo(1);
    }

    @Test
    void the_lists_of_many_queues_are_not_kept() {
        for (int i = 0; i < 100; i++) {
            lists.of("queue" + i);
        }
        read.clear();

        lists.of("queue99");
        lists.of("queue1");

        assertThat(read).containsExactly("queue1");
    }
}
