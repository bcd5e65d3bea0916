package io.github.asynqee.record;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.protocol.UndecodableMessageException;
import io.github.asynqee.vectors.Vectors;

/**
 * A recorded call of the Go library.
 *
 * @param op its name
 * @param args its arguments
 * @param clock its current time
 * @param result its result
 * @param error text of its error, empty if there was none
 * @param before the key space before
 * @param after the key space after
 */
record Step(String op, JsonNode args, Instant clock, JsonNode result, String error, Space before, Space after) {

    /** A step of a sequence. */
    static Step of(JsonNode step, Space before) {
        JsonNode delta = step.path("delta");
        return new Step(step.get("op").asText(), step.path("args"), clock(step), step.path("result"),
                step.path("error").path("text").asText(""), before,
                delta instanceof MissingNode ? before : RecordedSpace.after(before, delta));
    }

    /** A recorded vector as a step. */
    static Step of(JsonNode vector) {
        return new Step(vector.get("op").asText(), vector.path("args"), clock(vector), vector.path("go_result"),
                vector.path("go_error").asText(""), RecordedSpace.of(vector.get("before")),
                RecordedSpace.of(vector.get("after")));
    }

    private static Instant clock(JsonNode step) {
        return Instant.ofEpochSecond(0, step.get("clock_unix_nano").asLong());
    }

    boolean failedWith(String text) {
        return error.contains(text);
    }

    // ---- arguments

    String text(String argument) {
        return new String(bytes(argument), java.nio.charset.StandardCharsets.UTF_8);
    }

    byte[] bytes(String argument) {
        return Vectors.bytes(args.get(argument));
    }

    long number(String argument) {
        return args.get(argument).asLong();
    }

    /** A time given in Unix seconds. */
    Instant time(String argument) {
        return Instant.ofEpochSecond(number(argument));
    }

    /** A duration in seconds, with an optional fraction. */
    Duration duration(String argument) {
        return Duration.ofNanos(args.get(argument).decimalValue().movePointRight(9).longValueExact());
    }

    List<String> texts(String argument) {
        List<String> texts = new ArrayList<>();
        args.get(argument).forEach(text -> texts.add(Raw.text(RecordedSpace.raw(text))));
        return texts;
    }

    List<byte[]> allBytes(String argument) {
        List<byte[]> all = new ArrayList<>();
        args.get(argument).forEach(bytes -> all.add(Vectors.bytes(bytes)));
        return all;
    }

    TaskMessage message() {
        try {
            return TaskMessage.parse(bytes("msg"));
        } catch (UndecodableMessageException e) {
            throw new AssertionError(e);
        }
    }
}
