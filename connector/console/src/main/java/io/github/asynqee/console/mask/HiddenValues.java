package io.github.asynqee.console.mask;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonValue;
import jakarta.json.spi.JsonProvider;

import io.github.asynqee.TaskInfo;
import io.github.asynqee.console.problem.ProblemException;
import io.github.asynqee.inspect.TaskEdit;
import io.github.asynqee.internal.inspect.payload.PayloadReader;

/** The masked values of a stored task. A change that contains asterisks in their places keeps these values. */
public final class HiddenValues {

    private static final JsonProvider JSON = JsonProvider.provider();

    private final Masking masking;
    private final TaskInfo stored;

    public HiddenValues(Masking masking, TaskInfo stored) {
        this.masking = masking;
        this.stored = stored;
    }

    /** Whether a change can have asterisks in place of masked values. */
    public static boolean mayBeIn(TaskEdit edit, Masking masking) {
        return !masking.isEmpty() && (edit.payload() != null || edit.headers() != null);
    }

    /**
     * Returns a change in which asterisks are replaced by the stored values.
     *
     * @throws ProblemException with status 409 if the stored task has no value in such a place
     */
    public TaskEdit restoreIn(TaskEdit edit) {
        TaskEdit restored = edit.headers() == null ? edit : edit.headers(headers(edit.headers()));
        return edit.payload() == null ? restored : restored.payload(payload(edit.payload()));
    }

    private Map<String, String> headers(Map<String, String> sent) {
        Map<String, String> restored = new LinkedHashMap<>(sent);
        restored.replaceAll((name, value) -> {
            if (!value.equals(Masking.HIDDEN) || !masking.hidesHeader(name)) {
                return value;
            }
            if (!stored.headers().containsKey(name)) {
                throw ProblemException.conflict("The task has no value for the masked header \"" + name
                        + "\": write one in place of " + Masking.HIDDEN + ", or leave the header out.");
            }
            return stored.headers().get(name);
        });
        return restored;
    }

    private byte[] payload(byte[] sent) {
        String text = Payloads.decoded(sent);
        if (text == null || !text.contains(Masking.HIDDEN)) {
            return sent;
        }
        byte[] original = stored.payload() == null ? new byte[0] : stored.payload();
        // decoded as it was shown; an encrypted payload is never replaced
        byte[] restored = PayloadReader.WITHOUT_KEYS.read(stored).bytes();
        byte[] before = restored == null ? original : restored;
        if (text.equals(masking.text(before))) {
            return original;
        }
        if (!Payloads.beginAsJson(sent)) {
            return sent;
        }
        JsonValue now = Masking.read(sent);
        if (now == null) {
            throw ProblemException.conflict("The payload has " + Masking.HIDDEN
                    + " and cannot be read as JSON: write JSON, or leave the payload as it is.");
        }
        JsonValue had = Masking.read(before);
        JsonValue merged = had == null ? now : restored(now, masking.mask(had), had);
        requireNoneHidden(merged, had);
        return merged.equals(had) ? original : merged.equals(now) ? sent
                : merged.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** An unchanged value keeps its stored content. In a changed array, positions have another meaning. */
    private static JsonValue restored(JsonValue now, JsonValue shown, JsonValue had) {
        if (now.equals(shown)) {
            return had;
        }
        if (!(now instanceof JsonObject members && shown instanceof JsonObject membersShown
                && had instanceof JsonObject membersHad)) {
            return now;
        }
        JsonObjectBuilder object = JSON.createObjectBuilder();
        members.forEach((name, value) -> object.add(name, membersShown.containsKey(name)
                ? restored(value, membersShown.get(name), membersHad.get(name))
                : value));
        return object.build();
    }

    private void requireNoneHidden(JsonValue restored, JsonValue had) {
        Set<String> places = masking.hiddenIn(restored);
        if (had != null) {
            places.removeAll(masking.hiddenIn(had));
        }
        if (!places.isEmpty()) {
            throw ProblemException.conflict("The payload has " + Masking.HIDDEN + " at " + places.iterator().next()
                    + ", where the stored value cannot be kept: write a value, or leave the part around it as it is.");
        }
    }
}
