package io.github.asynqee.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.github.asynqee.internal.inspect.RedisInspector;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.testkit.EmbeddedRedis;
import io.github.asynqee.testkit.ManualClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import redis.clients.jedis.Jedis;

/**
 * Runs recorded commands of asynq's own command line, in order, on the recorded key space, and compares the output
 * line by line, ignoring the width of columns.
 */
class RecordedOutputTest {

    private static final String ADDED = "(Timeout|Deadline|Retention|Group|Unique lock|Payload|Result)";

    private final ManualClock clock = ManualClock.startingAt(Instant.EPOCH);
    private EmbeddedRedis redis;

    @BeforeEach
    void load() {
        redis = EmbeddedRedis.start();
        try (Jedis jedis = new Jedis(redis.host(), redis.port())) {
            read("state").getAsJsonObject().getAsJsonArray("state")
                    .forEach(entry -> RecordedState.load(entry.getAsJsonObject(), jedis));
        }
    }

    @AfterEach
    void stop() {
        redis.close();
    }

    @Test
    void each_command_prints_what_was_recorded() {
        List<String> wrong = new ArrayList<>();
        for (JsonElement element : read("outputs").getAsJsonArray()) {
            JsonObject recorded = element.getAsJsonObject();
            String problem = compare(recorded);
            if (problem != null) {
                wrong.add(recorded.get("command").getAsString() + "\n" + problem);
            }
        }
        assertThat(String.join("\n\n", wrong)).isEmpty();
    }

    private String compare(JsonObject recorded) {
        clock.set(Instant.ofEpochMilli((long) (recorded.get("at").getAsDouble() * 1000)));
        String expected = recorded.get("stdout").getAsString();
        boolean failed = recorded.get("exit").getAsInt() != 0 || expected.contains("error: ")
                || expected.contains("is already paused") || expected.contains("is not paused");
        StringWriter out = new StringWriter();
        int exit = run(recorded.get("command").getAsString(), out);
        if (failed) {
            return exit == 0 ? "fails in asynq:\n" + expected : null;
        }
        // this project prints an absent payload as empty
        List<String> wanted = normalized(expected.replaceAll("(report:weekly +)non-printable bytes", "$1"));
        // asynq does not show these lines of a task
        List<String> actual = normalized(out.toString().replaceAll("(?m)^(Header .*|" + ADDED + ":.*)\\R", "")
                .replaceAll("(\\R){3,}", "\n\n"));
        return exit != 0 || !wanted.equals(actual)
                ? "expected\n" + String.join("\n", wanted) + "\nbut was (exit " + exit + ")\n"
                        + String.join("\n", actual)
                : null;
    }

    private int run(String command, StringWriter out) {
        CommandLine commandLine = AsynqCommand.commandLine(new AsynqCommand(clock, url -> {
            RedisBroker broker = RedisBroker.connect(RedisConfig.of(url), clock);
            return new RedisInspector(broker, broker.executor(), broker::close);
        }));
        commandLine.setOut(new PrintWriter(out, true));
        commandLine.setErr(new PrintWriter(new StringWriter()));
        List<String> args = new ArrayList<>();
        Matcher words = Pattern.compile("'([^']*)'|(\\S+)").matcher(command.substring("asynq ".length()));
        while (words.find()) {
            args.add(words.group(1) != null ? words.group(1) : words.group(2));
        }
        args.add("--uri=" + redis.url());
        if (command.contains("deleteall") || command.contains("queue rm")) {
            args.add("--yes");
        }
        return commandLine.execute(args.toArray(String[]::new));
    }

    /**
     * Removes the width of columns and values that depend on the Redis server or the time, and sorts cells that asynq
     * prints in random order.
     */
    private static List<String> normalized(String output) {
        List<String> lines = new ArrayList<>();
        boolean redisInfo = false;
        for (String line : output.strip().split("\n")) {
            redisInfo |= line.equals("Redis Info");
            List<String> cells = Stream.of(line.strip().split(" {2,}|\t")).map(RecordedOutputTest::withoutSeconds)
                    .toList();
            lines.add(redisInfo && !line.startsWith("version") ? "" : cells.stream().sorted().toList().toString());
        }
        return isList(lines) ? lines.stream().sorted().toList() : lines;
    }

    private static String withoutSeconds(String cell) {
        return cell.matches("-+") ? "-" : cell.replaceAll("\\b(\\d+h)?(\\d+m)?\\d+s ago", "<ago>")
                .replaceAll("\\bIn? ?(?=\\d)", "in ").replaceAll("\\bin (\\d+h\\d+m|\\d+m)\\d+s\\b", "in $1");
    }

    /** Whether the output is a list of queue names, which asynq prints in random order. */
    private static boolean isList(List<String> lines) {
        return lines.stream().allMatch(line -> line.matches("\\[[a-z]+]"));
    }

    private static JsonElement read(String name) {
        return JsonParser.parseReader(new InputStreamReader(
                RecordedOutputTest.class.getResourceAsStream("/recorded/" + name + ".json"), StandardCharsets.UTF_8));
    }
}
