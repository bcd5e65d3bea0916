package io.github.asynqee.console.alert;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

import io.github.asynqee.console.json.Json;
import io.github.asynqee.console.json.Stored;
import io.github.asynqee.console.problem.LogText;
import io.github.asynqee.console.redis.ConsoleScript;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.Replies;
import redis.clients.jedis.Protocol.Command;

/**
 * Incidents in Redis, in one slot: a hash by ID, the lease of the node that changes it, and a list of closed incidents.
 */
final class IncidentStore {

    static final String INCIDENTS = "asynq:console:{alerts}:incidents";
    static final String LEASE = "asynq:console:{alerts}:lease";
    static final String HISTORY = "asynq:console:{alerts}:history";
    /**
     * Duration of a lease, after which other nodes take over from a dead node. Longer than any attempt to send a
     * message.
     */
    static final Duration LEASE_TIME = Duration.ofSeconds(45);
    static final int MAX_HISTORY = 200;

    private static final Logger LOG = System.getLogger(IncidentStore.class.getName());
    private static final long KEEP_SECONDS = Duration.ofDays(30).toSeconds();
    /** The field with the state of the node that has the lease. */
    private static final String STATUS = "status";

    private final RedisExecutor executor;

    IncidentStore(RedisExecutor executor) {
        this.executor = executor;
    }

    /** All incidents that have not ended, by ID. */
    record Content(Map<String, Incident> incidents, AlertStatus status) {}

    Content read() {
        List<?> reply = Replies.list(executor.send(RedisCommand.command(Command.HGETALL).key(INCIDENTS)));
        Map<String, Incident> incidents = new TreeMap<>();
        AlertStatus status = null;
        for (int i = 0; i + 1 < reply.size(); i += 2) {
            String id = Replies.text(reply.get(i));
            String text = Replies.text(reply.get(i + 1));
            if (id.equals(STATUS)) {
                status = read(id, text, AlertStatus::of).orElse(null);
            } else {
                read(id, text, Incident::of).ifPresent(each -> incidents.put(id, each));
            }
        }
        return new Content(incidents, status);
    }

    /** Closed incidents, latest first. */
    List<Incident> history() {
        return Replies
                .list(executor.send(RedisCommand.command(Command.LRANGE).key(HISTORY).arg(0).arg(MAX_HISTORY - 1L)))
                .stream().map(each -> read("of the history", Replies.text(each), Incident::of))
                .flatMap(Optional::stream).toList();
    }

    /** Reads a stored text; empty if another program wrote the text, or it is damaged. */
    private static <T> Optional<T> read(String id, String text, Function<Stored, T> reading) {
        try {
            return Optional.of(reading.apply(Stored.of(text)));
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "Incident {0} cannot be read: {1}",
                    new Object[]{ LogText.of(id), LogText.of(e.toString()) });
            return Optional.empty();
        }
    }

    /** Takes or extends the lease; returns false if another node has it. */
    boolean claim(String holder) {
        return Replies.number(executor.send(
                RedisCommand.script(ConsoleScript.CLAIM_ALERTS).key(LEASE).arg(holder)
                        .arg(LEASE_TIME.toMillis()))) == 1;
    }

    void release(String holder) {
        executor.send(RedisCommand.script(ConsoleScript.RELEASE_LEASE).key(LEASE).arg(holder).arg(0));
    }

    /**
     * Writes changes and extends the lease.
     *
     * @param changed incidents to write
     * @param removed IDs of incidents that are closed or were never opened
     * @param over ended incidents, which are added to the history
     * @param status the status of this node, {@code null} to keep the stored status
     * @return false, and nothing is written, if the lease is lost
     */
    boolean save(String holder, Collection<Incident> changed, Collection<String> removed, List<Incident> over,
            AlertStatus status) {
        List<String> fields = new ArrayList<>();
        changed.forEach(each -> fields.addAll(List.of(each.id(), each.json())));
        if (status != null) {
            fields.addAll(List.of(STATUS, Json.text(status)));
        }
        RedisCommand save = RedisCommand.script(ConsoleScript.SAVE_ALERTS).key(LEASE).key(INCIDENTS).key(HISTORY)
                .arg(holder)
                .arg(LEASE_TIME.toMillis()).arg(KEEP_SECONDS).arg(MAX_HISTORY).arg(fields.size()).arg(removed.size());
        fields.forEach(save::arg);
        removed.forEach(save::arg);
        over.forEach(each -> save.arg(each.json()));
        return Replies.number(executor.send(save)) == 1;
    }
}
