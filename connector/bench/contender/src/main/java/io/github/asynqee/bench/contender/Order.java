package io.github.asynqee.bench.contender;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What a contender is told to do, and the form of its answer: words with values, on one line. The orders are
 *
 * <ul>
 * <li>{@code expect tasks=N}: forget all earlier tasks; the next ones are numbered from 0 to N - 1
 * <li>{@code start redis=HOST:PORT queues=NAME:PRIORITY,… concurrency=N handler=none|sleep sleep=MILLIS
 * threads=platform|virtual tuned=true|false}: begin to work. With {@code channels=PREFIX,…} there is a channel for each of
 * these beginnings of types, each with that concurrency; that of {@code slow=PREFIX} alone takes {@code sleep}, until it is
 * released, and its tasks are counted in group 1. With {@code worker=NAME} it is one more worker of the same process, whose
 * tasks are counted in {@code group=N}
 * <li>{@code release}: the slow channel takes no time any more, until the next {@code expect}
 * <li>{@code stop}: end it, all workers
 * <li>{@code await tasks=N within=MILLIS}: wait until so many different tasks were handled; answered with the
 * {@link Tally}; with {@code group=N} of the tasks counted in that group alone
 * <li>{@code enqueue redis=HOST:PORT queue=NAME tasks=N first=NUMBER mode=single|coalesced|bulk producers=N size=BYTES}:
 * answered with {@code nanos}
 * <li>{@code produce redis=HOST:PORT queue=NAME tasks=N first=NUMBER size=BYTES} and {@code rate=TASKS_PER_SECOND} or
 * {@code from=MILLIS to=MILLIS}: enqueue one by one, at a steady rate whatever happens or with random pauses
 * <li>{@code heap}: answered with {@code bytes} in use after a garbage collection
 * </ul>
 *
 * @param verb what to do
 * @param values the values by their names
 */
public record Order(String verb, Map<String, String> values) {

    /** Copies the values. */
    public Order {
        values = new TreeMap<>(values);
    }

    /**
     * Begins an order.
     *
     * @param verb what to do
     * @return an order without values
     */
    public static Order to(String verb) {
        return new Order(verb, Map.of());
    }

    /**
     * Adds a value.
     *
     * @param name its name
     * @param value its text, without spaces
     * @return the order with it
     */
    public Order with(String name, Object value) {
        Map<String, String> more = new LinkedHashMap<>(values);
        more.put(name, String.valueOf(value));
        return new Order(verb, more);
    }

    /**
     * Reads a line.
     *
     * @param line a verb, and values as {@code name=value}
     * @return the order
     * @throws IllegalArgumentException if a word after the first has no {@code =}
     */
    public static Order parse(String line) {
        String[] words = line.trim().split(" +");
        Map<String, String> values = new LinkedHashMap<>();
        for (int i = 1; i < words.length; i++) {
            int equals = words[i].indexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException("\"" + words[i] + "\" is not name=value, in: " + line);
            }
            values.put(words[i].substring(0, equals), words[i].substring(equals + 1));
        }
        return new Order(words[0], values);
    }

    /**
     * A value that must be there.
     *
     * @param name its name
     * @return its text
     * @throws IllegalArgumentException if it is not there
     */
    public String text(String name) {
        String value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException("\"" + verb + "\" needs " + name + ", but has only " + values);
        }
        return value;
    }

    /**
     * A value that need not be there.
     *
     * @param name its name
     * @param otherwise what counts if it is not
     * @return its text
     */
    public String text(String name, String otherwise) {
        return values.getOrDefault(name, otherwise);
    }

    /**
     * A number that must be there.
     *
     * @param name its name
     * @return the number
     * @throws IllegalArgumentException if it is not there or no number
     */
    public long number(String name) {
        return Long.parseLong(text(name));
    }

    /** @return whether it is a start as everyone knows it: of one worker with one channel for all types */
    public boolean isPlain() {
        return Stream.of("channels", "worker", "group").noneMatch(values::containsKey);
    }

    /** @return the line {@link #parse} reads */
    @Override
    public String toString() {
        StringBuilder line = new StringBuilder(verb);
        values.forEach((name, value) -> line.append(' ').append(name).append('=').append(value));
        return line.toString();
    }
}
