package io.github.asynqee.sample.playground;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.ObservesAsync;
import jakarta.json.JsonObject;

import io.github.asynqee.event.TaskArchived;
import io.github.asynqee.event.TaskEvent;
import io.github.asynqee.event.TaskRecovered;
import io.github.asynqee.event.TaskRetried;
import io.github.asynqee.sample.api.Builders;

/** Keeps the latest failures on this server. */
@ApplicationScoped
public class EventLog {

    private static final int MOST = 1_000;

    private final Deque<JsonObject> events = new ArrayDeque<>();

    void retried(@ObservesAsync TaskRetried event) {
        add(event, event.error());
    }

    void archived(@ObservesAsync TaskArchived event) {
        add(event, event.error());
    }

    void recovered(@ObservesAsync TaskRecovered event) {
        add(event, event.task().lastError());
    }

    private synchronized void add(TaskEvent.OfOne event, String error) {
        if (events.size() == MOST) {
            events.removeFirst();
        }
        events.addLast(Builders.JSON.createObjectBuilder()
                .add("event", event.getClass().getSimpleName()).add("at", event.at().toString())
                .add("queue", event.task().queue()).add("id", event.task().id()).add("type", event.task().type())
                .add("state", event.task().state().name()).add("retried", event.task().retried()).add("error", error)
                .build());
    }

    synchronized List<JsonObject> events() {
        return List.copyOf(events);
    }
}
