package io.github.asynqee.internal.batch;

import java.lang.System.Logger;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.asynqee.internal.broker.BatchCommands;
import io.github.asynqee.internal.broker.BatchCommands.Ended;
import io.github.asynqee.internal.broker.BatchCommands.Fate;
import io.github.asynqee.internal.broker.BatchCommands.Found;
import io.github.asynqee.internal.broker.BatchCommands.Listed;
import io.github.asynqee.internal.broker.BatchCommands.Page;
import io.github.asynqee.internal.outage.FailureLog;
import io.github.asynqee.internal.protocol.BatchMember;
import io.github.asynqee.internal.protocol.BatchMember.BatchName;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.protocol.UndecodableMessageException;

/**
 * Finds members of batches whose end was not reported: run by a Go worker, deleted by a tool, or run by a worker that has
 * died since; and stores the tasks that a batch has decided to store and that are still missing.
 */
public final class BatchRepair {

    private static final Logger LOG = System.getLogger(BatchRepair.class.getName());

    /** How many members of a batch are checked in one run, of those that are open and of those that have failed. */
    private static final int MEMBERS = 1_000;
    private static final int BATCHES = 1_000;
    /** A sender stores the task of a member just after it has added it; after that time it has died. */
    public static final Duration ADDING = Duration.ofMinutes(1);
    private static final String START = "0";

    private final BatchCommands commands;
    private final BatchSteps steps;
    private final Clock clock;
    private final FailureLog failures = new FailureLog(LOG);
    /** Where the next run continues. */
    private final Map<BatchName, String> open = new HashMap<>();
    private final Map<BatchName, String> failed = new HashMap<>();

    /**
     * @param commands the operations on batches
     * @param steps stores what follows
     * @param clock the clock of Redis
     */
    public BatchRepair(BatchCommands commands, BatchSteps steps, Clock clock) {
        this.commands = commands;
        this.steps = steps;
        this.clock = clock;
    }

    /**
     * Repairs the batches of a queue, unless another node is doing so.
     *
     * @param queue the queue
     * @return whether the queue has batches
     */
    public boolean repair(String queue) {
        List<String> ids = commands.batches(queue, 0, 1);
        if (ids.isEmpty() || !commands.claimRepair(queue)) {
            return !ids.isEmpty();
        }
        Set<BatchName> listed = new HashSet<>();
        int from = 0;
        do {
            ids = commands.batches(queue, from, BATCHES);
            ids.stream().map(id -> new BatchName(queue, id)).filter(listed::add).forEach(this::repairAlone);
            from += ids.size();
        } while (ids.size() == BATCHES);
        Stream.of(open, failed).forEach(positions -> positions.keySet()
                .removeIf(batch -> batch.queue().equals(queue) && !listed.contains(batch)));
        return true;
    }

    /** One that is damaged does not keep the others from being repaired. */
    private void repairAlone(BatchName batch) {
        try {
            repair(batch);
            failures.succeeded(batch);
        } catch (RuntimeException e) {
            if (FailureLog.isOutage(e)) {
                throw e;
            }
            failures.failed(batch, e, () -> "batch \"" + batch.id() + "\" of queue \"" + batch.queue()
                    + "\" cannot be repaired, which is retried: " + e.getMessage());
        }
    }

    private void repair(BatchName batch) {
        Map<String, byte[]> fields = commands.read(batch);
        if (fields.isEmpty()) {
            commands.forget(batch);
            return;
        }
        List<String> due = fields.keySet().stream().filter(field -> field.startsWith("due:"))
                .map(field -> field.substring(4)).filter(name -> !fields.containsKey("stored:" + name)).toList();
        this.steps.store(batch, due);
        Page members = commands.open(batch, open.getOrDefault(batch, START), MEMBERS);
        keep(open, batch, members.next());
        Page archived = commands.failed(batch, failed.getOrDefault(batch, START), MEMBERS);
        keep(failed, batch, archived.next());
        Set<String> steps = fields.entrySet().stream().filter(field -> field.getKey().startsWith("member:"))
                .map(field -> new String(field.getValue(), StandardCharsets.UTF_8)).collect(Collectors.toSet());
        List<Ended> ended = new ArrayList<>(fates(batch, members.members(), steps));
        ended.addAll(gone(batch, archived.members()));
        this.steps.store(batch, commands.end(batch, ended));
        commands.stored(batch, "", null);
    }

    private static void keep(Map<BatchName, String> positions, BatchName batch, String next) {
        if (next.equals(START)) {
            positions.remove(batch);
        } else {
            positions.put(batch, next);
        }
    }

    private List<Ended> fates(BatchName batch, List<Listed> members, Set<String> steps) {
        List<Found> found = look(members);
        List<Ended> fates = new ArrayList<>();
        for (int i = 0; i < members.size(); i++) {
            Listed member = members.get(i);
            if (member.place().isBatch()) {
                fate(member).ifPresent(fate -> fates.add(new Ended(member.place(), member.stamp(), fate)));
                continue;
            }
            fate(batch, member, found.get(i), steps)
                    .ifPresent(fate -> fates.add(new Ended(member.place(), member.stamp(), fate)));
        }
        return fates;
    }

    private Optional<Fate> fate(BatchName batch, Listed member, Found found, Set<String> steps) {
        boolean own = found != null && isMember(batch, member, found);
        if (!own && !member.stored()) {
            // the next one of a chain is stored when it is found to be due
            boolean abandoned = !steps.contains(member.place().text())
                    && clock.millis() - member.stamp() > ADDING.toMillis();
            return abandoned ? Optional.of(Fate.WITHDRAWN) : Optional.empty();
        }
        if (!own || found.state().equals("completed")) {
            return Optional.of(Fate.ENDED);
        }
        if (found.state().equals("archived")) {
            return Optional.of(Fate.FAILED);
        }
        return member.stored() ? Optional.empty() : Optional.of(Fate.STORED);
    }

    /** Of batches among the members no task is found. */
    private List<Found> look(List<Listed> members) {
        return commands.look(members.stream().map(Listed::place).toList());
    }

    /** The fate of a member that is a batch. */
    private Optional<Fate> fate(Listed member) {
        Map<String, byte[]> fields = commands.read(member.place().batch());
        if (fields.containsKey("ended")) {
            return Optional.of(Fate.ENDED);
        }
        if (!fields.isEmpty()) {
            return member.stored() ? Optional.empty() : Optional.of(Fate.STORED);
        }
        if (member.stored()) {
            return Optional.of(Fate.ENDED);
        }
        return clock.millis() - member.stamp() > ADDING.toMillis() ? Optional.of(Fate.WITHDRAWN) : Optional.empty();
    }

    /** Failed members that were deleted, or have succeeded since. */
    private List<Ended> gone(BatchName batch, List<Listed> members) {
        List<Found> found = look(members);
        List<Ended> gone = new ArrayList<>();
        for (int i = 0; i < members.size(); i++) {
            Found task = found.get(i);
            if (task == null || task.state().equals("completed") || !isMember(batch, members.get(i), task)) {
                gone.add(new Ended(members.get(i).place(), members.get(i).stamp(), Fate.ENDED));
            }
        }
        return gone;
    }

    private static boolean isMember(BatchName batch, Listed member, Found found) {
        try {
            return BatchMember.of(TaskMessage.parse(member.place().queue(), member.place().id(), found.message()))
                    .filter(of -> of.batch().equals(batch) && of.stamp() == member.stamp()).isPresent();
        } catch (UndecodableMessageException e) {
            return false;
        }
    }
}
