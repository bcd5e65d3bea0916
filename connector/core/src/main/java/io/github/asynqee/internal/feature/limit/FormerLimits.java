package io.github.asynqee.internal.feature.limit;

import java.lang.System.Logger;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import io.github.asynqee.internal.feature.EngineFeature;
import io.github.asynqee.internal.feature.PerQueue;

/**
 * Makes tasks pending that were blocked by a limit that was removed, in queues without a limit in this worker. In
 * queues with a limit the {@link LimitWatch} checks the keys of removed limits.
 */
public final class FormerLimits implements EngineFeature {

    /** Maximum number of rounds of one run for a queue whose tasks start as fast as they become pending. */
    private static final int ROUNDS = 100;

    private static final Logger LOG = System.getLogger(FormerLimits.class.getName());

    private final LimitCommands commands;
    private final Supplier<Set<String>> limited;
    private final PerQueue queues = new PerQueue(LOG,
            "tasks of queue {0} that a removed limit has blocked cannot be made pending; retrying: {1}");

    /**
     * Creates the feature.
     *
     * @param commands the operations on keys
     * @param limited supplies the queues with a limit in this worker
     */
    public FormerLimits(LimitCommands commands, Supplier<Set<String>> limited) {
        this.commands = commands;
        this.limited = limited;
    }

    @Override
    public boolean tidy(Collection<String> all, Predicate<String> isServed) {
        Set<String> attended = limited.get();
        List<String> unattended = commands.unattended(all.stream().filter(queue -> !attended.contains(queue))
                .filter(isServed).collect(Collectors.toSet()));
        queues.run(unattended, isServed, this::free);
        return !unattended.isEmpty();
    }

    private void free(String queue) {
        int rounds = 0;
        while (commands.look(queue, List.of(), LimitCommands.UNCHECKED).ready() > 0 && rounds < ROUNDS) {
            rounds++;
        }
    }
}
