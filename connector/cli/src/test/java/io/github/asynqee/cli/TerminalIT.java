package io.github.asynqee.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.Task;
import io.github.asynqee.engine.Asynq;
import io.github.asynqee.fixtures.SomeDays;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.connect.Inspectors;
import io.github.asynqee.testkit.EmbeddedRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Commands of the runnable jar in a real terminal. */
@SomeDays(oneIn = 3)
class TerminalIT {

    private EmbeddedRedis redis;
    private TerminalWindow terminal;

    @BeforeEach
    void open() {
        terminal = TerminalWindow.open(100, 30);
        redis = EmbeddedRedis.start();
    }

    @AfterEach
    void close() {
        if (terminal != null) {
            terminal.close();
        }
        if (redis != null) {
            redis.close();
        }
    }

    private void enqueue() {
        try (AsynqClient client = Asynq.connect(redis.url())) {
            client.enqueue(Task.of("email:welcome", "").id("t1"));
        }
    }

    private void run(String arguments) {
        terminal.type(TerminalWindow.asynq(arguments + " --uri " + redis.url()) + "; echo exit=$?");
    }

    @Test
    void what_destroys_asks_first_and_takes_no_for_an_answer() {
        enqueue();
        run("task deleteall -q default -s pending");
        terminal.await("Continue? [y/N]");
        terminal.keys("n", "Enter");
        terminal.await("exit=1");

        assertThat(terminal.text()).contains("error: not confirmed, nothing was changed");
        run("task deleteall -q default -s pending");
        terminal.await(text -> text.indexOf("[y/N]") < text.lastIndexOf("[y/N]"), "asks twice");
        terminal.keys("y", "Enter");
        terminal.await("1 tasks deleted");
    }

    @Test
    void ctrl_c_at_the_question_ends_the_command_and_a_yes_after_it_is_not_heard() {
        enqueue();
        for (String command : List.of("task deleteall -q default -s pending -t email:",
                "task deleteall -q default -s pending", "queue rm default --force")) {
            terminal.type("clear");
            // wait until the question of the previous round disappears
            terminal.awaitNo("[y/N]");
            run(command);
            terminal.await("Continue? [y/N]");
            terminal.keys("C-c", "y", "Enter");
            terminal.await("exit=130");

            assertThat(terminal.text()).as(command).doesNotContain("deleted", "removed");
            try (Inspector inspector = Inspectors.connect(redis.url())) {
                assertThat(inspector.queues().info("default").pending()).as(command).isEqualTo(1);
            }
        }
    }

    @Test
    void colours_are_for_terminals_only() {
        enqueue();
        try (Inspector inspector = Inspectors.connect(redis.url())) {
            inspector.changes().archive("default", "t1");
        }
        run("task search -i t1", "found");

        assertThat(terminal.textWithColours()).contains("\u001b[31marchived", "\u001b[1mQueue");
        run("task inspect -q default -i none", "missing");
        assertThat(terminal.textWithColours()).contains("\u001b[31merror:");
        terminal.type("export NO_COLOR=1; clear");
        terminal.await(text -> text.strip().equals(TerminalWindow.PROMPT), "is clear");
        run("task search -i t1", "found without");
        assertThat(terminal.textWithColours()).contains("archived").doesNotContain("\u001b[31m");
        terminal.type("unset NO_COLOR; clear");
        terminal.type(TerminalWindow.asynq("task search -i t1 --uri " + redis.url()) + " | cat -v; echo 'piped 'done");
        terminal.await("piped done");
        assertThat(terminal.text()).contains("archived").doesNotContain("^[");
    }

    private void run(String arguments, String name) {
        terminal.type(TerminalWindow.asynq(arguments + " --uri " + redis.url()) + "; echo '" + name + " 'done");
        terminal.await(name + " done");
    }
}
