package io.github.asynqee.internal.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Collections;
import java.util.List;

import io.github.asynqee.internal.broker.DequeuedTasks;
import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.broker.MatchingTasks;
import io.github.asynqee.internal.broker.watch.QueueEnds;
import io.github.asynqee.internal.protocol.TaskMessage;
import org.junit.jupiter.api.Test;

class ScanBudgetTest {

    private final ScanBudget budget = new ScanBudget(ScanBudget.USED_UP);
    private final ScanBudget.Account account = budget.account(0);

    private static MatchingTasks found(int looked, int walked) {
        return new MatchingTasks(DequeuedTasks.NONE, looked, walked, QueueEnds.EMPTY, null, null, List.of());
    }

    private static MatchingTasks taken(int tasks, int walked) {
        Lease lease = new Lease(TaskMessage.builder("a", "t", "q").build(), 0);
        return new MatchingTasks(new DequeuedTasks(Collections.nCopies(tasks, lease), List.of(), List.of(), false), 16,
                walked, QueueEnds.EMPTY, null, null, List.of());
    }

    @Test
    void a_long_queue_is_scanned_once_without_debt_and_then_slowly() {
        account.charge(found(20_016, 0), 0);
        assertThat(account.isInDebt(0)).isFalse();
        account.charge(found(1_016, 0), 0);
        assertThat(account.debt(0)).isEqualTo(Duration.ofMillis(100));
        assertThat(account.isInDebt(Duration.ofMillis(101).toNanos())).isFalse();
    }

    @Test
    void entries_that_redis_walks_are_charged() {
        account.charge(found(16, 3_000_000), 0);
        assertThat(account.debt(0)).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void the_debt_of_one_queue_is_not_that_of_another() {
        ScanBudget.Account other = budget.account(0);
        account.charge(found(1_000_000, 0), 0);
        assertThat(account.isInDebt(0)).isTrue();
        assertThat(other.isInDebt(0)).isFalse();
    }

    @Test
    void an_account_that_was_not_full_for_a_minute_is_used_up() {
        long now = 0;
        for (; now < Duration.ofSeconds(59).toNanos(); now += Duration.ofSeconds(1).toNanos()) {
            account.charge(found(12_016, 0), now);
            assertThat(account.isUsedUp(now)).isFalse();
        }
        now += Duration.ofSeconds(2).toNanos();
        assertThat(account.isUsedUp(now)).isTrue();

        assertThat(account.isUsedUp(now + Duration.ofMinutes(1).toNanos())).as("full again").isFalse();
    }

    @Test
    void queues_in_debt_share_the_income() {
        ScanBudget.Account other = budget.account(0);
        account.charge(found(30_016, 0), 0);
        other.charge(found(30_016, 0), 0);
        assertThat(account.debt(0)).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void a_debt_that_is_paid_by_now_takes_no_share_of_the_income() {
        ScanBudget.Account other = budget.account(0);
        other.charge(found(30_016, 0), 0);
        long later = Duration.ofSeconds(2).toNanos();
        account.charge(found(40_016, 0), later);
        assertThat(account.debt(later)).isEqualTo(Duration.ofSeconds(2));
    }

    @Test
    void taking_from_the_middle_is_charged_less_than_looking_in_vain_and_not_at_all_near_the_ends() {
        account.charge(taken(10, 10_000), 0);
        account.charge(taken(10, 10_010_000), 0);
        assertThat(account.isInDebt(0)).isFalse();
        account.charge(taken(1, 6_000), 0);
        assertThat(account.debt(0)).isEqualTo(Duration.ofMillis(1));
    }
}
