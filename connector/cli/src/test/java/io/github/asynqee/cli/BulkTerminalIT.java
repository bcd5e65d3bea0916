package io.github.asynqee.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

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

/** The progress bar of a bulk command and Ctrl-C, in a real terminal. */
@SomeDays(oneIn = 3)
class BulkTerminalIT {

    private static final int TASKS = 60_000;

    private EmbeddedRedis redis;
    private Inspector inspector;
    private TerminalWindow terminal;

    @BeforeEach
    void open() {
        terminal = TerminalWindow.open(140, 30);
        redis = EmbeddedRedis.start();
        inspector = Inspectors.connect(redis.url());
        try (AsynqClient client = Asynq.connect(redis.url())) {
            for (int from = 0; from < TASKS; from += 5_000) {
                List<Task<String>> tasks = IntStream.range(from, from + 5_000)
                        .mapToObj(i -> Task.of("email:welcome", "{}").id("t" + i).processIn(Duration.ofHours(1)))
                        .toList();
                client.enqueueAll(tasks);
            }
        }
    }

    @AfterEach
    void close() {
        if (terminal != null) {
            terminal.close();
        }
        if (redis != null) {
            inspector.close();
            redis.close();
        }
    }

    private void run(String arguments) {
        terminal.type(TerminalWindow.asynq(arguments + " --uri " + redis.url()) + "; echo exit=$?");
    }

    @Test
    void ctrl_c_ends_a_change_with_a_cursor_from_which_it_goes_on() {
        run("task deleteall -q default -s scheduled -t email: --yes");
        terminal.await(
                text -> Pattern.compile("\\[#*-+] +\\d+% [\\d,]+/60,000 examined, [\\d,]+ changed, ").matcher(text)
                        .find(),
                "shows a progress bar");
        terminal.keys("C-c");
        terminal.await("exit=");

        String shown = terminal.text();
        assertThat(shown).contains("60000 of 60000 scheduled tasks of queue \"default\" match").contains("exit=130");
        assertThat(shown).as("the bar is removed").doesNotContain("examined");
        Matcher cursor = Pattern.compile("interrupted: continue with --resume ([\\w.\\-\\s]+?)\\s*exit=")
                .matcher(shown);
        assertThat(cursor.find()).as(shown).isTrue();
        int left = inspector.queues().info("default").scheduled();
        assertThat(left).isPositive();
        assertThat(shown).contains(TASKS - left + " tasks deleted");

        run("task deleteall -q default -s scheduled -t email: --yes --resume "
                + cursor.group(1).replaceAll("\\s", ""));
        terminal.await("exit=0");
        assertThat(terminal.text()).contains(left + " tasks deleted");
        assertThat(inspector.queues().info("default").size()).isZero();
    }

    @Test
    void there_is_no_bar_where_the_error_output_is_no_terminal() {
        run("task runall -q default -s scheduled -t email: 2>/dev/null");
        terminal.await("exit=0");

        assertThat(terminal.text()).contains("60000 tasks are now pending").doesNotContain("examined");
    }
}
