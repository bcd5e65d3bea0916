package io.github.asynqee.messaging.internal.payload;

import java.io.ByteArrayInputStream;
import java.lang.reflect.Type;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Map;

import jakarta.json.Json;
import jakarta.json.JsonException;
import jakarta.json.JsonReader;
import jakarta.json.JsonReaderFactory;
import jakarta.json.JsonValue;
import jakarta.json.bind.Jsonb;
import jakarta.json.bind.JsonbException;

import com.google.protobuf.MessageLite;
import io.github.asynqee.InvalidTaskException;
import io.github.asynqee.PayloadDecoder;
import io.github.asynqee.PayloadEncoder;
import io.github.asynqee.internal.codec.StepwiseCodec;
import io.github.asynqee.internal.protocol.PayloadCodec;
import io.github.asynqee.internal.protocol.TaskMessage;
import org.jspecify.annotations.Nullable;

/**
 * Decodes and encodes payloads. By type: {@code byte[]} and {@code Object} are the raw bytes, {@code String} is text in
 * UTF-8, JSON-P values are parsed by JSON-P, protobuf messages by their generated parser, and all other types by
 * JSON-B. Encoding is the reverse, by the class of the object.
 */
public final class Payloads implements PayloadEncoder, PayloadDecoder, AutoCloseable {

    /** Cached because the provider lookup costs more than parsing a payload. */
    private static final JsonReaderFactory JSON_READERS = Json.createReaderFactory(Map.of());

    private final LazyJsonb jsonb;
    private final CodecModule codecs;

    /** Decodes payloads to the type that the handlers of a channel take. Thread-safe. */
    @FunctionalInterface
    public interface Reader {

        /**
         * Decodes a payload.
         *
         * @param bytes the payload, empty if absent; the reader may keep the array
         * @return the object, never {@code null}
         * @throws UnusablePayloadException if the bytes cannot be decoded
         */
        Object read(byte[] bytes) throws UnusablePayloadException;
    }

    /** Decodes the payloads of tasks to the type that the handlers of a channel take. Thread-safe. */
    @FunctionalInterface
    public interface TaskReader {

        /**
         * Decodes the payload of a task.
         *
         * @param task the task
         * @return the object, never {@code null}
         * @throws UnusablePayloadException if the payload cannot be decoded
         */
        Object read(TaskMessage task) throws UnusablePayloadException;

        /**
         * Returns whether this reader upgrades the payload of a task, because the task has an older version.
         *
         * @param task the task
         * @return true if the reader upgrades the payload
         */
        default boolean upgrades(TaskMessage task) {
            return false;
        }

        /**
         * Returns a reader that ignores the version of tasks.
         *
         * @param payloads decodes bytes
         * @return the reader
         */
        static TaskReader of(Reader payloads) {
            return task -> payloads.read(task.payload());
        }

        /**
         * Returns a reader that first decodes payloads with a codec.
         *
         * @param codec the codec
         * @return the reader; it throws a {@code NotAFailureException} if only another server can decode the payload,
         *         and a {@code PayloadCodec.UnreadException} if the payload is lost
         */
        default TaskReader after(PayloadCodec codec) {
            TaskReader restored = this;
            return new TaskReader() {
                @Override
                public Object read(TaskMessage task) throws UnusablePayloadException {
                    byte[] stored = task.payload();
                    byte[] payload;
                    try {
                        payload = codec.decode(stored, task.headers());
                    } catch (IllegalArgumentException e) {
                        throw new UnusablePayloadException(e.getMessage(), e);
                    }
                    if (payload == stored) {
                        return restored.read(task);
                    }
                    try {
                        return restored.read(task.withPayload(payload));
                    } catch (UnusablePayloadException e) {
                        // drop the parser's exception, which contains values of the payload and reaches logs and traces
                        throw StepwiseCodec.hides(task.headers()) ? new UnusablePayloadException(e.getMessage(), null)
                                : e;
                    }
                }

                @Override
                public boolean upgrades(TaskMessage task) {
                    return restored.upgrades(task);
                }
            };
        }
    }

    /**
     * Creates the readers and writers.
     *
     * @param jsonb the JSON-B engine
     */
    public Payloads(LazyJsonb jsonb) {
        this(jsonb, CodecModule.MISSING);
    }

    /**
     * Creates the readers and writers, with codecs.
     *
     * @param jsonb the JSON-B engine
     * @param codecs creates the codecs
     */
    public Payloads(LazyJsonb jsonb, CodecModule codecs) {
        this.jsonb = jsonb;
        this.codecs = codecs;
    }

    /** @return the factory of codecs, which encode payloads before they are stored */
    public CodecModule codecs() {
        return codecs;
    }

    /**
     * The reader for a type.
     *
     * @param type the payload type of the handlers; may be generic
     * @return the reader
     * @throws IllegalArgumentException if payloads of this type cannot be decoded
     * @throws JsonbException if the type requires JSON-B and the server has none
     */
    public Reader reader(Type type) {
        if (type == byte[].class || type == Object.class) {
            return bytes -> bytes;
        }
        if (type == String.class || type == CharSequence.class) {
            return Payloads::text;
        }
        if (type instanceof Class<?> wanted && JsonValue.class.isAssignableFrom(wanted)) {
            return bytes -> jsonValue(bytes, wanted);
        }
        if (type instanceof Class<?> wanted && MessageLite.class.isAssignableFrom(wanted)) {
            return new ProtobufReader(wanted.asSubclass(MessageLite.class))::read;
        }
        Jsonb engine = jsonb.get();
        return bytes -> object(bytes, type, engine);
    }

    @Override
    public Object decode(byte[] bytes, Type type) {
        try {
            return reader(type).read(bytes);
        } catch (UnusablePayloadException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private static String text(byte[] bytes) throws UnusablePayloadException {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException e) {
            throw new UnusablePayloadException("it is not text in UTF-8", e);
        }
    }

    private static Object jsonValue(byte[] bytes, Class<?> wanted) throws UnusablePayloadException {
        requireContent(bytes);
        try (JsonReader reader = JSON_READERS.createReader(new ByteArrayInputStream(bytes))) {
            JsonValue value = reader.readValue();
            if (!wanted.isInstance(value)) {
                throw new UnusablePayloadException("it is a JSON " + value.getValueType(), null);
            }
            return value;
        } catch (RuntimeException | StackOverflowError e) {
            throw new UnusablePayloadException(DecodeProblem.of(e), e);
        }
    }

    private static Object object(byte[] bytes, Type type, Jsonb engine) throws UnusablePayloadException {
        requireContent(bytes);
        JsonNesting.requireClosed(bytes);
        String text = text(bytes);
        Object value;
        try {
            value = engine.fromJson(text, type);
        } catch (RuntimeException | StackOverflowError e) {
            // exceptions of JSON-B itself, of parsers, adapters and constructors
            throw new UnusablePayloadException(DecodeProblem.of(e, type), e);
        }
        if (value == null) {
            throw new UnusablePayloadException("it is a JSON null", null);
        }
        return value;
    }

    private static void requireContent(byte[] bytes) throws UnusablePayloadException {
        if (bytes.length == 0) {
            throw new UnusablePayloadException("it is empty", null);
        }
    }

    /** JSON-B wraps the parser's exception, whose message describes the problem. */
    private static String innermostText(Throwable error) {
        String text = error.getMessage();
        Throwable cause = error.getCause();
        for (int depth = 0; cause != null && depth < 10; depth++, cause = cause.getCause()) {
            if (cause.getMessage() != null && (text == null || !text.contains(cause.getMessage()))) {
                text = (text == null ? "" : text + ": ") + cause.getMessage();
            }
        }
        return text == null ? error.toString() : text;
    }

    @Override
    public byte @Nullable [] encode(@Nullable Object payload) {
        if (payload == null || payload instanceof byte[]) {
            return (byte[]) payload;
        }
        if (payload instanceof MessageLite message) {
            return message.toByteArray();
        }
        if (payload instanceof CharSequence || payload instanceof JsonValue) {
            return payload.toString().getBytes(StandardCharsets.UTF_8);
        }
        try {
            return jsonb.get().toJson(payload).getBytes(StandardCharsets.UTF_8);
        } catch (JsonbException | JsonException e) {
            throw new InvalidTaskException(
                    "payload of " + payload.getClass() + " cannot be encoded as JSON: " + innermostText(e));
        }
    }

    /** Closes the JSON-B engine, if it was used. */
    @Override
    public void close() {
        jsonb.close();
    }
}
