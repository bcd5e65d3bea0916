package io.github.asynqee.internal.feature;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import io.github.asynqee.internal.broker.AdmissionRule;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.thread.PeriodicThread;
import io.github.asynqee.worker.ChannelConfig;

/**
 * The features of a worker, called one after the other.
 *
 * @param all the features
 */
public record Features(List<EngineFeature> all) implements EngineFeature {

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
    public void written(TaskMessage message, Outcome outcome, Duration duration) {
        all.forEach(feature -> feature.written(message, outcome, duration));
    }

    @Override
    public void stop(Duration limit) {
        all.forEach(feature -> feature.stop(limit));
    }
}
