package io.github.asynqee.bench.peers.process;

import io.github.asynqee.bench.process.Subject;
import io.github.asynqee.bench.subject.Command;

/** The engine or the connector on a separate Redis, measured by the commands of the other benchmark. */
final class AsynqPeer extends Peer {

    static final String QUEUE = "bench-peers";
    private final RedisStore redis;

    AsynqPeer(String name, Subject application, RedisStore redis) {
        super(name, application, application, redis::cpuNanos, redis);
        this.redis = redis;
    }

    @Override
    Command addressed(Command command) {
        return command.with("redis", redis.url()).with("queue", QUEUE).with("queues", QUEUE + ":1");
    }

    @Override
    public void pause(boolean paused) {
        redis.pause(paused);
    }

    @Override
    public long left() {
        return redis.left();
    }
}
