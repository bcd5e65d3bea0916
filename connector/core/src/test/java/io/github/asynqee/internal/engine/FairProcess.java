package io.github.asynqee.internal.engine;

import java.net.URI;
import java.util.concurrent.TimeUnit;

import io.github.asynqee.internal.lane.TaskHandler;
import io.github.asynqee.worker.ChannelConfig;
import io.github.asynqee.worker.Limit;
import redis.clients.jedis.Jedis;

/** The program of a {@link WorkerProcess} whose tenants take turns. Each handler reports whose task starts, and that it ends. */
final class FairProcess {

    /** The tenants whose tasks were started, in this order. */
    static final String STARTS = "watch-starts";
    /** The IDs of the processes that have started a task. */
    static final String NODES = "watch-nodes";
    /** IDs of the tasks that have ended, by tenant. */
    static final String ENDED = "watch-ended:";

    private static final int LANES = 2;

    private FairProcess() {}

    static ChannelConfig channel() {
        return WorkerProcess.channel("fair").withLimit(new Limit.FairBy("header:tenant"));
    }

    static TaskHandler handler(String url) {
        ThreadLocal<Jedis> watch = ThreadLocal.withInitial(() -> new Jedis(URI.create(url)));
        return delivery -> {
            Jedis redis = watch.get();
            String tenant = delivery.message().headers().get("tenant");
            redis.rpush(STARTS, tenant);
            redis.sadd(NODES, "" + ProcessHandle.current().pid());
            TimeUnit.MILLISECONDS.sleep(5);
            redis.sadd(ENDED + tenant, delivery.message().id());
        };
    }

    public static void main(String[] arguments) throws Exception {
        WorkerProcess.run(arguments[0], channel(), LANES, handler(arguments[0]));
    }
}
