package io.github.asynqee.internal.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;

import org.junit.jupiter.api.Test;

class LookBudgetTest {

    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final LookBudget budget = new LookBudget(0);

    @Test
    void a_long_queue_is_looked_through_once_without_a_pause_and_then_slowly() {
        for (int i = 0; i < 20; i++) {
            assertThat(budget.spend(1_000, 0, 0)).isZero();
        }
        // what each look has for nothing: its own eight
        assertThat(budget.spend(1_000 + 8, 0, 0)).isEqualTo(Duration.ofMillis(168));
        assertThat(budget.spend(1_008, 0, SECOND / 5)).as("the other look has been paid for by then")
                .isEqualTo(Duration.ofMillis(168));
    }

    @Test
    void what_is_not_spent_is_saved_up_to_a_limit() {
        budget.spend(20_008, 0, 0);
        assertThat(budget.spend(10_008, 0, 2 * SECOND)).isZero();
        assertThat(budget.spend(25_008, 0, 3_600 * SECOND)).as("5,000 more than was saved").isEqualTo(
                Duration.ofSeconds(1));
    }

    @Test
    void tasks_that_are_found_pay_for_those_that_were_passed_over_on_the_way() {
        for (int i = 0; i < 10_000; i++) {
            assertThat(budget.spend(800, 99, 0)).isZero();
        }
    }
}
