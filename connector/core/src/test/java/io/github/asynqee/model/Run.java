package io.github.asynqee.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import io.github.asynqee.broker.AggregationSet;
import io.github.asynqee.broker.Broker;
import io.github.asynqee.broker.RedisBroker;
import io.github.asynqee.broker.RedisConfig;
import io.github.asynqee.redis.TestRedis;
import io.github.asynqee.testkit.ManualClock;

/** One sequence under way: the broker and the model, each with its key space, under one clock. */
final class Run implements AutoCloseable {

    /** Later than the real time, so that Redis expires nothing by itself. */
    static final Instant START = Instant.ofEpochSecond(2_000_000_000, 123_456_789);

    private final ManualClock clock = ManualClock.startingAt(START);
    private final AsynqModel model = new AsynqModel(clock);
    private final Differences differences = new Differences();
    private final ExpectedProducing producing = new ExpectedProducing(model, differences);
    private final ExpectedWorking working = new ExpectedWorking(model, differences);
    private final ExpectedMaintenance maintenance = new ExpectedMaintenance(model, differences);
    private final ExpectedGroups groups = new ExpectedGroups(model, producing, working, differences);
    private final ExpectedRegistries registries = new ExpectedRegistries(model, differences);
    private final RedisSpace redis;
    private final Broker broker;
    private final long startedAt = System.nanoTime();

    private final List<Held> held = new ArrayList<>();
    private final List<AggregationSet> sets = new ArrayList<>();

    Run(TestRedis redis) {
        this.redis = new RedisSpace(redis);
        this.redis.clear();
        this.broker = RedisBroker.connect(RedisConfig.of(redis.url()), clock);
    }

    Broker broker() {
        return broker;
    }

    AsynqModel model() {
        return model;
    }

    ExpectedProducing producing() {
        return producing;
    }

    ExpectedWorking working() {
        return working;
    }

    ExpectedMaintenance maintenance() {
        return maintenance;
    }

    ExpectedGroups groups() {
        return groups;
    }

    ExpectedRegistries registries() {
        return registries;
    }

    Differences differences() {
        return differences;
    }

    Instant now() {
        return clock.instant();
    }

    // ---- what the workers have

    void hold(Held lease) {
        held.add(lease);
    }

    void release(Held lease) {
        held.remove(lease);
    }

    /** One of the leases workers hold or held, {@code null} if there is none. */
    Held held(int choice) {
        return held.isEmpty() ? null : held.get(choice % held.size());
    }

    /** Keeps a set as it has just been read. */
    void stage(AggregationSet set) {
        sets.removeIf(older -> older.key().equals(set.key()));
        sets.add(set);
    }

    /** One of the sets that were staged, {@code null} if there is none. */
    AggregationSet set(int choice) {
        return sets.isEmpty() ? null : sets.get(choice % sets.size());
    }

    // ---- both sides

    /** Compares an answer of the broker. */
    void expect(Object expected, Object actual) {
        assertThat(actual).as("answer of the broker").isEqualTo(expected);
    }

    /** Changes the key space from outside, in the same way on both sides. */
    void disturb(Consumer<AsynqModel> change) {
        model.space.changes();
        change.accept(model);
        redis.follow(model.space);
    }

    /** Lets time pass; what has expired by then is gone on both sides. */
    void advance(Duration step) {
        clock.advance(step);
        disturb(m -> m.space.expireUntil(m.clock.nanos()));
    }

    /** Compares the whole key spaces. */
    void compare() {
        Space actual = redis.read();
        long passed = Duration.ofNanos(System.nanoTime() - startedAt).toMillis() + 1;
        List<String> lines = model.space.differences(actual, passed);
        if (!lines.isEmpty()) {
            throw new AssertionError("key spaces differ%n".formatted() + String.join("\n", lines));
        }
    }

    @Override
    public void close() {
        broker.close();
    }
}
