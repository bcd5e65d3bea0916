package io.github.asynqee.internal.thread;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Does something for each of some queues. One that fails keeps no other waiting; it is reported once until it succeeds. */
public final class PerQueue {

    private final Logger log;
    private final String problem;
    private final List<String> queues;
    private final Set<String> failing = new HashSet<>();

    /**
     * @param log where it is reported
     * @param problem what is reported, with the queue as {0} and the reason as {1}
     * @param queues the queues
     */
    public PerQueue(Logger log, String problem, Collection<String> queues) {
        this.log = log;
        this.problem = problem;
        this.queues = List.copyOf(queues);
    }

    /** Throws the last failure, when all queues have had their turn. */
    public void run(Consumer<String> work) {
        RuntimeException last = null;
        for (String queue : queues) {
            try {
                work.accept(queue);
                failing.remove(queue);
            } catch (RuntimeException e) {
                log.log(failing.add(queue) ? Level.WARNING : Level.DEBUG, problem, queue, e.getMessage());
                last = e;
            }
        }
        if (last != null) {
            throw last;
        }
    }
}
