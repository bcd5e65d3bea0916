package io.github.asynqee.server.faults.app;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import io.github.asynqee.TaskContext;
import io.github.asynqee.messaging.FromVersion;
import io.github.asynqee.messaging.PayloadUpgrade;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** Handles payloads of three versions; a converter upgrades the older ones. */
@ApplicationScoped
public class UpgradeHandlers {

    @Inject
    private Effects effects;

    @Inject
    private TaskContext task;

    /** Version 1. */
    public record Oldest(String id) {}

    /** Version 2. */
    public record Older(String id, int from) {}

    /** Version 3. */
    public record Newest(String id, int from, int to) {}

    /** From version 1 to 2. */
    @FromVersion(1)
    @ApplicationScoped
    public static class FirstStep implements PayloadUpgrade<Oldest, Older> {

        @Override
        public Older upgrade(Oldest payload) {
            return new Older(payload.id(), 1);
        }
    }

    /** From version 2 to 3. */
    @FromVersion(2)
    @ApplicationScoped
    public static class SecondStep implements PayloadUpgrade<Older, Newest> {

        @Override
        public Newest upgrade(Older payload) {
            return new Newest(payload.id(), payload.from(), Kind.NEWEST);
        }
    }

    /** Has taken the steps of its version, each once. */
    @Incoming("upgraded")
    public void upgraded(Newest payload) {
        if (!payload.equals(new Newest(task.id(), Kind.writtenAs(task.id()), Kind.NEWEST))) {
            effects.wrong(task.id() + " as " + payload);
        }
        effects.ran(task.id());
    }
}
