package io.github.asynqee.sample.playground.stats;

import static io.github.asynqee.sample.api.Builders.JSON;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

import jakarta.json.JsonObjectBuilder;

/** What happened to the tasks of one type. */
final class TypeCounts {

    private final LongAdder started = new LongAdder();
    private final Map<Outcome, LongAdder> outcomes = new EnumMap<>(Outcome.class);
    private final DistinctIds succeeded = new DistinctIds();
    private final Gauge running = new Gauge();

    TypeCounts() {
        for (Outcome outcome : Outcome.values()) {
            outcomes.put(outcome, new LongAdder());
        }
    }

    void start() {
        started.increment();
        running.up();
    }

    void end(String id, Outcome outcome) {
        running.down();
        outcomes.get(outcome).increment();
        if (outcome == Outcome.SUCCEEDED) {
            succeeded.add(id);
        }
    }

    /** Every task has run exactly once if started, succeeded and distinctSucceeded equal the number of tasks sent. */
    JsonObjectBuilder toJson() {
        JsonObjectBuilder json = JSON.createObjectBuilder().add("started", started.sum());
        outcomes.forEach((outcome, count) -> json.add(outcome.jsonName(), count.sum()));
        succeeded.count().ifPresent(count -> json.add("distinctSucceeded", count));
        return json.add("running", running.now()).add("mostRunning", running.most());
    }
}
