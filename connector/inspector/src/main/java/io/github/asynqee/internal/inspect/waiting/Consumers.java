package io.github.asynqee.internal.inspect.waiting;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

import io.github.asynqee.inspect.ActiveTask;
import io.github.asynqee.inspect.ServerDetails;
import io.github.asynqee.inspect.Waiting;
import io.github.asynqee.inspect.Waiting.Reason;
import io.github.asynqee.internal.inspect.queue.Words;
import org.jspecify.annotations.Nullable;

/** The running servers that consume a queue and are visible to the caller. */
final class Consumers {

    private static final String ACTIVE = "active";
    private static final int MAX_NAME = 100;

    private final String queue;
    private final Instant now;
    private final List<ServerDetails> all;
    private final List<ServerDetails> taking;

    Consumers(String queue, List<ServerDetails> servers, Instant now) {
        this.queue = queue;
        this.now = now;
        this.all = servers.stream().filter(server -> server.queues().containsKey(queue)).toList();
        this.taking = all.stream().filter(server -> server.status().equals(ACTIVE)).toList();
    }

    /** Returns why no server takes any tasks of the queue; empty if a server does. */
    Optional<Waiting> missing() {
        if (all.isEmpty()) {
            return Optional.of(waiting(Reason.NO_SERVER, "no running server consumes the queue",
                    "start a server that consumes it", null));
        }
        if (taking.isEmpty()) {
            return Optional.of(waiting(Reason.SERVERS_STOPPED,
                    named(all) + (all.size() == 1 ? " takes no more tasks: it is stopping"
                            : " take no more tasks: they are stopping"),
                    "wait until they have restarted, or start another one", null));
        }
        return Optional.empty();
    }

    /** Returns why no server takes a pending task at this moment; empty if a server can. */
    Optional<Waiting> busy() {
        if (!taking.stream().allMatch(server -> server.activeWorkers().size() >= server.concurrency())) {
            return Optional.empty();
        }
        int lanes = taking.stream().mapToInt(ServerDetails::concurrency).sum();
        Optional<ActiveTask> longest = taking.stream().flatMap(server -> server.activeWorkers().stream())
                .min(Comparator.comparing(ActiveTask::startedAt));
        return Optional.of(waiting(Reason.LANES_BUSY,
                (lanes == 1 ? "the lane of " : "all " + lanes + " lanes of ") + named(taking)
                        + (lanes == 1 ? " is busy" : " are busy") + longest.map(this::longest).orElse(""),
                "wait, or add servers or concurrency; cancel a task that hangs",
                longest.map(ActiveTask::startedAt).orElse(null)));
    }

    private String longest(ActiveTask task) {
        return ": the longest task, " + text(task.taskId()) + " of type " + text(task.type())
                + (task.queue().equals(queue) ? "" : " in queue " + text(task.queue())) + ", has run for "
                + Words.between(task.startedAt(), now);
    }

    /** The queues that every server empties before this queue; empty if a server does not wait for other queues. */
    Set<String> before() {
        Set<String> before = new TreeSet<>();
        for (ServerDetails server : taking) {
            int own = priority(server);
            List<String> higher = server.queues().entrySet().stream().filter(entry -> entry.getValue() > own)
                    .map(Map.Entry::getKey).toList();
            if (!server.strictPriority() || higher.isEmpty()) {
                return Set.of();
            }
            before.addAll(higher);
        }
        return before;
    }

    private int priority(ServerDetails server) {
        return server.queues().getOrDefault(queue, 0);
    }

    /** Returns why no server serves this queue if queues {@link #before} have pending tasks. */
    Optional<Waiting> outranked(Map<String, Long> pending) {
        boolean all = taking.stream().allMatch(server -> server.queues().entrySet().stream()
                .anyMatch(entry -> entry.getValue() > priority(server)
                        && pending.getOrDefault(entry.getKey(), 0L) > 0));
        if (pending.isEmpty() || !all) {
            return Optional.empty();
        }
        Map.Entry<String, Long> first = pending.entrySet().iterator().next();
        return Optional.of(waiting(Reason.LOWER_PRIORITY,
                "queue " + text(first.getKey()) + " has a higher strict priority and "
                        + Words.count(first.getValue(), "pending task") + ": servers empty it first",
                "wait, add servers, or give this queue a server of its own", null));
    }

    /**
     * Describes the running tasks of the queue, as a part of a sentence; empty if there are none. If a type is given,
     * only tasks of this type count.
     */
    String running(@Nullable String type) {
        List<ActiveTask> running = taking.stream().flatMap(server -> server.activeWorkers().stream())
                .filter(task -> task.queue().equals(queue) && (type == null || type.equals(task.type())))
                .sorted(Comparator.comparing(ActiveTask::startedAt)).toList();
        return running.isEmpty() ? ""
                : Words.count(running.size(), "task") + (type == null ? " of the queue" : " of its type")
                        + (running.size() == 1 ? " runs" : " run") + ", the longest for "
                        + Words.between(running.get(0).startedAt(), now);
    }

    private static String named(List<ServerDetails> servers) {
        ServerDetails first = servers.get(0);
        return servers.size() == 1 ? "server " + text(first.host() + ":" + first.pid())
                : "its " + servers.size() + " servers";
    }

    /** Formats a name for a sentence. Escapes it, because any client may have chosen the name. */
    static String text(String name) {
        return "\"" + (name.length() > MAX_NAME ? name.substring(0, MAX_NAME) + "…" : name) + "\"";
    }

    static Waiting waiting(Reason reason, String message, String advice, @Nullable Instant since) {
        return new Waiting(reason, message, advice, since, null, null, null);
    }
}
