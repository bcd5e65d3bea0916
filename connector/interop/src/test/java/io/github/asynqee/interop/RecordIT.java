package io.github.asynqee.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.asynqee.testkit.EmbeddedRedis;
import io.github.asynqee.testkit.RedisBinary;
import org.junit.jupiter.api.Test;

/**
 * The record that is replayed here is what Go asynq does: asynq itself, built from its module with the program in
 * {@code go/record}, repeats recorded calls on a Redis of the recorded version and writes them down again. Every 20th sequence
 * unless the system property {@code interop.record.every} says otherwise.
 */
class RecordIT {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String VERSION = "7.0.";
    private static final int EVERY = Integer.getInteger("interop.record.every", 20);
    private static final Path RECORD = Path.of("../inspector/src/test/resources/record/sequences.jsonl.gz");
    private static final Path REPEATED = Path.of("target/sequences.jsonl.gz");
    private static final int SHOWN = 5;

    @Test
    void asynq_does_today_what_was_recorded() throws Exception {
        try (EmbeddedRedis redis = EmbeddedRedis.builder().binary(redisOfTheRecord()).start()) {
            record(redis);
        }

        List<String> differences = new ArrayList<>();
        int steps = 0;
        try (BufferedReader recorded = lines(RECORD); BufferedReader repeated = lines(REPEATED)) {
            for (int n = 0;; n++) {
                String line = recorded.readLine();
                if (line == null) {
                    break;
                }
                if (n % EVERY == 0) {
                    steps += compare(JSON.readTree(line), JSON.readTree(repeated.readLine()), differences);
                }
            }
            assertThat(repeated.readLine()).as("line behind the last sequence").isNull();
        }
        assertThat(differences.stream().limit(SHOWN)).as(differences.size() + " steps are not as recorded").isEmpty();
        assertThat(steps).isGreaterThan(30 * 2_000 / EVERY);
    }

    /** Texts of errors in scripts depend on the version of Redis. */
    private static Path redisOfTheRecord() throws IOException, InterruptedException {
        Path installed = RedisBinary.installed()
                .orElseGet(() -> abort("SKIPPED: there is no redis-server " + VERSION + "x on the PATH"));
        Process process = new ProcessBuilder(installed.toString(), "--version").start();
        String version = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        process.waitFor();
        return version.contains("v=" + VERSION) ? installed
                : abort("SKIPPED: the record is of Redis " + VERSION + "x, on the PATH is: " + version);
    }

    private static void record(EmbeddedRedis redis) throws IOException, InterruptedException {
        Process recorder = new ProcessBuilder(System.getProperty("interop.recorder"), "127.0.0.1:" + redis.port(),
                RECORD.toString(), REPEATED.toString(), Integer.toString(EVERY)).redirectErrorStream(true).start();
        String output = new String(recorder.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(recorder.waitFor()).as(output).isZero();
    }

    private static BufferedReader lines(Path file) throws IOException {
        return new BufferedReader(new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)),
                StandardCharsets.UTF_8));
    }

    /** Compares calls, results, errors, and the key space after each step. */
    private static int compare(JsonNode recorded, JsonNode repeated, List<String> differences) {
        assertThat(repeated.get("seq")).isEqualTo(recorded.get("seq"));
        assertThat(repeated.get("steps")).hasSameSizeAs(recorded.get("steps"));
        Map<String, JsonNode> before = new TreeMap<>();
        Map<String, JsonNode> after = new TreeMap<>();
        for (int i = 0; i < recorded.get("steps").size(); i++) {
            JsonNode then = recorded.get("steps").get(i);
            JsonNode now = repeated.get("steps").get(i);
            apply(then.path("delta"), before);
            apply(now.path("delta"), after);
            if (!without(then).equals(without(now)) || !before.equals(after)) {
                differences
                        .add("sequence " + recorded.get("seq") + ", step " + i + "\nrecorded: " + then + "\n     now: "
                                + now);
            }
        }
        if (!repeated.get("end").equals(recorded.get("end"))) {
            differences.add("the end of sequence " + recorded.get("seq"));
        }
        return recorded.get("steps").size();
    }

    private static JsonNode without(JsonNode step) {
        return ((ObjectNode) step.deepCopy()).without("delta");
    }

    private static void apply(JsonNode delta, Map<String, JsonNode> state) {
        for (JsonNode key : delta.path("del")) {
            state.remove(key.toString());
        }
        for (JsonNode entry : delta.path("put")) {
            if (entry.has("type")) {
                state.put(entry.get("key").toString(), entry);
            } else {
                ObjectNode changed = state.get(entry.get("key").toString()).deepCopy();
                ObjectNode fields = (ObjectNode) changed.get("value");
                entry.path("hdel").forEach(field -> fields.remove(field.asText()));
                entry.path("hset").properties().forEach(field -> fields.set(field.getKey(), field.getValue()));
                state.put(entry.get("key").toString(), changed);
            }
        }
    }
}
