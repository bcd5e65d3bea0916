package io.github.asynqee.internal.feature.batch;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.function.Supplier;

import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.feature.EngineFeature;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.thread.PeriodicThread;
import io.github.asynqee.internal.thread.StopTime;
import io.github.asynqee.worker.WorkerConfig;

/** Batches and chains of a worker: reports the ends of members, and repairs batches whose members' ends were lost. */
public final class Batches implements EngineFeature {

    private final Broker broker;
    private final WorkerConfig config;
    private final Supplier<? extends Collection<String>> queues;
    private final BatchSteps steps;
    private final BatchEnds ends;

    /** @param queues supplies the queues whose batches are repaired */
    public Batches(Broker broker, WorkerConfig config, Supplier<? extends Collection<String>> queues) {
        this.broker = broker;
        this.config = config;
        this.queues = queues;
        steps = new BatchSteps(broker.commands(BatchCommands.class), broker.clock());
        ends = new BatchEnds(broker.commands(BatchCommands.class), steps, config.taskCheckInterval(), config.threads());
    }

    @Override
    public List<PeriodicThread> services() {
        BatchWatch watch = new BatchWatch(new BatchRepair(broker.commands(BatchCommands.class), steps, broker.clock()),
                queues);
        return List.of(PeriodicThread.of("asynq-batch-watch", BatchWatch.INTERVAL, config.threads(), () -> {
            // with a wrong clock a member that is just being added would look abandoned
            broker.synchronizeClock();
            return watch.runOnce();
        }));
    }

    @Override
    public void written(TaskMessage message, Outcome outcome, Duration duration) {
        ends.written(message, outcome);
    }

    @Override
    public void stop(StopTime time) {
        ends.stop(time);
    }
}
