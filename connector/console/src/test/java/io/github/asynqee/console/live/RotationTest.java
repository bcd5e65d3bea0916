package io.github.asynqee.console.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

class RotationTest {

    private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");

    private final List<CachedQueue> queues = Stream.of("bad1", "bad2", "good1", "good2").map(CachedQueue::new).toList();

    private List<String> attempt(long second) {
        Collection<CachedQueue> chosen = Rotation.choose(queues, Set.of(), 2L * queues.get(0).countingCost());
        chosen.forEach(queue -> queue.failed(START.plusSeconds(second)));
        return chosen.stream().map(CachedQueue::name).toList();
    }

    @Test
    void queues_that_cannot_be_read_wait_for_their_turn() {
        assertThat(attempt(1)).containsExactly("bad1", "bad2");
        assertThat(attempt(2)).containsExactly("good1", "good2");
        assertThat(attempt(3)).containsExactly("bad1", "bad2");
    }
}
