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

    /** Names them behind what could be read. Returns whether there are none. */
    boolean report(Consumer<String> error) {
        errors.forEach((queue, message) -> error.accept("queue \"" + queue + "\" cannot be read: " + message));
        return errors.isEmpty();
    }
}
