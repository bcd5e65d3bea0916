package io.github.asynqee.internal.engine;

import java.net.URI;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.github.asynqee.worker.Limit;
import redis.clients.jedis.Jedis;

/**
 * The program of a {@link WorkerProcess} whose tasks of a tenant are limited. Each handler reports its start and its end; if more
 * than allowed run, it reports that, too.
 */
final class LimitedProcess {

    static final int LIMIT = 2;
    /** The tasks that run, each as process and ID, by tenant. */
    static final String WATCH = "watch:";
    /** What ran together although the limit forbids it. */
    static final String EXCESS = "watch-excess";
    /** IDs of the tasks that have ended. */
    static final String ENDED = "watch-ended";

    private static final String BEGIN = "redis.call('SADD', KEYS[1], ARGV[1]) "
            + "if redis.call('SCARD', KEYS[1]) > tonumber(ARGV[2]) then "
            + "redis.call('RPUSH', KEYS[2], table.concat(redis.call('SMEMBERS', KEYS[1]), ' ')) end";

    private LimitedProcess() {}

    /** What names a process in the watch. */
    static String name(long pid) {
        return pid + ":";
    }

    public static void main(String[] arguments) throws Exception {
        String self = name(ProcessHandle.current().pid());
        ThreadLocal<Jedis> watch = ThreadLocal.withInitial(() -> new Jedis(URI.create(arguments[0])));
        WorkerProcess.run(arguments[0],
                WorkerProcess.channel("limited").withLimit(new Limit("limited", "header:tenant", LIMIT, null)), 8,
                delivery -> {
                    Jedis redis = watch.get();
                    String tenant = WATCH + delivery.message().headers().get("tenant");
                    String id = delivery.message().id();
                    redis.eval(BEGIN, List.of(tenant, EXCESS), List.of(self + id, "" + LIMIT));
                    TimeUnit.MILLISECONDS.sleep(5);
                    redis.srem(tenant, self + id);
                    redis.sadd(ENDED, id);
                });
    }
}
