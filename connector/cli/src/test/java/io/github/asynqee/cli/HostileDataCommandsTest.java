package io.github.asynqee.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

import io.github.asynqee.TaskState;
import io.github.asynqee.fixtures.HostileData;
import io.github.asynqee.fixtures.Sample;
import io.github.asynqee.fixtures.SomeDays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import redis.clients.jedis.Jedis;

/**
 * With any data in Redis, each command ends within 10 s, with its output or with a one-line error that names the
 * unreadable key. New commands are covered automatically.
 */
@Tag("thorough")
class HostileDataCommandsTest extends CommandTest {

    /** Commands that run until stopped. See {@code HostileScreenTest}, and {@code HostileMetricsTest} of the core. */
    private static final Set<String> WITHOUT_END = Set.of("asynq dash", "asynq metrics");
    /** Commands that do not read Redis. */
    static final Set<String> WITHOUT_REDIS = Set.of("asynq generate-completion", "asynq help");
    /** Additional arguments without which a command fails. */
    private static final Map<String, List<String>> MORE = Map.of("asynq task edit", List.of("--payload=x"),
            "asynq task reschedule", List.of("--in=1h"));
    private static final int LIMIT_SECONDS = 10;
    private static final int TASKS = 15;
    /** Number of tasks on which each command is run. */
    private static final int SOME = 2;

    private final ExecutorService thread = Executors.newCachedThreadPool(work -> {
        Thread daemon = new Thread(work);
        daemon.setDaemon(true);
        return daemon;
    });
    private static long filled = -1;
    private Jedis jedis;

    /** Stores the data again only after a command that changes data, because most commands only read. */
    @Override
    @BeforeEach
    void clearRedis() {
        jedis = new Jedis(redis.host(), redis.port());
        if (changes(jedis) != filled) {
            jedis.flushAll();
            HostileData.fill(jedis);
            filled = changes(jedis);
        }
    }

    @AfterEach
    void close() {
        thread.shutdownNow();
        jedis.close();
    }

    static List<String> commands() {
        List<String> found = new ArrayList<>();
        add(AsynqCommand.commandLine(new AsynqCommand(null, null)), found);
        assertThat(found).hasSizeGreaterThan(25).containsAll(WITHOUT_END).containsAll(WITHOUT_REDIS);
        found.removeAll(WITHOUT_END);
        found.removeAll(WITHOUT_REDIS);
        return found;
    }

    private static void add(CommandLine command, List<String> found) {
        if (command.getSubcommands().isEmpty()) {
            found.add(command.getCommandSpec().qualifiedName());
        }
        command.getSubcommands().values().stream().distinct().forEach(each -> add(each, found));
    }

    static List<String> names(String command) {
        return List.of(command.split(" ")).subList(1, command.split(" ").length);
    }

    static CommandLine line(AsynqCommand root, List<String> names) {
        CommandLine line = AsynqCommand.commandLine(root, names.get(0));
        for (String name : names) {
            line = line.getSubcommands().get(name);
        }
        return line;
    }

    @ParameterizedTest
    @MethodSource("commands")
    void a_command_ends_with_its_output_or_an_error_of_one_line(String command) throws Exception {
        List<String> names = names(command);
        CommandSpec spec = line(command(), names).getCommandSpec();
        List<String> failures = new ArrayList<>();
        int count = 0;
        for (Map<String, String> values : Sample.of(command, targets(), SOME)) {
            List<String> args = new ArrayList<>(names);
            args.addAll(arguments(spec, values));
            args.addAll(MORE.getOrDefault(command, List.of()));
            if (values.get("STATE").equals("aggregating") && spec.findOption("--group") != null) {
                args.add("--group=*");
            }
            if (spec.findOption("--output") != null) {
                args.add("--output=" + List.of("table", "json", "csv").get(count++ % 3));
            }
            String failure = failure(args.toArray(String[]::new));
            if (failure != null) {
                failures.add(args + ": " + failure);
            }
        }
        assertThat(failures).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("commands")
    @SomeDays(oneIn = 3)
    void what_was_typed_does_not_control_the_terminal(String command) {
        String typed = "x\u001b[2J\u009b1m";
        jedis.sadd("asynq:queues", typed);
        List<String> args = new ArrayList<>(names(command));
        args.addAll(
                arguments(line(command(), names(command)).getCommandSpec(),
                        Map.of("QUEUE", typed, "ID", typed, "STATE", "pending", "TYPE", "t",
                                "ENTRY", typed, "TO", typed)));
        args.addAll(MORE.getOrDefault(command, List.of()));

        for (String more : new String[]{ "--help=false", "--config=" + typed, "--" + typed }) {
            run(Stream.concat(args.stream(), Stream.of(more)).toArray(String[]::new));
            assertThat((out.toString() + err).chars().filter(c -> Character.isISOControl(c) && c != '\n').count())
                    .as(out + "" + err).isZero();
        }
    }

    @Test
    void nothing_hides_what_has_nothing_wrong() {
        for (String output : List.of("table", "json", "csv")) {
            assertThat(run("queue", "ls", "--output=" + output)).isZero();
            assertThat(out.toString()).contains(HostileData.GOOD);
            assertThat(run("task", "search", "--type=t", "--limit=1000", "--output=" + output)).isZero();
            assertThat(out.toString()).contains(HostileData.GOOD);
        }
        assertThat(run("task", "ls", "-q", HostileData.GOOD, "-s", "pending")).isZero();
        assertThat(out.toString()).contains(HostileData.GOOD);
        assertThat(run("stats")).isEqualTo(1);
        assertThat(out.toString()).contains(HostileData.GOOD);
        assertThat(err.toString()).contains("error: cannot read queue \"" + HostileData.WRONG + "pending\": ");
        assertThat(run("doctor")).isLessThanOrEqualTo(1);
    }

    private String failure(String... args) throws Exception {
        Future<Integer> code = thread.submit(() -> run(args));
        try {
            int ended = code.get(LIMIT_SECONDS, TimeUnit.SECONDS);
            String said = err.toString();
            boolean escapes = said.chars().anyMatch(c -> Character.isISOControl(c) && c != '\n');
            return ended == 2 || said.contains("\tat ") || said.contains("Exception") || escapes
                    ? "ends with " + ended + ": " + said
                    : controlsTerminal() ? "prints a character that controls the terminal" : null;
        } catch (TimeoutException e) {
            return "no end in " + LIMIT_SECONDS + " s";
        }
    }

    private boolean controlsTerminal() {
        return out.toString().codePoints().anyMatch(c -> c != '\n' && c != '\t'
                && (Character.isISOControl(c) || Character.getType(c) == Character.FORMAT));
    }

    /** The values of required options and parameters: tasks of all kinds, entries, and queues. */
    private List<Map<String, String>> targets() {
        List<Map<String, String>> all = new ArrayList<>();
        List<String> keys = jedis.keys("asynq:{" + HostileData.QUEUE + "}:t:*").stream().sorted().toList();
        for (int i = 0; i < TASKS; i++) {
            String key = keys.get(i * (keys.size() - 1) / TASKS);
            String text = HostileData.texts().get(i % HostileData.texts().size());
            String state = TaskState.values()[i % TaskState.values().length].name().toLowerCase(Locale.ROOT);
            String queue = i % 3 == 0 ? HostileData.GOOD : HostileData.QUEUE;
            all.add(Map.of("QUEUE", queue, "ID", key.substring(key.indexOf(":t:") + 3), "STATE", state, "TYPE",
                    text.isBlank() ? "t" : text, "ENTRY", "e" + (i + 300), "TO", "other"));
            all.add(Map.of("QUEUE", HostileData.WRONG + state, "ID", "id1", "STATE", state, "TYPE", "t", "ENTRY",
                    "wrong", "TO", HostileData.WRONG + state));
        }
        return all;
    }

    static List<String> arguments(CommandSpec command, Map<String, String> values) {
        List<String> arguments = new ArrayList<>();
        for (ArgSpec each : command.args()) {
            if (each instanceof OptionSpec option) {
                if (option.longestName().equals("--yes")) {
                    arguments.add("--yes");
                } else if (option.required() && option.group() == null) {
                    arguments.add(option.longestName() + "="
                            + values.get(option.longestName().equals("--to") ? "TO" : option.paramLabel()));
                }
            } else {
                arguments.add(values.get(each.paramLabel()));
            }
        }
        return arguments;
    }
}
