package io.github.asynqee.bench.subject;

import java.util.Map;
import java.util.TreeMap;

/**
 * A command to a measured program, or its reply: a verb and values, on one line. The commands are
 *
 * <ul>
 * <li>{@code expect tasks=N}: discard all counts; the next tasks are numbered from 0 to N - 1
 * <li>{@code start redis=URL queues=NAME:PRIORITY,… concurrency=N sleep=MILLIS threads=platform|virtual}: start a
 * worker. With {@code channels=PREFIX,…} it has a channel for each of these type prefixes, each with that concurrency;
 * only the channel {@code slow=PREFIX} sleeps, until {@code release}, and group 1 counts its tasks. With {@code
 * shards=N} its queues have shards. With {@code spread=true} it has a channel for each queue, each with that
 * concurrency, or without channels as much concurrency as all these together. With {@code worker=NAME} it is an
 * additional worker of the same process. {@code max-running=N} and {@code limit-key=KEY}, or {@code fair-by=KEY}, are
 * the attributes of these names, and {@code pattern=true} says that the queues are patterns. On a server, {@code
 * config=PROPERTY=VALUE,…} is further configuration. With {@code telemetry=off|on} the server is able to export spans
 * and metrics, and exports them with {@code on}
 * <li>{@code release}: the slow channel stops sleeping until the next {@code expect}
 * <li>{@code stop}: stop all workers
 * <li>{@code heap}: collect garbage; the reply is {@code bytes}, the memory still in use
 * <li>{@code await tasks=N within=MILLIS}: wait until N different tasks were handled, of one group with
 * {@code group=N}; the reply is the {@linkplain Recorder#summary summary}
 * <li>{@code enqueue redis=URL queue=NAME tasks=N first=NUMBER size=BYTES} and {@code producers=N
 * mode=single|coalesced|bulk|each}: enqueue as fast as possible, with {@code in=SECONDS} to be processed later; the
 * reply is {@code nanos}. On a server, {@code each} and {@code coalesced} send each task in a separate transaction with
 * {@code by=transaction}, as a call with {@code by=call}, or with {@code by=wait} wait until its handler in the same
 * process was called
 * <li>{@code produce redis=URL queue=NAME tasks=N first=NUMBER size=BYTES} and {@code rate=TASKS_PER_SECOND} or
 * {@code from=MILLIS to=MILLIS}: enqueue one by one, at a constant rate or with random pauses
 * </ul>
 *
 * The URL is one that the engine accepts. Its trust store is for Java; {@code ca=FILE} contains the same certificates
 * for other programs.
 * <p>
 * A reply is {@code ok} with numbers, or {@code failed:} with the reason.
 *
 * @param verb what to do
 * @param values the values by their names
 */
public record Command(String verb, Map<String, String> values) {

    /** Copies the values. */
    public Command {
        values = new TreeMap<>(values);
    }

    /** A command without values. */
    public static Command of(String verb) {
        return new Command(verb, Map.of());
    }

    /** The command with one more value, which must not contain spaces. */
    public Command with(String name, Object value) {
        Map<String, String> more = new TreeMap<>(values);
        more.put(name, String.valueOf(value));
        return new Command(verb, more);
    }

    /**
     * Reads a line.
     *
     * @throws IllegalArgumentException if a word after the verb has no {@code =}
     */
    public static Command parse(String line) {
        String[] words = line.trim().split(" +");
        Map<String, String> values = new TreeMap<>();
        for (int i = 1; i < words.length; i++) {
            int equals = words[i].indexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException("\"" + words[i] + "\" is not name=value, in: " + line);
            }
            values.put(words[i].substring(0, equals), words[i].substring(equals + 1));
        }
        return new Command(words[0], values);
    }

    /** Whether a value is set. */
    public boolean has(String name) {
        return values.containsKey(name);
    }

    /**
     * A required value.
     *
     * @throws IllegalArgumentException if it is missing
     */
    public String text(String name) {
        String value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException("\"" + verb + "\" needs " + name + ", but has only " + values);
        }
        return value;
    }

    /** An optional value. */
    public String text(String name, String defaultValue) {
        return values.getOrDefault(name, defaultValue);
    }

    /**
     * A required number.
     *
     * @throws IllegalArgumentException if it is missing or not a number
     */
    public int number(String name) {
        return Integer.parseInt(text(name));
    }

    /** An optional number. */
    public int number(String name, int defaultValue) {
        return has(name) ? number(name) : defaultValue;
    }

    /** The line that {@link #parse} reads. */
    @Override
    public String toString() {
        StringBuilder line = new StringBuilder(verb);
        values.forEach((name, value) -> line.append(' ').append(name).append('=').append(value));
        return line.toString();
    }
}
