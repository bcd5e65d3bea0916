package io.github.asynqee.internal.feature.batch;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.feature.EngineFeature;
import io.github.asynqee.internal.feature.NodeWork;
import io.github.asynqee.internal.feature.batch.BatchCommands.Fate;
import io.github.asynqee.internal.protocol.BatchMember;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.thread.PeriodicThread;
import io.github.asynqee.internal.thread.StopTime;
import io.github.asynqee.worker.WorkerConfig;

/** Batches and chains of a worker: reports the ends of members, and repairs batches whose members' ends were lost. */
public final class Batches implements EngineFeature {

    private static final Logger LOG = System.getLogger(Batches.class.getName());

    private final Broker broker;
    private final NodeWork<BatchWatch> watch;
    private final NodeWork<BatchEnds> ends;
    private final PeriodicThread endsThread;
    private final AtomicBoolean started = new AtomicBoolean();

    /** @param queues supplies the queues whose batches are repaired */
    public Batches(Broker broker, WorkerConfig config, Supplier<? extends Collection<String>> queues) {
        this.broker = broker;
        BatchCommands commands = broker.commands(BatchCommands.class);
        BatchSteps steps = new BatchSteps(commands, broker.clock());
        ends = new NodeWork<>(broker.workerCommands(), "asynq-batches", config.taskCheckInterval(), config.threads(),
                isServed -> new BatchEnds(commands, steps));
        endsThread = ends.thread();
        watch = new NodeWork<>(broker.workerCommands(), "asynq-batch-watch", BatchWatch.INTERVAL, config.threads(),
                isServed -> new BatchWatch(new BatchRepair(commands, steps, broker.clock()), queues, isServed));
    }

    @Override
    public List<PeriodicThread> services() {
        // with a wrong clock a member that is just being added would look abandoned
        return List.of(watch.thread(broker::synchronizeClock));
    }

    @Override
    public void written(TaskMessage message, Outcome outcome, Duration duration) {
        if (message.headers().isEmpty() || outcome instanceof Outcome.Retry || outcome instanceof Outcome.Requeue) {
            return;
        }
        BatchMember.of(message).ifPresent(member -> {
            startEnds();
            ends.of(member.batch().queue()).add(member,
                    outcome instanceof Outcome.Archive ? Fate.FAILED
                            : outcome instanceof Outcome.Revoke ? Fate.GONE : Fate.ENDED);
        });
    }

    /** The first member that has ended starts the thread. */
    private void startEnds() {
        if (!started.compareAndSet(false, true)) {
            return;
        }
        try {
            endsThread.start();
        } catch (RuntimeException | Error e) {
            started.set(false);
            LOG.log(Level.WARNING,
                    "the ends of members of batches are not reported, the repair of batches will find them: "
                            + e.getMessage(),
                    e);
        }
    }

    /** Reports the remaining ends, and stops. */
    @Override
    public void stop(StopTime time) {
        endsThread.stop(time);
    }
}
