package io.github.asynqee.vectors;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.junit.jupiter.api.Named;

/** Results recorded from the Go library; see {@code vectors/README.md} in the test resources. */
public final class Vectors {

    private static final ObjectMapper JSON = new ObjectMapper();

    private Vectors() {}

    /** The whole of one file. */
    public static JsonNode read(String subject) {
        try (InputStream file = Vectors.class.getResourceAsStream("/vectors/" + subject + ".json")) {
            return JSON.readTree(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The elements of one file, as arguments of a parameterized test named by their {@code label}. */
    public static Stream<Named<JsonNode>> named(String subject, String label) {
        return all(subject).map(vector -> Named.of(vector.path(label).asText(), vector));
    }

    /** The elements of one file. */
    public static Stream<JsonNode> all(String subject) {
        return StreamSupport.stream(read(subject).spliterator(), false);
    }

    /** The bytes of a field of hex digits; {@code null} for a JSON null. */
    public static byte[] hex(JsonNode digits) {
        return digits.isNull() ? null : HexFormat.of().parseHex(digits.asText());
    }

    /** The bytes of a value that is either plain text or an object with hex digits. */
    public static byte[] bytes(JsonNode value) {
        return value.has("hex") ? hex(value.get("hex")) : value.asText().getBytes(StandardCharsets.UTF_8);
    }

    /** A JSON object of strings. */
    public static Map<String, String> texts(JsonNode object) {
        return object.properties().stream().collect(Collectors.toMap(Map.Entry::getKey, e -> e.getValue().asText()));
    }
}
