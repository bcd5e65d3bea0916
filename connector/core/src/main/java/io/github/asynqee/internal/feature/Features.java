package io.github.asynqee.internal.feature;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

import io.github.asynqee.internal.broker.AdmissionRule;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.thread.PeriodicThread;
import io.github.asynqee.internal.thread.StopTime;
import io.github.asynqee.worker.ChannelConfig;

/**
 * The features of a worker, called one after the other. While a worker runs and stops, a feature that throws does not
 * affect other features or the task.
 *
 * @param all the features
 */
public record Features(List<EngineFeature> all) implements EngineFeature {

    private static final Logger LOG = System.getLogger(Features.class.getName());

    /** Copies the list. */
    public Features {
        all = List.copyOf(all);
    }

    @Override
    public void check(List<ChannelConfig> channels) {
        all.forEach(feature -> feature.check(channels));
    }

    @Override
    public Optional<AdmissionRule> rule(ChannelConfig channel) {
        return all.stream().flatMap(feature -> feature.rule(channel).stream()).findFirst();
    }

    @Override
    public List<PeriodicThread> services() {
        return all.stream().flatMap(feature -> feature.services().stream()).toList();
    }

    @Override
    public void started() {
        all.forEach(EngineFeature::started);
    }

    @Override
    public boolean tidy(Collection<String> queues, Predicate<String> isServed) {
        boolean again = false;
        for (EngineFeature feature : all) {
            again |= feature.tidy(queues, isServed);
        }
        return again;
    }

    @Override
    public void written(TaskMessage message, Outcome outcome, Duration duration) {
        each(feature -> feature.written(message, outcome, duration));
    }

    @Override
    public void stop(StopTime time) {
        each(feature -> feature.stop(time));
    }

    private void each(Consumer<EngineFeature> call) {
        for (EngineFeature feature : all) {
            try {
                call.accept(feature);
            } catch (RuntimeException | Error e) {
                log(feature, e);
            }
        }
    }

    private static void log(EngineFeature feature, Throwable error) {
        try {
            LOG.log(Level.ERROR, feature.getClass().getSimpleName() + " failed", error);
        } catch (RuntimeException | Error unlogged) {
            // there may be no memory for a log line
            return;
        }
    }
}
