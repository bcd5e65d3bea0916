package io.github.asynqee.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.regex.Pattern;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.Task;
import io.github.asynqee.TaskOptions;
import io.github.asynqee.TaskState;
import io.github.asynqee.engine.Asynq;
import io.github.asynqee.fixtures.SomeDays;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.connect.Inspectors;
import io.github.asynqee.testkit.EmbeddedRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code asynq dash} of the runnable jar, started by {@code bin/asynq} in a real terminal. */
@SomeDays(oneIn = 3)
class DashIT {

    private static final Pattern COLOUR = Pattern.compile("\u001b\\[([0-9;]*;)?([34][0-8]|9[0-7])(;[0-9;]*)?m");

    private TerminalWindow terminal;
    private EmbeddedRedis redis;
    private AsynqClient client;
    private Inspector inspector;

    @BeforeEach
    void start() {
        terminal = TerminalWindow.open(80, 24);
        redis = EmbeddedRedis.builder().config("appendonly", "yes").config("appendfsync", "always").start();
        client = Asynq.connect(redis.url());
        inspector = Inspectors.connect(redis.url());
        enqueue("alpha", "a-1", "report:weekly", "{\"for\":\"accounts\"}");
        enqueue("alpha", "a-2", "email:welcome", "{}");
        enqueue("beta", "b-1", "email:welcome", "{}");
        client.enqueue(Task.of("email:later", "{}").with(TaskOptions.builder().queue("alpha").id("later")
                .processIn(Duration.ofHours(2)).build()));
    }

    @AfterEach
    void stop() {
        if (redis != null) {
            terminal.close();
            inspector.close();
            client.close();
            redis.close();
        }
    }

    private void enqueue(String queue, String id, String type, String payload) {
        client.enqueue(Task.of(type, payload).with(TaskOptions.builder().queue(queue).id(id).build()));
    }

    private void dash(String before, String options) {
        terminal.type(
                before + TerminalWindow.asynq("dash --uri " + redis.url() + " " + options) + "; echo \"exit=$?\"");
    }

    private void dash() {
        dash("", "--refresh 1s");
        terminal.await("1 of 2");
    }

    private void assertRestored(int exit) {
        terminal.await("exit=" + exit);
        terminal.awaitPrompt();
        assertThat(terminal.isAlternateScreen()).as("alternate screen").isFalse();
        assertThat(terminal.isCursorVisible()).as("visible cursor").isTrue();
        assertThat(terminal.text()).startsWith(TerminalWindow.PROMPT).doesNotContain("1 Queues");
        terminal.type("stty -a | tr ' ' '\\n' | grep -xE -- '-?(echo|icanon|isig|icrnl|ixon);?' | xargs echo modes:");
        terminal.await("modes: icrnl ixon isig icanon echo");
    }

    @Test
    void navigation_from_queues_to_a_task_and_through_the_tabs() {
        dash();
        assertThat(terminal.lines().get(3)).startsWith(" Queue  State  Size  Latency");
        assertThat(terminal.lines().get(4)).startsWith(" alpha  run       3 ");
        assertThat(terminal.isAlternateScreen()).isTrue();
        assertThat(terminal.isCursorVisible()).isFalse();

        terminal.keys("Enter");
        terminal.await("report:weekly");
        terminal.keys("Right", "l");
        terminal.await("in 1h59m");
        terminal.keys("h", "Left");
        terminal.await("a-1");
        terminal.keys("j", "k", "Enter");
        terminal.await("\"for\": \"accounts\"");
        terminal.keys("q");
        terminal.await("1 of 2, page 1 of 1, 2 tasks");
        terminal.keys("3");
        terminal.await("No server is running");
        terminal.keys("Tab");
        terminal.await("No scheduler entries");
        terminal.keys("5");
        terminal.await("no running server consumes");
        terminal.keys("?");
        terminal.await("pause or unpause the queue");
        terminal.keys("Escape", "1");
        terminal.await("1 of 2");
        terminal.keys("/", "b", "e", "Enter");
        terminal.await("1 of 1, filter \"be\"");
        assertThat(terminal.lines().get(4)).startsWith(" beta");
        terminal.keys("Escape");
        terminal.await("2 of 2");
        terminal.keys("Escape");

        assertRestored(0);
    }

    @Test
    void pages_of_tasks() {
        for (int i = 0; i < 40; i++) {
            enqueue("alpha", "task-" + i, "email:welcome", "{}");
        }
        dash();
        terminal.keys("Enter");
        terminal.await("1 of 14, page 1 of 3, 42 tasks");
        terminal.keys("n", "n", "n");
        terminal.await("1 of 14, page 3 of 3");
        assertThat(terminal.text()).contains("task-39").doesNotContain("task-25 ");
        inspector.bulk().deleteAll("alpha", TaskState.PENDING);
        terminal.await("No pending tasks");
    }

    @Test
    void a_resize_changes_the_layout_and_nothing_is_left_of_the_old_one() {
        dash();
        terminal.resize(200, 60);
        terminal.await("Tasks by state");
        awaitKeysIn(60);
        terminal.resize(80, 24);
        terminal.awaitNo("Tasks by state");
        awaitKeysIn(24);
        terminal.resize(40, 10);
        terminal.await("The terminal is too small");
        terminal.resize(80, 24);
        terminal.await("1 of 2");
        terminal.keys("q");

        assertRestored(0);
    }

    private void awaitKeysIn(int line) {
        terminal.await(text -> text.lines().skip(line - 1).findFirst().orElse("").startsWith(" q quit"),
                "has its keys in line " + line);
    }

    @ParameterizedTest
    @ValueSource(strings = { "TERM", "HUP", "INT" })
    void a_signal_ends_it_and_the_terminal_is_restored(String signal) throws IOException, InterruptedException {
        dash();
        long process = ProcessHandle.allProcesses().filter(candidate -> candidate.info().commandLine()
                .filter(line -> line.contains("dash --uri " + redis.url())).isPresent()
                && candidate.info().command().orElse("").endsWith("java")).findFirst().orElseThrow().pid();
        new ProcessBuilder("kill", "-" + signal, "" + process).start().waitFor();

        assertRestored(switch (signal) {
            case "TERM" -> 143;
            case "HUP" -> 129;
            default -> 130;
        });
    }

    @Test
    void control_c_ends_it() {
        dash();
        terminal.keys("C-c");

        assertRestored(0);
    }

    @Test
    void an_exception_ends_it_and_the_terminal_is_restored() {
        terminal.type(TerminalWindow.java(FailingDash.class, redis.url()) + "; echo \"exit=$?\"");
        terminal.await("the clock fails");

        assertRestored(1);
    }

    @Test
    void a_lost_Redis_is_a_line_with_the_age_of_the_data_until_it_is_back() {
        dash();
        redis.kill();
        terminal.await("Redis does not answer, the data is ");
        terminal.await(text -> Pattern.compile("the data is [2-9]s old").matcher(text).find(), "shows an age of 2 s");
        assertThat(terminal.text()).contains("alpha", "no connection");
        redis.restart();
        terminal.awaitNo("Redis does not answer");
        assertThat(terminal.text()).contains("alpha", "1 of 2").doesNotContain("no connection");
    }

    @Test
    void without_Redis_it_starts_and_waits() {
        redis.kill();
        dash("", "");
        terminal.await("Redis does not answer: ");
        redis.restart();
        terminal.await("1 of 2");
    }

    @Test
    void texts_of_tasks_do_not_reach_the_terminal_raw_and_break_no_columns() {
        String hostile = "x\u001b]0;owned\u0007\u001b[31;5mred\u001b[2J\r\n\u202eright\u2066\u200d\u0000\u009b2J";
        enqueue("gamma", "g-1", hostile, hostile);
        enqueue("gamma", "g-2", "\u65e5\u672c\u8a9e:\ud83d\ude00\ud83d\udc68\u200d\ud83d\udc69", "wide");
        enqueue("gamma", "g-3", "a\u0301\u0301\u0301\u0301\u0301b\ud83c\udde9\ud83c\uddea", "marks");
        enqueue("gamma", "g-4", "plain", "plain");
        dash("", "--refresh 1s");
        terminal.await("1 of 3");
        terminal.keys("G", "Enter");
        terminal.await("g-4");

        assertThat(terminal.text()).contains("x\\u001b]0;owned\\u0007", "\u65e5\u672c\u8a9e:\ud83d\ude00", "DE");
        assertThat(terminal.lines().subList(8, 12)).allSatisfy(line -> assertThat(columns(line, " 0/25  ")).isEqualTo(
                columns(terminal.lines().get(7), " Retried")));
        assertThat(terminal.title()).doesNotContain("owned");
        terminal.keys("g", "Enter");
        terminal.await("\\u202eright\\u2066");
        assertThat(terminal.text()).doesNotContain("\u202e");
        terminal.keys("C-c");

        assertRestored(0);
    }

    private static int columns(String line, String before) {
        assertThat(line).contains(before);
        return line.substring(0, line.indexOf(before)).codePoints().map(c -> c > 0x2E80 ? 2 : c == 0x301 ? 0 : 1)
                .sum();
    }

    @Test
    void changes_are_made_after_a_confirmation() {
        dash();
        terminal.keys("P");
        terminal.await("Pause queue \"alpha\"? y/n");
        terminal.keys("n");
        terminal.await("Nothing was changed");
        terminal.keys("P");
        terminal.await("Pause queue \"alpha\"? y/n");
        terminal.keys("y");
        terminal.await("Queue \"alpha\" is paused");
        terminal.await("alpha  paused");
        assertThat(inspector.queues().info("alpha").paused()).isTrue();
        terminal.keys("Enter");
        terminal.await("a-1");
        terminal.keys("d");
        terminal.await("Delete task a-1? y/n");
        terminal.keys("y");
        terminal.await("Task a-1 is deleted");
        terminal.keys("e", "y");
        terminal.await("Task a-2 is archived");
        terminal.keys("l", "l");
        terminal.await("1 of 1");
        terminal.keys("r", "y");
        terminal.await("Task later is pending");
        assertThat(inspector.queues().info("alpha")).satisfies(queue -> {
            assertThat(queue.pending()).isEqualTo(1);
            assertThat(queue.archived()).isEqualTo(1);
            assertThat(queue.scheduled()).isZero();
        });
    }

    @Test
    void read_only_changes_nothing() {
        dash("", "--read-only");
        terminal.await("1 of 2");
        terminal.keys("P");
        terminal.await("Changes are disabled by --read-only");
        assertThat(terminal.lines().get(0)).contains("read-only");
        terminal.keys("y");
        terminal.keys("q");

        assertRestored(0);
        assertThat(inspector.queues().info("alpha").paused()).isFalse();
    }

    @Test
    void colours_are_used_unless_NO_COLOR_is_set() {
        dash();
        assertThat(terminal.textWithColours()).containsPattern(COLOUR);
        terminal.keys("q");
        assertRestored(0);
        dash("clear; NO_COLOR=1 ", "");
        terminal.await("1 of 2");

        assertThat(terminal.textWithColours()).doesNotContainPattern(COLOUR);
        assertThat(terminal.text()).contains("PPPPPP", "P pending");
    }

    @ParameterizedTest
    @ValueSource(strings = { "</dev/null", "| cat", "TERM=dumb" })
    void without_a_terminal_it_ends_with_2(String how) {
        boolean environment = how.startsWith("TERM");
        terminal.type(
                "set -o pipefail; " + (environment ? how + " " : "") + TerminalWindow.asynq("dash --uri " + redis.url())
                        + (environment ? "" : " " + how) + "; echo \"exit=$?\"");

        terminal.await("exit=2");
        assertThat(terminal.text()).containsPattern("dash (needs|cannot use) a terminal");
    }
}
