package io.github.asynqee.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.Task;
import io.github.asynqee.engine.Asynq;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** IDs and queues that begin with a dash and the letter of an option. */
class DashedNamesTest extends CommandTest {

    @ParameterizedTest
    @ValueSource(strings = { "-Uakgb_J5m9g", "-hx1", "-q7", "-V2", "-y", "-", "--dash", "--yes", "-i" })
    void a_task_and_its_queue_are_named(String name) {
        try (AsynqClient client = Asynq.connect(redis.url())) {
            client.enqueue(Task.of("t", "x").id(name).queue(name));
        }

        assertThat(run("task", "inspect", "--queue=" + name, "--id=" + name)).as(err.toString()).isZero();
        assertThat(lines()).anyMatch(line -> line.endsWith(name));
        assertThat(run("task", "inspect", "-q", name, "-i", name)).as(err.toString()).isZero();
        assertThat(run("task", "ls", "--queue", name, "--state", "pending")).isZero();
        assertThat(lines()).anyMatch(line -> line.startsWith(name));
    }
}
