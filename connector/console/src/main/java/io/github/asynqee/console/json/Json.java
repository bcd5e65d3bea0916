package io.github.asynqee.console.json;

import java.io.StringReader;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.SignStyle;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonBuilderFactory;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonReader;
import jakarta.json.JsonReaderFactory;
import jakarta.json.JsonValue;
import jakarta.json.spi.JsonProvider;

/**
 * Values as JSON: records by the names of their components, instants in ISO 8601 with milliseconds, durations in
 * milliseconds, enum constants in lower case. {@code null} members are omitted.
 */
public final class Json {

    /** The property of a reader that limits how deep values are nested. */
    public static final String MAX_DEPTH = "org.eclipse.parsson.maxDepth";

    /**
     * Maximum depth of nested values. Deeper texts do not count as JSON, because methods process values recursively.
     */
    public static final int DEPTH = 250;

    /** Looked up once, because the look-up by the context class loader takes longer than writing a value. */
    private static final JsonProvider PROVIDER = JsonProvider.provider();
    private static final JsonBuilderFactory BUILDERS = PROVIDER.createBuilderFactory(Map.of());
    private static final JsonReaderFactory READERS = PROVIDER.createReaderFactory(Map.of(MAX_DEPTH, DEPTH));
    private static final DateTimeFormatter INSTANT = instants(new DateTimeFormatterBuilder().appendPattern("uuuu"));
    /** The format of other years in ECMAScript: a sign and six digits. */
    private static final DateTimeFormatter FAR_INSTANT = instants(
            new DateTimeFormatterBuilder().appendValue(ChronoField.YEAR, 6, 10, SignStyle.ALWAYS));
    private static final int LAST_YEAR = 9_999;

    /** The members that name the queue to which a record belongs. */
    private static final Set<String> QUEUE = Set.of("queue", "sampleQueue");
    private static final String QUEUES = "queues";
    private static final Predicate<String> ANY = queue -> true;

    private Json() {}

    private static DateTimeFormatter instants(DateTimeFormatterBuilder year) {
        return year.appendPattern("-MM-dd'T'HH:mm:ss.SSS'Z'").toFormatter(Locale.ROOT).withZone(ZoneOffset.UTC);
    }

    /**
     * A value as text.
     *
     * @param value a record, map, collection, text, number, flag, time, enum constant or {@code null}
     * @return JSON
     */
    public static String text(Object value) {
        return of(value).toString();
    }

    /**
     * Returns a value as text for a user with restricted queues. Items and members that are records of other queues, by
     * their {@code queue} or {@code sampleQueue}, are omitted, and so are other names in {@code queues}.
     *
     * @param value as in {@link #text(Object)}
     * @param queues whether the user sees a queue
     * @return JSON
     * @throws IllegalArgumentException if the value itself is a record of another queue
     */
    public static String text(Object value, Predicate<String> queues) {
        if (!isVisible(value, queues)) {
            throw new IllegalArgumentException("an answer about a queue out of the scope of its user");
        }
        return of(value, queues).toString();
    }

    /**
     * A value as JSON.
     *
     * @param value as in {@link #text(Object)}
     * @return the same value
     * @throws IllegalArgumentException if its class has no form in JSON
     */
    public static JsonValue of(Object value) {
        return of(value, ANY);
    }

    private static JsonValue of(Object value, Predicate<String> queues) {
        if (value == null) {
            return JsonValue.NULL;
        }
        if (value instanceof JsonValue json) {
            return json;
        }
        if (value instanceof Record tuple) {
            return object(tuple, queues).build();
        }
        if (value instanceof Map<?, ?> map) {
            JsonObjectBuilder object = BUILDERS.createObjectBuilder();
            map.forEach((name, each) -> add(object, String.valueOf(name), each, queues));
            return object.build();
        }
        if (value instanceof Collection<?> items) {
            JsonArrayBuilder array = BUILDERS.createArrayBuilder();
            items.stream().filter(item -> isVisible(item, queues)).forEach(item -> array.add(of(item, queues)));
            return array.build();
        }
        return scalar(value);
    }

    private static JsonValue scalar(Object value) {
        if (value instanceof Boolean flag) {
            return flag ? JsonValue.TRUE : JsonValue.FALSE;
        }
        if (value instanceof Integer || value instanceof Long) {
            return PROVIDER.createValue(((Number) value).longValue());
        }
        if (value instanceof Double number) {
            return PROVIDER.createValue(number);
        }
        if (value instanceof Duration duration) {
            return PROVIDER.createValue(millis(duration));
        }
        if (value instanceof Instant instant) {
            return PROVIDER.createValue(time(instant));
        }
        if (value instanceof Enum<?> constant) {
            return PROVIDER.createValue(constant.name().toLowerCase(Locale.ROOT));
        }
        if (value instanceof CharSequence || value instanceof TemporalAccessor) {
            return PROVIDER.createValue(value.toString());
        }
        throw new IllegalArgumentException("no form in JSON: " + value.getClass());
    }

    /** Returns a duration in milliseconds; the longest durations are cut to the largest number. */
    private static long millis(Duration duration) {
        try {
            return duration.toMillis();
        } catch (ArithmeticException e) {
            return duration.isNegative() ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
    }

    /**
     * A JSON text as value.
     *
     * @param text any text
     * @return the value, {@code null} if the text is not JSON or is nested too deeply
     */
    public static JsonValue parse(String text) {
        try (JsonReader reader = READERS.createReader(new StringReader(text))) {
            return reader.readValue();
        } catch (RuntimeException e) {
            // if values are nested too deeply, Parsson throws a plain RuntimeException
            return null;
        }
    }

    /**
     * A time as the API writes it.
     *
     * @param instant the time
     * @return ISO 8601, UTC, milliseconds; a year before 0 or after 9999 has a sign and at least six digits
     */
    public static String time(Instant instant) {
        try {
            int year = instant.atOffset(ZoneOffset.UTC).getYear();
            return (year < 0 || year > LAST_YEAR ? FAR_INSTANT : INSTANT).format(instant);
        } catch (DateTimeException e) {
            // in the first and the last year of the calendar; data can have any time
            return instant.toString();
        }
    }

    /** Whether a value may be shown: it is not a record of a queue outside the scope. */
    private static boolean isVisible(Object value, Predicate<String> queues) {
        return queues == ANY || !(value instanceof Record tuple)
                || Stream.of(tuple.getClass().getRecordComponents())
                        .filter(component -> QUEUE.contains(component.getName())
                                || component.isAnnotationPresent(Inline.class))
                        .map(component -> read(component, tuple)).allMatch(of -> isVisible(of, queues)
                                && (!(of instanceof String queue) || queue.isEmpty() || queues.test(queue)));
    }

    /** The names in a member {@code queues} that the user may see. */
    private static Object seenNames(Object names, Predicate<String> queues) {
        if (queues == ANY) {
            return names;
        }
        if (names instanceof Map<?, ?> map) {
            Map<Object, Object> seen = new LinkedHashMap<>(map);
            seen.keySet().removeIf(name -> !queues.test(String.valueOf(name)));
            return seen;
        }
        return names instanceof Collection<?> list
                ? list.stream().filter(name -> !(name instanceof String queue) || queues.test(queue)).toList() : names;
    }

    private static JsonObjectBuilder object(Record tuple, Predicate<String> queues) {
        JsonObjectBuilder object = BUILDERS.createObjectBuilder();
        for (RecordComponent component : tuple.getClass().getRecordComponents()) {
            Object value = read(component, tuple);
            if (component.isAnnotationPresent(Inline.class)) {
                object.addAll(object((Record) value, queues));
            } else {
                String name = component.getName();
                add(object, name, QUEUES.equals(name) ? seenNames(value, queues) : value, queues);
            }
        }
        return object;
    }

    private static void add(JsonObjectBuilder object, String name, Object value, Predicate<String> queues) {
        if (value != null && isVisible(value, queues)) {
            object.add(name, of(value, queues));
        }
    }

    private static Object read(RecordComponent component, Record tuple) {
        try {
            Method accessor = component.getAccessor();
            // the record itself need not be public
            accessor.setAccessible(true);
            return accessor.invoke(tuple);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException("cannot read " + component, e);
        }
    }
}
