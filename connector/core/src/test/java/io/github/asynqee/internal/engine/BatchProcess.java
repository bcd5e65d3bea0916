package io.github.asynqee.internal.engine;

import java.net.URI;

import redis.clients.jedis.Jedis;

/** The program of a {@link WorkerProcess} that runs members and callbacks of batches. */
final class BatchProcess {

    /** IDs of the members that have ended. */
    static final String ENDED = "watch-ended";
    /** IDs of the callbacks, once for each time that they have run. */
    static final String CALLBACKS = "watch-callbacks";
    static final String CALLBACK = "callback";

    private static final int LANES = 8;

    private BatchProcess() {}

    public static void main(String[] arguments) throws Exception {
        ThreadLocal<Jedis> watch = ThreadLocal.withInitial(() -> new Jedis(URI.create(arguments[0])));
        WorkerProcess.run(arguments[0], WorkerProcess.channel("batches"), LANES, delivery -> {
            String id = delivery.message().id();
            if (delivery.message().type().equals(CALLBACK)) {
                watch.get().rpush(CALLBACKS, id);
            } else {
                watch.get().sadd(ENDED, id);
            }
        });
    }
}
