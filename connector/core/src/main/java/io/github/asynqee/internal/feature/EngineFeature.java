package io.github.asynqee.internal.feature;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

import io.github.asynqee.internal.broker.AdmissionRule;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.thread.PeriodicThread;
import io.github.asynqee.internal.thread.StopTime;
import io.github.asynqee.worker.ChannelConfig;

/** An optional part of a worker. The engine knows features by this interface only. */
public interface EngineFeature {

    /** A worker without features. */
    EngineFeature NONE = new EngineFeature() {};

    /**
     * Checks the configuration of a new worker.
     *
     * @param channels all channels of the worker
     * @throws IllegalArgumentException if the worker cannot have these channels
     */
    default void check(List<ChannelConfig> channels) {
        // most features take any configuration
    }

    /**
     * The rule of a channel.
     *
     * @param channel the channel, which has been checked
     * @return decides which tasks of the channel may start; empty if this feature has no rule for it
     */
    default Optional<AdmissionRule> rule(ChannelConfig channel) {
        return Optional.empty();
    }

    /**
     * Creates the background services. Called once; the worker starts and stops the threads.
     *
     * @return their threads
     */
    default List<PeriodicThread> services() {
        return List.of();
    }

    /** The services have been started. */
    default void started() {
        // most features wait for outcomes
    }

    /**
     * Tidies up queues. Called every {@code janitor-interval}, by threads that may wait for Redis.
     *
     * @param queues all queues of the worker
     * @param isServed whether to tidy up a queue now, called immediately before each call to Redis
     * @return whether to call this method again in a second
     */
    default boolean tidy(Collection<String> queues, Predicate<String> isServed) {
        return false;
    }

    /**
     * An outcome has been written. Called by the thread that wrote it, so it must return at once.
     *
     * @param message the task before the outcome
     * @param outcome the outcome
     * @param duration the duration of the attempt; zero if another worker ran it
     */
    default void written(TaskMessage message, Outcome outcome, Duration duration) {
        // most features send separate commands
    }

    /**
     * Stops after the last outcome was written, before the services are stopped.
     *
     * @param time how long to wait for threads
     */
    default void stop(StopTime time) {
        // most features have nothing left to do
    }
}
