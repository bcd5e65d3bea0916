package io.github.asynqee.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.feature.limit.LimitRule;
import io.github.asynqee.worker.Limit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One reply of a dequeue has at most 4 MB of messages, however many lanes are free. */
class LargeDequeuesTest extends LimitedQueueTest {

    private static final int LANES = 100;
    private static final int MEGABYTES = 3;

    private static @Nullable LimitRule rule(String by) {
        return switch (by) {
            case "type" -> null;
            case "fair" -> new LimitRule(new Limit.FairBy("header:tenant"));
            default -> running("header:tenant", LANES + 1);
        };
    }

    private List<Lease> dequeue(String by) {
        return by.equals("all") ? broker.workerCommands().dequeue("default", LANES).leases()
                : dequeue(LANES, rule(by)).tasks().leases();
    }

    /** Blocks all tasks but the first one; then the limit is raised. */
    private void block(Set<String> started) {
        while (zset(WAITING).size() < LANES - 1) {
            take(LANES, ONE_OF_TENANT).forEach((id, lease) -> started.add(id));
        }
        assertThat(started).containsExactly("a0");
        lookAtAllNow();
        look(rule("blocked"));
    }

    @ParameterizedTest
    @ValueSource(strings = { "all", "type", "limit", "blocked", "fair" })
    void each_reply_has_one_task_of_3_megabytes(String by) {
        byte[] payload = new byte[MEGABYTES * 1_000_000];
        for (int i = 0; i < LANES; i++) {
            String id = "a" + i;
            store(task(id, message -> message.headers(Map.of("tenant", "a")).payload(payload)));
        }
        Set<String> started = new HashSet<>();
        if (by.equals("blocked")) {
            block(started);
        }
        for (int calls = started.size(); calls < LANES; calls++) {
            List<Lease> reply = dequeue(by);
            assertThat(reply).hasSize(1);
            started.add(reply.get(0).id());
        }
        assertThat(started).hasSize(LANES);
    }
}
