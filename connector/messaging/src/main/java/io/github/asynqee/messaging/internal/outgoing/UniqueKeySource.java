package io.github.asynqee.messaging.internal.outgoing;

import java.math.BigDecimal;
import java.util.function.Function;
import java.util.function.UnaryOperator;

import jakarta.json.Json;
import jakarta.json.JsonException;
import jakarta.json.JsonNumber;
import jakarta.json.JsonPointer;
import jakarta.json.JsonString;
import jakarta.json.JsonStructure;
import jakarta.json.JsonValue;

import io.github.asynqee.InvalidTaskException;
import io.github.asynqee.Task;
import io.github.asynqee.messaging.internal.config.OutgoingConfig;
import io.github.asynqee.messaging.internal.config.property.Attribute;
import io.github.asynqee.messaging.internal.config.property.Scope;
import io.github.asynqee.messaging.internal.payload.Payloads;
import io.github.asynqee.messaging.internal.payload.UnusablePayloadException;
import org.jspecify.annotations.Nullable;

/**
 * Computes the keys of a channel's unique tasks from their type, a header, or a member of the payload before a codec
 * encodes it. A task with an explicit key keeps it. A task without the header or member is rejected, because all
 * tasks with an empty key would count as the same task.
 */
final class UniqueKeySource {

    private static final String HEADER = "header:";
    private static final String JSON = "json:";
    /** Numbers with more digits before or after the decimal point keep their exponent. */
    private static final int MAX_SCALE = 100;

    private final String property;

    private UniqueKeySource(OutgoingConfig config) {
        this.property = Scope.OUTGOING.prefix(config.channel()) + Attribute.UNIQUE_KEY.key() + "=" + config.uniqueKey();
    }

    /** Returns a function that sets the keys of tasks; it does nothing if the channel does not configure a key. */
    static UnaryOperator<Task<?>> of(OutgoingConfig config, Payloads payloads) {
        String source = config.uniqueKey();
        if (source == null) {
            return UnaryOperator.identity();
        }
        UniqueKeySource keys = new UniqueKeySource(config);
        if (source.startsWith(HEADER)) {
            String name = source.substring(HEADER.length());
            return keys.unlessOwn(task -> keys.keyed(task, task.options().headers().get(name)));
        }
        if (source.startsWith(JSON)) {
            JsonPointer pointer = Json.createPointer(source.substring(JSON.length()));
            Payloads.Reader reader = payloads.reader(JsonStructure.class);
            return keys.unlessOwn(task -> {
                // encode only once: the client stores bytes unchanged
                byte @Nullable [] payload = payloads.encode(task.payload());
                return keys.keyed(task.payload(payload), keys.member(reader, pointer, payload));
            });
        }
        return keys.unlessOwn(task -> keys.keyed(task, task.type()));
    }

    private UnaryOperator<Task<?>> unlessOwn(Function<Task<?>, Task<?>> keyed) {
        return task -> task.options().uniqueness().key() == null ? keyed.apply(task) : task;
    }

    private Task<?> keyed(Task<?> task, @Nullable String key) {
        if (key == null || key.isBlank()) {
            throw new InvalidTaskException("the task has no text, number or boolean for " + property
                    + ", so it is not stored: without a key it would count as a duplicate of other tasks. " + task);
        }
        return task.uniqueKey(key);
    }

    private @Nullable String member(Payloads.Reader reader, JsonPointer pointer, byte @Nullable [] payload) {
        try {
            return text(pointer.getValue((JsonStructure) reader.read(payload == null ? new byte[0] : payload)));
        } catch (JsonException | ArithmeticException | NumberFormatException e) {
            return null;
        } catch (UnusablePayloadException e) {
            throw new InvalidTaskException(
                    "the payload is not JSON, as needed for " + property + ", so the task is not stored: "
                            + e.getMessage());
        }
    }

    private static @Nullable String text(JsonValue value) {
        return switch (value.getValueType()) {
            case STRING -> ((JsonString) value).getString();
            case NUMBER -> text(((JsonNumber) value).bigDecimalValue().stripTrailingZeros());
            case TRUE, FALSE -> value.toString();
            default -> null;
        };
    }

    private static String text(BigDecimal number) {
        return number.scale() > MAX_SCALE || number.scale() < -MAX_SCALE ? number.toString() : number.toPlainString();
    }
}
