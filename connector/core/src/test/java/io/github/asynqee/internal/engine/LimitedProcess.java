package io.github.asynqee.internal.engine;

import java.net.URI;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.github.asynqee.worker.Limit;
import redis.clients.jedis.Jedis;

/**
 * The program of a {@link WorkerProcess} whose tasks are limited by tenant. Each handler reports its start, its end,
 * and whether more tasks run than allowed. The ID of a task is a letter and its number.
 */
final class LimitedProcess {

    static final int LIMIT = 2;
    /** The tasks that run, each as process and ID, by tenant. */
    static final String WATCH = "watch:";
    /** The tenants of all tasks that run, by process and ID. */
    static final String RUNNING = "watch-running";
    /** What ran together although the limit forbids it. */
    static final String EXCESS = "watch-excess";
    /** How many tasks were started, by tenant. */
    static final String STARTS = "watch-starts";
    /** A bit for the number of each task that has ended. */
    static final String ENDED = "watch-ended";
    /** How many tasks have ended, by tenant. */
    static final String ENDED_OF = "watch-ended-of";
    /** The processes that have started a task, and the dead processes. */
    static final String NODES = "watch-nodes";
    static final String DEAD = "watch-dead";

    private static final List<String> KEYS = List.of(RUNNING, EXCESS, STARTS, NODES, DEAD, ENDED, ENDED_OF);
    /** The last command of a process may be executed when it is dead. */
    private static final String BEGIN = "if redis.call('SISMEMBER', KEYS[5], ARGV[1]) == 1 then return end "
            + "local watch, task = 'watch:' .. ARGV[3], ARGV[1] .. ARGV[2] "
            + "redis.call('SADD', KEYS[4], ARGV[1]) redis.call('HINCRBY', KEYS[3], ARGV[3], 1) "
            + "redis.call('SADD', watch, task) redis.call('HSET', KEYS[1], task, ARGV[3]) "
            + "if redis.call('SCARD', watch) > tonumber(ARGV[4]) then "
            + "redis.call('RPUSH', KEYS[2], table.concat(redis.call('SMEMBERS', watch), ' ')) end";
    private static final String END = "local task = ARGV[1] .. ARGV[2] "
            + "redis.call('SREM', 'watch:' .. ARGV[3], task) redis.call('HDEL', KEYS[1], task) "
            + "if redis.call('SETBIT', KEYS[6], ARGV[2], 1) == 0 then redis.call('HINCRBY', KEYS[7], ARGV[3], 1) end";

    private LimitedProcess() {}

    /** What names a process in the watch. */
    static String name(long pid) {
        return pid + ":";
    }

    public static void main(String[] arguments) throws Exception {
        String self = name(ProcessHandle.current().pid());
        ThreadLocal<Jedis> watch = ThreadLocal.withInitial(() -> new Jedis(URI.create(arguments[0])));
        WorkerProcess.run(arguments[0],
                WorkerProcess.channel("limited").withLimit(Limit.of("limited", "header:tenant", LIMIT, null)), 8,
                delivery -> {
                    List<String> task = List.of(self, delivery.message().id().substring(1),
                            delivery.message().headers().get("tenant"), "" + LIMIT);
                    watch.get().eval(BEGIN, KEYS, task);
                    TimeUnit.MILLISECONDS.sleep(5);
                    watch.get().eval(END, KEYS, task);
                });
    }
}
