package io.github.asynqee.record;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import java.util.zip.GZIPInputStream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/** The recorded sequences; see {@code record/README.md} among the test resources. */
final class RecordedSequences {

    private static final ObjectMapper JSON = new ObjectMapper();

    private RecordedSequences() {}

    /** Passes every n-th sequence to a consumer. */
    static void each(int everyNth, Consumer<JsonNode> consumer) {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                new GZIPInputStream(RecordedSequences.class.getResourceAsStream("/record/sequences.jsonl.gz")),
                StandardCharsets.UTF_8))) {
            int number = 0;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (number++ % everyNth == 0) {
                    consumer.accept(parse(line));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JsonNode parse(String line) {
        try {
            return JSON.readTree(line);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
