package io.github.asynqee.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.Task;
import io.github.asynqee.TaskState;
import io.github.asynqee.engine.Asynq;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.connect.Inspectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The option {@code --group} with tasks that have a group but are not aggregating. */
class GroupOptionTest extends CommandTest {

    private Inspector inspector;

    @BeforeEach
    void start() {
        inspector = Inspectors.connect(redis.url());
        try (AsynqClient client = Asynq.connect(redis.url())) {
            for (String id : List.of("g1", "g2", "g3")) {
                client.enqueue(Task.of("t", "x").id(id).group("user:1").processIn(Duration.ofHours(1)));
            }
            client.enqueue(Task.of("t", "x").id("o1").group("user:2").processIn(Duration.ofHours(1)));
            client.enqueue(Task.of("t", "x").id("s1").processIn(Duration.ofHours(1)));
        }
    }

    @AfterEach
    void stop() {
        inspector.close();
    }

    private List<String> ids(TaskState state) {
        return inspector.tasks().list("default", state, 1, 100).stream().map(task -> task.info().id()).toList();
    }

    @Test
    void only_tasks_of_the_group_are_changed() {
        assertThat(run("task", "archiveall", "-q", "default", "-s", "scheduled", "-g", "user:1", "--dry-run")).isZero();
        assertThat(lines()).first()
                .isEqualTo("3 of 5 scheduled tasks of group \"user:1\" of queue \"default\" match");

        assertThat(run("task", "archiveall", "-q", "default", "-s", "scheduled", "-g", "user:1")).isZero();

        assertThat(lines()).containsExactly("3 of 5 scheduled tasks of group \"user:1\" of queue \"default\" match",
                "3 tasks archived");
        assertThat(ids(TaskState.ARCHIVED)).containsExactlyInAnyOrder("g1", "g2", "g3");
        assertThat(ids(TaskState.SCHEDULED)).containsExactlyInAnyOrder("o1", "s1");
    }

    @Test
    void only_tasks_of_the_group_are_run_and_deleted() {
        assertThat(run("task", "runall", "-q", "default", "-s", "scheduled", "-g", "user:2")).isZero();
        assertThat(ids(TaskState.PENDING)).containsExactly("o1");
        inspector.bulk().archiveAll("default", TaskState.SCHEDULED);

        assertThat(run("task", "deleteall", "-q", "default", "-s", "archived", "-g", "user:1")).isEqualTo(2);
        assertThat(err.toString())
                .contains(
                        "without a terminal, --yes is required to delete 3 archived tasks of group \"user:1\" of queue \"default\"");
        assertThat(run("task", "deleteall", "-q", "default", "-s", "archived", "-g", "user:1", "--yes")).isZero();

        assertThat(ids(TaskState.ARCHIVED)).containsExactly("s1");
        assertThat(ids(TaskState.PENDING)).containsExactly("o1");
    }

    @Test
    void only_tasks_of_the_group_are_listed() {
        assertThat(run("task", "ls", "-q", "default", "-s", "scheduled", "-g", "user:1", "-o", "csv", "--size", "2"))
                .isZero();
        assertThat(lines()).hasSize(3).allMatch(line -> line.startsWith("id") || line.startsWith("g"));
        assertThat(run("task", "ls", "-q", "default", "-s", "scheduled", "-g", "user:1", "-o", "csv", "--size", "2",
                "--page", "2")).isZero();
        assertThat(lines()).hasSize(2).last().asString().startsWith("g3");
        assertThat(run("task", "ls", "-q", "default", "-s", "pending", "-g", "user:1")).isZero();
        assertThat(lines()).containsExactly("No pending tasks in \"default\" queue");
    }
}
