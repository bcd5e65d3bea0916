package io.github.asynqee.console.runtime;

import java.time.Clock;

import io.github.asynqee.console.audit.AuditLog;
import io.github.asynqee.console.config.ConsoleConfig;
import io.github.asynqee.console.live.Monitor;
import io.github.asynqee.console.redis.ConsoleRedis;
import io.github.asynqee.console.view.Masking;

/** The parts of the console for one Redis. */
public final class Instance implements AutoCloseable {

    private final ConsoleRedis redis;
    private final Monitor monitor;
    private final AuditLog audit;

    Instance(ConsoleRedis redis, ConsoleConfig config, Masking masking, Clock clock) {
        this.redis = redis;
        this.monitor = new Monitor(redis, clock, config.refresh());
        this.audit = new AuditLog(redis);
    }

    public ConsoleRedis redis() {
        return redis;
    }

    public Monitor monitor() {
        return monitor;
    }

    public AuditLog audit() {
        return audit;
    }

    @Override
    public void close() {
        redis.close();
    }
}
