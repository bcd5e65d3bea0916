package io.github.asynqee.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.asynqee.testkit.EmbeddedRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Commands in a real terminal. */
class TerminalTest {

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

    private void run(String arguments) {
        terminal.type(TerminalWindow.asynq(arguments + " --uri " + redis.url()) + "; echo exit=$?");
    }

    @Test
    void what_destroys_asks_first_and_takes_no_for_an_answer() {
        run("task enqueue -t email:welcome -i t1");
        terminal.await("exit=0");
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
}
