package io.github.asynqee.console.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

import io.github.asynqee.Task;
import io.github.asynqee.console.json.Json;
import io.github.asynqee.console.mask.Masking;
import io.github.asynqee.console.query.QueryParser;
import io.github.asynqee.console.redis.ConsoleRedis;
import io.github.asynqee.console.view.ExportFormat;
import io.github.asynqee.console.view.ExportRow;
import io.github.asynqee.fixtures.HostileData;
import io.github.asynqee.testkit.RedisForTests;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

class TaskExportTest {

    private static final RedisForTests REDIS = RedisForTests.shared();
    private static final int TASKS = 2_500;
    private static final TaskExport.Limits LIMITS = new TaskExport.Limits(1_000_000, Duration.ofMinutes(10));

    private final ConsoleRedis redis = new ConsoleRedis("default", REDIS.url(), Thread::new);
    private final Masking masking = new Masking(List.of("/secret"));
    private final List<String> ends = new ArrayList<>();

    @BeforeEach
    void enqueue() {
        REDIS.clear();
        List<Task<byte[]>> tasks = IntStream.range(0, TASKS).mapToObj(i -> Task.of(i % 2 == 0 ? "even" : "odd",
                ("{\"n\":" + i + ",\"secret\":\"s" + i + "\"}").getBytes(StandardCharsets.UTF_8)).queue("q")
                .id("t" + i)).toList();
        assertThat(redis.client().enqueueAll(tasks)).hasSize(TASKS);
    }

    @AfterEach
    void close() {
        redis.close();
    }

    @Test
    void no_data_ends_an_export() throws IOException {
        REDIS.clear();
        try (Jedis jedis = new Jedis(REDIS.host(), REDIS.port())) {
            HostileData.fill(jedis);
        }
        for (ExportFormat format : ExportFormat.values()) {
            assertThat(lines(export("", format, LIMITS))).hasSizeGreaterThan(300);
        }
        assertThat(ends).hasSize(2).allMatch(end -> end.matches("\\d+"));
    }

    private TaskExport export(String q, ExportFormat format, TaskExport.Limits limits) {
        QueryParser parser = new QueryParser(Clock.systemUTC(), masking.view());
        return new TaskExport(redis, parser.parse(q), format, masking, limits,
                (tasks, reason) -> ends.add(tasks + (reason == null ? "" : ": " + reason)));
    }

    private static List<String> lines(TaskExport export) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        export.write(out);
        return out.toString(StandardCharsets.UTF_8).lines().toList();
    }

    @Test
    void all_that_match_are_written_once() throws IOException {
        List<String> lines = lines(export("type:odd OR payload.n:6", ExportFormat.NDJSON, LIMITS));

        assertThat(lines).hasSize(TASKS / 2 + 1);
        Set<String> ids = new HashSet<>();
        lines.forEach(line -> ids.add(Json.parse(line).asJsonObject().getString("id")));
        assertThat(ids).hasSize(TASKS / 2 + 1).contains("t6", "t1", "t2499").doesNotContain("t8");
        assertThat(String.join("", lines)).doesNotContain("\"s1\"").contains("***");
        assertThat(ends).containsExactly(String.valueOf(TASKS / 2 + 1));
    }

    @Test
    void csv_has_a_line_of_names_and_what_is_masked_is_not_in_it() throws IOException {
        List<String> lines = lines(export("id:t2499", ExportFormat.CSV, LIMITS));

        assertThat(lines).hasSize(2);
        assertThat(lines.get(0)).isEqualTo("\"" + String.join("\",\"", ExportRow.COLUMNS) + "\"");
        assertThat(lines.get(1)).startsWith("\"t2499\",\"q\",\"odd\",\"pending\",")
                .contains("\"{\"\"n\"\":2499,\"\"secret\"\":\"\"***\"\"}\"");
    }

    @Test
    void it_ends_at_its_limit_and_says_so() throws IOException {
        assertThat(lines(export("", ExportFormat.NDJSON, new TaskExport.Limits(1_234, Duration.ofMinutes(1)))))
                .hasSize(1_234);
        assertThat(ends).containsExactly("1234: only the first 1234 tasks are exported");
    }

    @Test
    void a_part_is_never_taken_for_the_whole() {
        TaskExport export = export("", ExportFormat.NDJSON, new TaskExport.Limits(1_000_000, Duration.ZERO));

        assertThatThrownBy(() -> lines(export)).isInstanceOf(IOException.class).hasMessageContaining("longer");
        assertThat(ends).hasSize(1);
    }

    @Test
    void it_stops_when_the_client_is_gone() {
        TaskExport export = export("", ExportFormat.CSV, LIMITS);

        assertThatThrownBy(() -> export.write(new OutputStream() {
            private int left = 10;

            @Override
            public void write(int b) throws IOException {
                throw new IOException("not used");
            }

            @Override
            public void write(byte[] bytes, int from, int length) throws IOException {
                if (left-- == 0) {
                    throw new IOException("broken pipe");
                }
            }
        })).hasMessage("broken pipe");
        assertThat(ends).containsExactly("9: the connection to the client or to Redis was lost");
    }
}
