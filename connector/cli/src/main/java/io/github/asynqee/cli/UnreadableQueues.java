package io.github.asynqee.cli;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

import io.github.asynqee.redis.BrokerException;

/** The queues that a command could not read, each with its error. */
final class UnreadableQueues implements BiConsumer<String, BrokerException> {

    private final Map<String, String> errors = new TreeMap<>();

    @Override
    public void accept(String queue, BrokerException error) {
        errors.put(queue, error.getMessage());
    }

    boolean contains(String queue) {
        return errors.containsKey(queue);
    }

    /** Reports the queues as errors, after the regular output. Returns true if there are none. */
    boolean report(Consumer<String> error) {
        errors.forEach((queue, message) -> error.accept("cannot read queue \"" + queue + "\": " + message));
        return errors.isEmpty();
    }
}
