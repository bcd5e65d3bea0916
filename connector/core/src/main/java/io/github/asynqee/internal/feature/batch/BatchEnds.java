package io.github.asynqee.internal.feature.batch;

import java.lang.System.Logger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

import io.github.asynqee.internal.feature.batch.BatchCommands.Ended;
import io.github.asynqee.internal.feature.batch.BatchCommands.Fate;
import io.github.asynqee.internal.outage.FailureLog;
import io.github.asynqee.internal.protocol.BatchMember;
import io.github.asynqee.internal.protocol.BatchMember.BatchName;
import io.github.asynqee.internal.thread.PeriodicJob;
import io.github.asynqee.internal.thread.Signal;
import io.github.asynqee.redis.BrokerException;

/**
 * Reports the ends of members that this worker has run to their batches, after their outcomes were written. {@link
 * BatchRepair} finds ends that cannot be reported, or are lost because the worker dies.
 */
final class BatchEnds implements PeriodicJob {

    private static final Logger LOG = System.getLogger(BatchEnds.class.getName());
    private static final int MAX_WAITING = 10_000;
    private static final int MAX_MEMBERS = 500;

    private final BatchCommands commands;
    private final BatchSteps steps;
    private final FailureLog failures = new FailureLog(LOG);
    private final BlockingQueue<BatchMemberEnd> waiting = new LinkedBlockingQueue<>(MAX_WAITING);
    private final Signal signal = new Signal();

    private record BatchMemberEnd(BatchName batch, Ended member) {}

    /**
     * @param commands the operations on batches
     * @param steps stores due callbacks
     */
    BatchEnds(BatchCommands commands, BatchSteps steps) {
        this.commands = commands;
        this.steps = steps;
    }

    /** A member has ended, and its outcome is written. */
    void add(BatchMember member, Fate fate) {
        // the repair finds ends that do not fit into the queue
        waiting.offer(new BatchMemberEnd(member.batch(), new Ended(member.place(), member.stamp(), fate)));
        signal.set();
    }

    @Override
    public Signal wakeup() {
        return signal;
    }

    @Override
    public Duration runOnce() {
        Map<BatchName, List<Ended>> byBatch = new LinkedHashMap<>();
        List<BatchMemberEnd> taken = new ArrayList<>();
        waiting.drainTo(taken, MAX_MEMBERS);
        taken.forEach(end -> byBatch.computeIfAbsent(end.batch(), any -> new ArrayList<>()).add(end.member()));
        byBatch.forEach(this::tell);
        return waiting.isEmpty() ? UNTIL_WOKEN : Duration.ZERO;
    }

    private void tell(BatchName batch, List<Ended> members) {
        try {
            steps.store(batch, commands.end(batch, members));
            failures.succeeded(batch.queue());
        } catch (BrokerException e) {
            failures.failed(batch.queue(), e, () -> "the end of " + members.size() + " members of batch " + batch.id()
                    + " of queue " + batch.queue() + " cannot be noted; the repair of batches finds them: "
                    + e.getMessage());
        }
    }

    @Override
    public void end() {
        while (!waiting.isEmpty()) {
            runOnce();
        }
    }
}
