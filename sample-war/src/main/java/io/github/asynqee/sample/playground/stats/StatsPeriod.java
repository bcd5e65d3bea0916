package io.github.asynqee.sample.playground.stats;

import static io.github.asynqee.sample.api.Builders.JSON;

import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;

import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;

import io.github.asynqee.messaging.AsynqMessage;

/** The handlers' calls between two resets. */
public final class StatsPeriod {

    private final Instant since = Instant.now();
    private final Gauge running = new Gauge();
    private final Map<String, TypeCounts> types = new ConcurrentSkipListMap<>();
    private final Map<String, LongAdder> threads = new ConcurrentHashMap<>();
    private final LongAdder committed = new LongAdder();
    private final LongAdder rolledBack = new LongAdder();

    /** Records that a handler begins. Call {@link Attempt#end} when it ends. */
    Attempt begin(AsynqMessage<?> task) {
        TypeCounts counts = types.computeIfAbsent(task.type(), type -> new TypeCounts());
        threads.computeIfAbsent(ThreadKind.ofCurrent(), kind -> new LongAdder()).increment();
        running.up();
        counts.start();
        return error -> {
            counts.end(task.id(), Outcome.of(error));
            running.down();
        };
    }

    /** A handler that has begun. */
    interface Attempt {
        /** Records its end, with an error or {@code null}. */
        void end(Throwable error);
    }

    public void committed() {
        committed.increment();
    }

    public void rolledBack() {
        rolledBack.increment();
    }

    JsonObject toJson() {
        JsonObjectBuilder byType = JSON.createObjectBuilder();
        types.forEach((type, counts) -> byType.add(type, counts.toJson()));
        JsonObjectBuilder byThread = JSON.createObjectBuilder();
        threads.forEach((kind, count) -> byThread.add(kind, count.sum()));
        return JSON.createObjectBuilder()
                .add("since", since.toString())
                .add("running", running.now())
                .add("mostRunning", running.most())
                .add("types", byType)
                .add("transactions", JSON.createObjectBuilder()
                        .add("committed", committed.sum()).add("rolledBack", rolledBack.sum()))
                .add("threads", byThread)
                .build();
    }
}
