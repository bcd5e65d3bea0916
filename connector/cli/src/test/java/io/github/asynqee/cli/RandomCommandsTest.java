package io.github.asynqee.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;

import io.github.asynqee.cli.shared.Texts;
import io.github.asynqee.fixtures.HostileData;
import io.github.asynqee.fixtures.RandomInput;
import io.github.asynqee.fixtures.SomeDays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import redis.clients.jedis.Jedis;

/**
 * Runs all commands with random options and arguments on hostile data. Each command ends with its output or with an
 * error that is not a stack trace. It changes nothing if it only reads or rejects its arguments. New commands are
 * covered automatically.
 */
class RandomCommandsTest extends CommandTest {

    /** Commands that may change Redis; all others only read. */
    private static final Set<String> CHANGE = Set.of(
            "asynq cron pause", "asynq cron resume", "asynq cron run", "asynq task cancel", "asynq task run",
            "asynq task archive", "asynq task delete", "asynq task reschedule", "asynq task move", "asynq task unlock",
            "asynq task enqueue", "asynq task edit", "asynq task clone", "asynq task runall", "asynq task archiveall",
            "asynq task deleteall", "asynq task cancelall", "asynq batch delete", "asynq queue pause",
            "asynq queue unpause", "asynq limit resume", "asynq queue rm", "asynq queue repair", "asynq queue shards");
    private static final int CASES_WITH_SAME_DATA = 200;
    private static final Map<String, List<String>> VALUES = Map.ofEntries(
            Map.entry("QUEUE", List.of(HostileData.GOOD, HostileData.QUEUE, HostileData.WRONG + "pending")),
            Map.entry("ID", List.of("good", "id1", "x")), Map.entry("ENTRY", List.of("e300", "wrong")),
            Map.entry("STATE", List.of("pending", "retry", "archived", "aggregating", "scheduled", "completed")),
            Map.entry("NUMBER", List.of("1", "30", "0", "-1", "2147483647")),
            Map.entry("DURATION", List.of("90s", "1h30m", "0s")), Map.entry("TIME", List.of("2030-01-31T12:00:00Z")),
            Map.entry("FORMAT", List.of("table", "json", "csv")), Map.entry("NAME=VALUE", List.of("a=b")),
            Map.entry("CURSOR", List.of("0", "1:0", "pending")));
    private static final List<String> OTHERS = List.of("t", "a*", "default", "{\"to\":\"me\"}", "1");
    private static final List<String> ALONE = List.of("--help", "--version", "--", "-", "-q", "--nothing", "@.", "@x",
            "", "-v", "--yes=no", "--output");
    private static final int CASES = 200;

    @TempDir
    Path directory;
    private Jedis jedis;

    @BeforeEach
    void connect() {
        jedis = new Jedis(redis.host(), redis.port());
    }

    @AfterEach
    void close() {
        jedis.close();
    }

    @Test
    void a_command_ends_as_documented_and_only_some_change_data() {
        List<String> commands = commands();
        assertThat(commands).containsAll(CHANGE);
        int[] count = { 0, 0, 0, 0 };
        RandomInput.cases(CASES, input -> {
            if (count[3]++ % CASES_WITH_SAME_DATA == 0) {
                jedis.flushAll();
                HostileData.fill(jedis);
            }
            String command = input.oneOf(commands);
            List<String> args = arguments(command, input);
            long before = changes(jedis);

            int code = run(args.toArray(String[]::new));

            String said = err.toString();
            String call = clipped(args + " ends with " + code + ": " + said);
            assertThat(code).as(call).isBetween(0, 2);
            assertThat(said).as(call).doesNotContain("\tat ").doesNotContain("Exception");
            assertThat(code == 2 && said.isBlank()).as(call).isFalse();
            assertThat(said.chars().filter(c -> Character.isISOControl(c) && c != '\n').count()).as(call).isZero();
            if (code == 2 || reads(command, args)) {
                assertThat(changes(jedis) - before).as("changes of " + call).isZero();
            }
            count[code]++;
        });
        assertThat(count[0]).as("commands that succeed").isGreaterThan(CASES / 10);
        assertThat(count[1]).as("commands that fail").isGreaterThan(CASES / 20);
    }

    @Test
    @SomeDays(oneIn = 3)
    void a_value_that_cannot_be_read_is_named_with_its_option() {
        int[] number = { 0 };
        for (String command : commands()) {
            for (OptionSpec option : line(command).getCommandSpec().options()) {
                Class<?> type = option.typeInfo().getType();
                if (type.isPrimitive() && type != boolean.class || type.isEnum()
                        || Stream.of(Integer.class, Duration.class,
                                Instant.class).anyMatch(type::equals)) {
                    String bad = "1y" + RandomInput.of(number[0]++).text();
                    List<String> args = new ArrayList<>(HostileDataCommandsTest.names(command));
                    args.add(option.longestName() + "=" + bad);

                    assertThat(run(args.toArray(String[]::new))).as(args + ": " + err).isEqualTo(2);
                    assertThat(err.toString()).as(args.toString()).startsWith("Invalid value for option '")
                            .contains(option.longestName(), Texts.printable(bad));
                }
            }
        }
        assertThat(number[0]).isGreaterThan(30);
    }

    @Test
    void a_number_that_is_not_allowed_is_named() {
        HostileData.fill(jedis);
        int refused = 0;
        for (String command : commands()) {
            CommandSpec spec = line(command).getCommandSpec();
            for (OptionSpec option : spec.options()) {
                if (!option.inherited() && option.paramLabel().equals("NUMBER")) {
                    List<String> args = new ArrayList<>(HostileDataCommandsTest.names(command));
                    args.addAll(HostileDataCommandsTest.arguments(spec, Map.of("QUEUE", HostileData.GOOD, "ID", "good",
                            "STATE", "archived", "TYPE", "t", "ENTRY", "e300", "TO", "other")));
                    args.add(option.longestName() + "=-7");

                    if (run(args.toArray(String[]::new)) != 0) {
                        refused++;
                        assertThat(err.toString()).as(args.toString()).contains("-7");
                    }
                }
            }
        }
        assertThat(refused).isGreaterThan(4);
    }

    private static List<String> commands() {
        List<String> all = new ArrayList<>(HostileDataCommandsTest.commands());
        all.addAll(HostileDataCommandsTest.WITHOUT_REDIS);
        Collections.sort(all);
        return all;
    }

    private static boolean reads(String command, List<String> args) {
        return switch (command) {
            case "asynq queue repair" -> !args.contains("--apply");
            case "asynq queue shards" -> args.stream().noneMatch(arg -> arg.startsWith("--s"));
            default -> !CHANGE.contains(command) || args.contains("--dry-run");
        };
    }

    private CommandLine line(String command) {
        return HostileDataCommandsTest.line(command(), HostileDataCommandsTest.names(command));
    }

    /** Includes required options nearly always and others rarely, in any order, with almost valid values. */
    private List<String> arguments(String command, RandomInput input) {
        CommandSpec spec = line(command).getCommandSpec();
        List<List<String>> parts = new ArrayList<>();
        for (ArgSpec each : spec.args()) {
            if (input.below(10) < (each.required() || isYes(each) ? 9 : each.inherited() ? 0 : 3)) {
                parts.add(argument(each, input));
            }
        }
        if (input.below(6) == 0) {
            parts.add(List.of(input.below(2) == 0 ? input.oneOf(ALONE) : input.text()));
        }
        Collections.shuffle(parts, new Random(input.below(Integer.MAX_VALUE)));
        List<String> arguments = new ArrayList<>(HostileDataCommandsTest.names(command));
        parts.forEach(arguments::addAll);
        return arguments;
    }

    private static boolean isYes(ArgSpec each) {
        return each instanceof OptionSpec option && option.longestName().equals("--yes");
    }

    private List<String> argument(ArgSpec each, RandomInput input) {
        List<String> valid = VALUES.getOrDefault(each.paramLabel(), OTHERS);
        String value = input.below(4) > 0 ? input.oneOf(valid) : input.text(input.oneOf(valid));
        if (!(each instanceof OptionSpec option)) {
            return List.of(value);
        }
        String name = input.oneOf(List.of(option.names()));
        if (option.arity().max() == 0) {
            return List.of(input.below(20) == 0 ? name + "=" + value : name);
        }
        if (option.paramLabel().equals("FILE")) {
            value = directory.resolve("f") + value.replace("/", "");
        }
        return input.below(2) == 0 ? List.of(name, value) : List.of(name + "=" + value);
    }

    private static String clipped(String text) {
        return text.substring(0, Math.min(2_000, text.length()));
    }
}
