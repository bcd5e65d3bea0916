package io.github.asynqee.testkit.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.testkit.engine.EventConditions.finishedWithFailure;
import static org.junit.platform.testkit.engine.TestExecutionResultConditions.message;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.Task;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.testkit.ManualClock;
import io.github.asynqee.testkit.worker.AsynqForTests;
import io.github.asynqee.testkit.worker.TestWorker;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.platform.testkit.engine.EngineTestKit;
import org.junit.platform.testkit.engine.Events;

class AsynqTestExtensionTest {

    private static Events run(Class<?> tests) {
        return EngineTestKit.engine("junit-jupiter").selectors(selectClass(tests))
                .configurationParameter("junit.jupiter.execution.parallel.enabled", "true")
                .configurationParameter("junit.jupiter.execution.parallel.config.strategy", "fixed")
                .configurationParameter("junit.jupiter.execution.parallel.config.fixed.parallelism", "20")
                .execute().testEvents();
    }

    @Test
    void parameters_and_fields_are_of_one_test() {
        run(Parts.class).assertStatistics(all -> all.succeeded(5).failed(0));
    }

    @Test
    void tests_in_parallel_do_not_see_each_other() {
        run(Parallel.class).assertStatistics(all -> all.succeeded(60).failed(0));
    }

    @Test
    void wrong_use_is_told() {
        run(WrongField.class).assertThatEvents().haveExactly(1, finishedWithFailure(
                message(text -> text.contains("its type must be one of AsynqForTests, AsynqClient"))));
        run(WrongTime.class).assertThatEvents().haveExactly(1, finishedWithFailure(
                message(text -> text.contains("@AsynqTest(now = \"tomorrow\") is not a time"))));
        assertThat(EngineTestKit.engine("junit-jupiter").selectors(selectClass(ForAll.class)).execute()
                .containerEvents().failed().list()).singleElement().asString()
                .contains("gives each test method its own AsynqClient");
    }

    @AsynqTest(now = "2026-01-31T12:00:00Z")
    static class Parts {

        @AsynqResource
        Inspector inspector;

        @BeforeEach
        void enqueue(AsynqClient client) {
            client.enqueue(Task.of("a", ""));
        }

        @Test
        void a_test_begins_empty(TestWorker worker) {
            assertThat(inspector.queues().info("default").pending()).isOne();
            assertThat(worker.handle("a", task -> {}).drain()).hasSize(1);
        }

        @Test
        void so_does_the_next_one(AsynqForTests asynq, ManualClock clock) {
            assertThat(asynq.inspector()).isSameAs(inspector);
            assertThat(clock).isSameAs(asynq.clock()).hasToString("ManualClock[2026-01-31T12:00Z]");
            assertThat(inspector.queues().info("default").pending()).isOne();
        }

        @Nested
        class Inner {

            @AsynqResource
            AsynqForTests asynq;

            @Test
            void a_nested_test_has_the_clock_of_the_outer_class(ManualClock clock) {
                assertThat(clock).hasToString("ManualClock[2026-01-31T12:00Z]");
                assertThat(asynq.inspector()).isSameAs(inspector);
            }

            @Test
            @AsynqTest
            void a_method_without_a_time_too(ManualClock clock) {
                assertThat(clock).hasToString("ManualClock[2026-01-31T12:00Z]");
            }

            @Test
            @AsynqTest(now = "2026-02-01T12:00:00Z")
            void a_method_has_its_own(ManualClock clock) {
                assertThat(clock).hasToString("ManualClock[2026-02-01T12:00Z]");
            }
        }
    }

    @AsynqTest
    @Execution(ExecutionMode.CONCURRENT)
    static class Parallel {

        @RepeatedTest(60)
        void each_has_its_own_tasks(AsynqForTests asynq) {
            asynq.worker().handle("a", task -> {});
            for (int i = 1; i <= 3; i++) {
                asynq.client().enqueue(Task.of("a", "").id("same"));
                assertThat(asynq.inspector().queues().info("default").pending()).isOne();
                assertThat(asynq.worker().drain()).hasSize(1);
            }
        }
    }

    @AsynqTest
    static class WrongField {

        @AsynqResource
        String text;

        @Test
        void never_called() {}
    }

    @AsynqTest(now = "tomorrow")
    static class WrongTime {

        @Test
        void never_called(AsynqClient client) {}
    }

    @AsynqTest
    static class ForAll {

        @BeforeAll
        static void once(AsynqClient client) {}

        @Test
        void never_called() {}
    }
}
