package io.github.asynqee.console.job;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import io.github.asynqee.console.redis.ConsoleScript;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.internal.redis.connection.Reply;
import redis.clients.jedis.Protocol.Command;

/** Jobs in Redis: a hash, a lease and a list of failures for each, in one slot, and one sorted set of all IDs. */
final class JobStore {

    static final String INDEX = "asynq:console:jobs";
    /** Duration of a lease, after which other nodes continue the jobs of a dead node. */
    static final Duration LEASE = Duration.ofSeconds(15);

    private static final String PREFIX = "asynq:console:job:{";
    private static final long KEEP_SECONDS = Duration.ofDays(30).toSeconds();
    /**
     * Maximum number of listed jobs. More jobs can be open, but this is unlikely because {@link Jobs} limits open jobs.
     */
    private static final int MAX_JOBS = 200;
    private static final int MAX_FAILURES = 10_000;

    private final RedisExecutor executor;

    JobStore(RedisExecutor executor) {
        this.executor = executor;
    }

    private static String job(String id) {
        return PREFIX + id + "}";
    }

    private static String lease(String id) {
        return job(id) + ":lease";
    }

    private static String failures(String id) {
        return job(id) + ":failures";
    }

    /**
     * Stores a new job. The hash is written first, because a job that is only in the index would be listed without
     * content. If there are too many jobs, the oldest ended jobs are removed from the index; they never continue, so no
     * other node needs them there.
     */
    void create(StoredJob job) {
        RedisCommand create = RedisCommand.script(ConsoleScript.CREATE_JOB).key(job(job.id())).arg(KEEP_SECONDS);
        job.fields().forEach((name, value) -> create.arg(name).arg(value));
        executor.send(create);
        executor.send(RedisCommand.command(Command.ZADD).key(INDEX).arg(job.startedAt().toEpochMilli()).arg(job.id()));
        trim();
    }

    private void trim() {
        List<String> ids = ids();
        int surplus = ids.size() - MAX_JOBS;
        if (surplus > 0) {
            Set<String> open = jobs(ids).stream().filter(StoredJob::isOpen).map(StoredJob::id)
                    .collect(Collectors.toSet());
            List<String> over = ids.stream().filter(id -> !open.contains(id)).toList();
            RedisCommand remove = RedisCommand.command(Command.ZREM).key(INDEX);
            over.subList(Math.max(0, over.size() - surplus), over.size()).forEach(remove::arg);
            if (!over.isEmpty()) {
                executor.send(remove);
            }
        }
    }

    /** Returns the job; empty if no job has this ID or it has expired. */
    Optional<StoredJob> read(String id) {
        Map<String, String> fields = fields(executor.send(reading(id)));
        return Optional.of(new StoredJob(id, fields)).filter(StoredJob::isReadable);
    }

    /** The latest jobs and all open jobs, the latest first. Jobs on a node that is down are not readable. */
    List<StoredJob> all() {
        return jobs(ids());
    }

    private List<String> ids() {
        return Replies.list(executor.send(RedisCommand.command(Command.ZREVRANGE).key(INDEX).arg(0).arg(-1))).stream()
                .map(Replies::text).toList();
    }

    private List<StoredJob> jobs(List<String> ids) {
        List<Reply> replies = executor.send(ids.stream().map(JobStore::reading).toList());
        List<StoredJob> jobs = new ArrayList<>();
        for (int i = 0; i < ids.size(); i++) {
            boolean isReadable = replies.get(i).error() == null;
            Map<String, String> fields = isReadable ? fields(replies.get(i).value()) : Map.of();
            if (!isReadable || fields.containsKey("action")) {
                jobs.add(new StoredJob(ids.get(i), fields));
            }
        }
        return jobs;
    }

    /** Reads jobs known from {@link #all()} again, while their list cannot be read. */
    List<StoredJob> again(List<String> ids) {
        return jobs(ids);
    }

    private static RedisCommand reading(String id) {
        return RedisCommand.command(Command.HGETALL).key(job(id));
    }

    private static Map<String, String> fields(Object reply) {
        List<?> namesAndValues = Replies.list(reply);
        Map<String, String> fields = new HashMap<>();
        for (int i = 0; i + 1 < namesAndValues.size(); i += 2) {
            fields.put(Replies.text(namesAndValues.get(i)), Replies.text(namesAndValues.get(i + 1)));
        }
        return fields;
    }

    /** Sets a field that users write. */
    void mark(String id, String field, String user) {
        executor.send(RedisCommand.command(Command.HSET).key(job(id)).arg(field).arg(user));
    }

    void unmark(String id, String field) {
        executor.send(RedisCommand.command(Command.HDEL).key(job(id)).arg(field));
    }

    /** Takes the lease; returns false if another node has it. */
    boolean claim(String id, String holder) {
        return executor.send(RedisCommand.command(Command.SET).key(lease(id)).arg(holder).arg("NX").arg("PX")
                .arg(LEASE.toMillis())) != null;
    }

    /** Whether a node has the lease. */
    boolean isLeased(String id) {
        return Replies.number(executor.send(RedisCommand.command(Command.EXISTS).key(lease(id)))) == 1;
    }

    /**
     * Notes that a step begins, until its progress is written. If the note of an earlier step exists, its changes are
     * not counted, and the counts of the job become "at least". Returns false, and notes nothing, if the lease is lost.
     */
    boolean begin(String id, String holder) {
        return Replies.number(executor
                .send(RedisCommand.script(ConsoleScript.BEGIN_STEP).key(job(id)).key(lease(id)).arg(holder))) == 1;
    }

    /** Writes progress and failures; returns false, and writes nothing, if the lease is lost. */
    boolean save(String id, String holder, Map<String, String> fields, List<String> failed) {
        RedisCommand save = RedisCommand.script(ConsoleScript.SAVE_JOB).key(job(id)).key(lease(id)).key(failures(id))
                .arg(holder)
                .arg(LEASE.toMillis()).arg(KEEP_SECONDS).arg(MAX_FAILURES).arg(2L * fields.size());
        fields.forEach((name, value) -> save.arg(name).arg(value));
        failed.forEach(save::arg);
        return Replies.number(executor.send(save)) == 1;
    }

    /** Ends the lease after some milliseconds, 0 for at once; a node that does not have the lease ends nothing. */
    void release(String id, String holder, long afterMillis) {
        executor.send(RedisCommand.script(ConsoleScript.RELEASE_LEASE).key(lease(id)).arg(holder).arg(afterMillis));
    }

    /** One line of JSON for each task that could not be changed. */
    List<String> failuresOf(String id) {
        return Replies.list(executor.send(RedisCommand.command(Command.LRANGE).key(failures(id)).arg(0).arg(-1)))
                .stream().map(Replies::text).toList();
    }
}
