package io.github.asynqee.internal.feature.batch;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.github.asynqee.internal.feature.batch.BatchCommands.Ended;
import io.github.asynqee.internal.feature.batch.BatchCommands.Fate;
import io.github.asynqee.internal.protocol.BatchMember;
import io.github.asynqee.internal.protocol.BatchMember.BatchName;
import io.github.asynqee.internal.protocol.BatchMember.Place;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.protocol.UndecodableMessageException;

/** Stores the tasks that batches have decided to store. Any process can repeat a step if this one dies. */
public final class BatchSteps {

    private static final Logger LOG = System.getLogger(BatchSteps.class.getName());

    /** Name that stands for the parent batch. */
    private static final String PARENT = "parent";
    private static final List<String> WITHIN = List.of("parent:queue", "parent:id", "parent:stamp");

    private final BatchCommands commands;
    private final Clock clock;

    /**
     * @param commands the operations on batches
     * @param clock the clock of Redis
     */
    public BatchSteps(BatchCommands commands, Clock clock) {
        this.commands = commands;
        this.clock = clock;
    }

    /**
     * Stores tasks of a batch.
     *
     * @param batch the batch
     * @param names the callbacks that are due
     */
    public void store(BatchName batch, Collection<String> names) {
        Deque<String> due = new ArrayDeque<>(names);
        while (!due.isEmpty()) {
            Instant notAfter = clock.instant().plus(BatchCommands.STORING);
            due.addAll(store(batch, due.poll(), notAfter));
        }
    }

    /** Reports the end of a batch to its parent batch, if it has one. */
    private void tellParent(BatchName batch, Map<String, byte[]> fields) {
        BatchName parent = parent(fields);
        store(parent, commands.end(parent, List.of(new Ended(new Place(batch),
                Long.parseLong(text(fields.get("parent:stamp"))), Fate.ENDED))));
        commands.stored(batch, PARENT, null);
    }

    /** Returns the parent batch of a batch; {@code null} if it has no parent. */
    public static BatchName parent(BatchCommands commands, BatchName batch) {
        return parent(commands.read(batch, WITHIN));
    }

    private static BatchName parent(Map<String, byte[]> fields) {
        return fields.containsKey("parent:queue")
                ? new BatchName(text(fields.get("parent:queue")), text(fields.get("parent:id")))
                : null;
    }

    private static String text(byte[] field) {
        return new String(field, StandardCharsets.UTF_8);
    }

    /** Stores one task of a batch. Returns the callbacks that are due because of this. */
    private List<String> store(BatchName batch, String name, Instant notAfter) {
        List<String> names = new ArrayList<>(WITHIN);
        names.addAll(List.of("created", "cancelled", "task:" + name, "stored:" + name, "proof:" + name));
        Map<String, byte[]> fields = commands.read(batch, names);
        if (name.equals(PARENT) && fields.containsKey("parent:queue")) {
            tellParent(batch, fields);
            return List.of();
        }
        release(batch, fields.get("proof:" + name));
        byte[] message = fields.get("task:" + name);
        if (message == null || fields.containsKey("stored:" + name) || fields.containsKey("cancelled")) {
            return List.of();
        }
        Optional<TaskMessage> task = decoded(batch, name, message);
        String refusal = task.isEmpty() ? "its message is damaged"
                : commands.storeOnce(batch, receipt(name, fields), task.get(), notAfter).orElse(null);
        if (refusal != null) {
            LOG.log(Level.ERROR, "batch {0} of queue {1}: task {2} is not stored: {3}", batch.id(), batch.queue(), name,
                    refusal);
        }
        if (refusal != null) {
            // before the member's failure is reported, because the repair must not treat the member as deleted
            commands.stored(batch, name, refusal);
        }
        List<String> more = task.flatMap(BatchMember::of).filter(member -> member.batch().equals(batch))
                .map(member -> commands.end(batch,
                        List.of(new Ended(member.place(), member.stamp(),
                                refusal == null ? Fate.STORED : Fate.FAILED))))
                .orElse(List.of());
        if (refusal == null) {
            commands.stored(batch, name, null);
        }
        return more;
    }

    /**
     * Releases the previous task of a chain, which was kept as a proof of its success. The success is recorded, because
     * the next task is due.
     */
    private void release(BatchName batch, byte[] proof) {
        if (proof != null) {
            String[] parts = text(proof).split(":", 2);
            Place.of(parts[1]).ifPresent(previous -> commands.release(batch, previous,
                    Duration.ofSeconds(Long.parseLong(parts[0]))));
        }
    }

    /** The name of a receipt. A batch that has the ID of a deleted batch has different receipts. */
    private static String receipt(String name, Map<String, byte[]> fields) {
        return name + ":" + text(fields.getOrDefault("created", new byte[0]));
    }

    private static Optional<TaskMessage> decoded(BatchName batch, String name, byte[] message) {
        try {
            return Optional.of(TaskMessage.parse(message));
        } catch (UndecodableMessageException e) {
            LOG.log(Level.ERROR, "batch " + batch + ": task " + name + " cannot be decoded", e);
            return Optional.empty();
        }
    }
}
