package io.github.asynqee.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.broker.Settlement;
import io.github.asynqee.internal.protocol.PrivateFields;
import io.github.asynqee.vectors.KeySpace;
import org.junit.jupiter.api.Test;

/** The number of recoveries is kept in a private field. */
class RecoveriesTest extends BrokerTest {

    private static final Outcome.Retry RETRY = new Outcome.Retry(T0, "boom", true);

    private String recoveries() {
        return field(DEFAULT.task("t1"), PrivateFields.RECOVERIES);
    }

    private void runsAgain(Outcome outcome) {
        clock.advance(Duration.ofSeconds(5));
        broker.maintenanceCommands().forward(List.of("default"), 1).get(0).get();
        Lease lease = broker.workerCommands().dequeue("default", 1).leases().get(0);
        assertThat(settle(lease, outcome)).isEqualTo(new Settlement.Result.Settled());
    }

    @Test
    void each_recovery_counts_and_nothing_else_does() {
        settle(active("t1"), RETRY);
        assertThat(recoveries()).isNull();

        runsAgain(RETRY.asRecovery());
        runsAgain(RETRY);
        runsAgain(new Outcome.Retry(T0, "busy", false).asRecovery());
        assertThat(recoveries()).isEqualTo("2");

        clock.advance(Duration.ofSeconds(5));
        broker.maintenanceCommands().forward(List.of("default"), 1).get(0).get();
        broker.workerCommands().dequeue("default", 1);
        clock.advance(Duration.ofSeconds(60));
        assertThat(broker.maintenanceCommands().expiredLeases("default", clock.instant(), 0).recoveries())
                .isEqualTo(Map.of("t1", 2));
    }

    @Test
    void whatever_is_archived_starts_over() {
        settle(active("t1"), RETRY.asRecovery());

        runsAgain(new Outcome.Archive("enough"));

        assertThat(state("t1")).isEqualTo("archived");
        assertThat(recoveries()).isNull();
    }

    @Test
    void a_recovery_leaves_what_a_failure_leaves() {
        settle(active("t1"), RETRY);
        KeySpace failed = dump();
        redis.clear();
        broker.close();
        connect();

        settle(active("t1"), RETRY.asRecovery());

        dump().assertSameAs(failed);
    }

    @Test
    void what_is_no_number_harms_nobody() {
        Lease lease = active("t1");
        redis.at(DEFAULT.task("t1")).hset(DEFAULT.task("t1"), PrivateFields.RECOVERIES, "many");
        clock.advance(Duration.ofSeconds(60));

        assertThat(broker.maintenanceCommands().expiredLeases("default", clock.instant(), 0).recoveries())
                .isEqualTo(Map.of("t1", 0));
        assertThat(settle(lease, RETRY.asRecovery())).isEqualTo(new Settlement.Result.Settled());
        assertThat(state("t1")).isEqualTo("retry");
    }

    @Test
    void a_lease_whose_task_is_no_hash_is_found_vanished() {
        redis.at(DEFAULT.lease()).zadd(DEFAULT.lease(), 1, "text");
        redis.at(DEFAULT.task("text")).set(DEFAULT.task("text"), "text");

        assertThat(broker.maintenanceCommands().expiredLeases("default", T0, 0).vanished()).containsExactly("text");
    }
}
