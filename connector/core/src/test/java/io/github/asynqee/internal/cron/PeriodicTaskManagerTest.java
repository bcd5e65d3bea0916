package io.github.asynqee.internal.cron;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

import io.github.asynqee.InvalidTaskException;
import io.github.asynqee.Task;
import io.github.asynqee.event.PeriodicTaskEnqueued;
import io.github.asynqee.periodic.InvalidCronSpecException;
import io.github.asynqee.periodic.PeriodicTask;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PeriodicTaskManagerTest extends ScheduleTest {

    private Node node;
    private PeriodicTaskManager provided;
    private Collection<PeriodicTask> supply = new ArrayList<>();
    private Exception failure;

    @BeforeEach
    void provide() {
        node = node();
        provided = new PeriodicTaskManager(node.scheduler, () -> {
            if (failure != null) {
                throw failure;
            }
            return supply;
        });
    }

    private static PeriodicTask named(String name, String spec) {
        return PeriodicTask.of(name, spec, Task.of("beat", "x"));
    }

    private List<String> entries() {
        return node.scheduler.entries().stream().map(entry -> entry.name() + " " + entry.spec()).toList();
    }

    @Test
    void entries_come_change_and_go() {
        supply = List.of(named("a", "@daily"), named("b", "@hourly"));
        provided.load();
        assertThat(entries()).containsExactly("a @daily", "b @hourly");

        supply = List.of(named("b", "@weekly"), named("c", "@daily"));
        provided.runOnce();

        assertThat(entries()).containsExactlyInAnyOrder("b @weekly", "c @daily");
    }

    @Test
    void options_and_headers_count() {
        supply = List.of(PeriodicTask.of("a", "@every 7s", Task.of("beat", "x")));
        provided.load();
        node.scheduler.runOnce();
        supply = List.of(PeriodicTask.of("a", "@every 7s", Task.of("beat", "x").header("k", "v").maxRetry(3)));
        provided.runOnce();
        run(Duration.ofSeconds(7));

        PeriodicTaskEnqueued event = node.enqueued().get(0);
        assertThat(event.task().headers()).containsEntry("k", "v");
        assertThat(event.task().maxRetry()).isEqualTo(3);
    }

    @Test
    void at_the_start_a_failure_is_thrown() {
        failure = new java.io.IOException("no database");
        assertThatThrownBy(provided::load).isInstanceOf(InvalidTaskException.class)
                .hasMessageContaining("no database").hasCause(failure);

        failure = new InvalidCronSpecException("bad");
        assertThatThrownBy(provided::load).hasMessageContaining("bad");
    }

    @Test
    void at_the_start_a_wrong_entry_is_thrown_and_none_is_added() {
        supply = Arrays.asList(named("a", "@daily"), null);
        assertThatThrownBy(provided::load).hasMessageContaining("one is null");
        supply = null;
        assertThatThrownBy(provided::load).hasMessageContaining("null");
        supply = List.of(named("a", "@daily"), named("a", "@hourly"));
        assertThatThrownBy(provided::load).hasMessageContaining("two periodic tasks with the name \"a\"");
        supply = List.of(named("a", "@daily"), PeriodicTask.of("b", "@daily", Task.of("beat", 42)));
        assertThatThrownBy(provided::load).hasMessageContaining("periodic task \"b\"");

        assertThat(entries()).isEmpty();
    }

    @Test
    void later_a_failure_leaves_everything_as_it_is() {
        supply = List.of(named("a", "@daily"));
        provided.load();

        failure = new IllegalStateException("no database");
        provided.runOnce();
        failure = null;
        supply = List.of(named("b", "@daily"), named("b", "@daily"));
        provided.runOnce();
        assertThat(entries()).containsExactly("a @daily");

        supply = List.of(named("b", "@daily"));
        provided.runOnce();
        assertThat(entries()).containsExactly("b @daily");
    }

    @Test
    void an_entry_of_another_origin_is_neither_taken_over_nor_removed() {
        node.scheduler.put(named("mine", "@daily"));
        supply = List.of(named("mine", "@hourly"));
        assertThatThrownBy(provided::load).hasMessageContaining("two periodic tasks with the name \"mine\"");

        supply = List.of();
        provided.runOnce();
        assertThat(entries()).containsExactly("mine @daily");
    }
}
