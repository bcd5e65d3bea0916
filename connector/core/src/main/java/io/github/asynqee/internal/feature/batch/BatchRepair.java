package io.github.asynqee.internal.feature.batch;

import java.lang.System.Logger;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

import io.github.asynqee.internal.feature.batch.BatchCommands.Ended;
import io.github.asynqee.internal.feature.batch.BatchCommands.Fate;
import io.github.asynqee.internal.feature.batch.BatchCommands.Found;
import io.github.asynqee.internal.feature.batch.BatchCommands.Listed;
import io.github.asynqee.internal.feature.batch.BatchCommands.Page;
import io.github.asynqee.internal.outage.FailureLog;
import io.github.asynqee.internal.protocol.BatchMember.BatchName;

/**
 * Finds members of batches whose end was not reported: a Go worker ran them, a tool deleted them, or their worker has
 * died. Also stores tasks that a batch has decided to store and that are still missing.
 */
public final class BatchRepair {

    private static final Logger LOG = System.getLogger(BatchRepair.class.getName());

    /** Maximum number of open members, and of failed members, of a batch that are checked in one run. */
    private static final int MEMBERS = 1_000;
    /** Maximum number of pages of {@link #MEMBERS} in one run; used if most of the members have ended. */
    private static final int PAGES = 10;
    /** Maximum number of batches of a queue that are checked in one run. */
    private static final int BATCHES = 1_000;
    private static final String STEP = "member:";
    private static final String START = "0";

    private final BatchCommands commands;
    private final BatchSteps steps;
    private final Clock clock;
    private final FailureLog failures = new FailureLog(LOG);
    /** Where the next run continues. */
    private final Map<BatchName, String> open = new HashMap<>();
    private final Map<BatchName, String> failed = new HashMap<>();
    private final Map<String, Round> rounds = new HashMap<>();

    /** Progress through the batches of a queue: the batches of this run, and all batches listed since the first run. */
    private static final class Round {
        private int from;
        private final Set<BatchName> listed = new HashSet<>();
    }

    /**
     * @param commands the operations on batches
     * @param steps stores due callbacks
     * @param clock the clock of Redis
     */
    public BatchRepair(BatchCommands commands, BatchSteps steps, Clock clock) {
        this.commands = commands;
        this.steps = steps;
        this.clock = clock;
    }

    /**
     * Repairs the next batches of a queue, unless another node is doing so.
     *
     * @param queue the queue
     * @return whether the queue has batches
     */
    public boolean repair(String queue) {
        boolean hasBatches = !commands.batches(queue, 0, 1).isEmpty();
        if (!hasBatches || !commands.claimRepair(queue)) {
            return hasBatches;
        }
        Round round = rounds.computeIfAbsent(queue, any -> new Round());
        List<String> ids = commands.batches(queue, round.from, BATCHES);
        for (String id : ids) {
            BatchName batch = new BatchName(queue, id);
            round.listed.add(batch);
            // the batches after a removed batch have moved up
            round.from += repairAlone(batch) ? 0 : 1;
        }
        if (ids.size() < BATCHES) {
            Stream.of(open, failed).forEach(positions -> positions.keySet()
                    .removeIf(batch -> batch.queue().equals(queue) && !round.listed.contains(batch)));
            rounds.remove(queue);
        }
        return true;
    }

    /**
     * Repairs one batch. A damaged batch does not prevent the repair of others. Returns whether the batch is no longer
     * listed.
     */
    private boolean repairAlone(BatchName batch) {
        try {
            boolean isOver = repair(batch);
            failures.succeeded(batch);
            return isOver;
        } catch (RuntimeException | Error e) {
            if (FailureLog.isOutage(e)) {
                throw e;
            }
            failures.failed(batch, e, () -> "cannot repair batch \"" + batch.id() + "\" of queue \""
                    + batch.queue() + "\"; retrying: " + e.getMessage());
            return false;
        }
    }

    private boolean repair(BatchName batch) {
        Map<String, byte[]> fields = commands.read(batch);
        if (fields.isEmpty()) {
            commands.forget(batch);
            return true;
        }
        List<String> due = fields.keySet().stream().filter(field -> field.startsWith("due:"))
                .map(field -> field.substring(4)).filter(name -> !fields.containsKey("stored:" + name)).toList();
        steps.store(batch, due);
        boolean isDeleted = fields.containsKey("cancelled")
                && clock.millis() - number(fields.get("cancelled")) > BatchCommands.STORED_AFTERWARDS.toMillis();
        // the next task of a deleted chain is no longer stored
        Map<String, Boolean> chained = isDeleted ? Map.of() : chained(fields);
        // if most members have ended unreported, a Go worker runs them, so more pages are checked
        boolean hasMore = true;
        for (int page = 0; hasMore && page < PAGES; page++) {
            hasMore = haveEnded(batch, chained);
        }
        Page archived = commands.failed(batch, failed.getOrDefault(batch, START), MEMBERS);
        keep(failed, batch, archived.next());
        if (!archived.members().isEmpty()) {
            // a refused task has not succeeded, even if another task has its ID
            Map<String, Boolean> refused = isDeleted ? Map.of() : chained(commands.read(batch));
            steps.store(batch, commands.end(batch, gone(batch, archived.members().stream()
                    .filter(member -> !refused.getOrDefault(member.place().text(), false)).toList())));
        }
        return isChainThatWasNotStored(batch, fields) || commands.stored(batch, "", null);
    }

    /**
     * Handles a chain whose producer has died. If the first task is stored, the chain continues; otherwise the chain is
     * deleted. Returns whether it was deleted.
     */
    private boolean isChainThatWasNotStored(BatchName batch, Map<String, byte[]> fields) {
        if (fields.containsKey("sealed") || fields.containsKey("ended") || !fields.containsKey(STEP + "step-0")
                || clock.millis() - number(fields.get("created")) <= BatchCommands.ADDING.toMillis()) {
            return false;
        }
        Optional<List<String>> due = commands.continueChain(batch);
        steps.store(batch, due.orElse(List.of()));
        return due.isEmpty();
    }

    private static long number(byte[] field) {
        return field == null ? 0 : Long.parseLong(new String(field, StandardCharsets.UTF_8));
    }

    /** The tasks of a chain behind the first one, by name of their place, and whether each was rejected. */
    private static Map<String, Boolean> chained(Map<String, byte[]> fields) {
        Map<String, Boolean> chained = new HashMap<>();
        fields.forEach((field, place) -> {
            if (field.startsWith(STEP)) {
                chained.put(new String(place, StandardCharsets.UTF_8),
                        fields.containsKey("refused:" + field.substring(STEP.length())));
            }
        });
        return chained;
    }

    /**
     * Records the ends of the next open members. Returns whether most of them have ended and further members follow.
     */
    private boolean haveEnded(BatchName batch, Map<String, Boolean> chained) {
        long before = clock.millis();
        Page members = commands.open(batch, open.getOrDefault(batch, START), MEMBERS);
        List<Ended> fates = fates(batch, members.members(), chained, before);
        steps.store(batch, commands.end(batch, fates));
        long removed = fates.stream().filter(member -> member.fate() != Fate.STORED).count();
        boolean hasMore = !members.next().equals(START);
        // the members after them have moved up
        keep(open, batch, hasMore ? Long.toString(Long.parseLong(members.next()) - removed) : START);
        return hasMore && 2 * removed > MEMBERS;
    }

    private static void keep(Map<BatchName, String> positions, BatchName batch, String next) {
        if (next.equals(START)) {
            positions.remove(batch);
        } else {
            positions.put(batch, next);
        }
    }

    /**
     * @param before the time before the members were listed, because a producer may store a task after the repair has
     * read it
     */
    private List<Ended> fates(BatchName batch, List<Listed> members, Map<String, Boolean> chained, long before) {
        List<Found> found = look(members);
        List<Ended> fates = new ArrayList<>();
        for (int i = 0; i < members.size(); i++) {
            Listed member = members.get(i);
            if (member.place().isBatch()) {
                fate(member, before).ifPresent(fate -> fates.add(new Ended(member.place(), member.stamp(), fate)));
                continue;
            }
            fate(batch, member, found.get(i), chained.get(member.place().text()), before)
                    .ifPresent(fate -> fates.add(new Ended(member.place(), member.stamp(), fate)));
        }
        return fates;
    }

    /** @param refused for a task of a chain behind the first one, whether it was rejected; otherwise {@code null} */
    private Optional<Fate> fate(BatchName batch, Listed member, Found found, Boolean refused, long before) {
        boolean own = found != null && found.isMember(batch, member);
        if (!own && !member.stored()) {
            if (refused != null) {
                // the next task of a chain is stored when it is due
                return refused ? Optional.of(Fate.FAILED) : Optional.empty();
            }
            return member.isAbandoned(before) ? Optional.of(Fate.WITHDRAWN) : Optional.empty();
        }
        if (!own) {
            return Optional.of(Fate.GONE);
        }
        if (found.state().equals("completed")) {
            return Optional.of(Fate.ENDED);
        }
        if (found.state().equals("archived")) {
            return Optional.of(Fate.FAILED);
        }
        return member.stored() ? Optional.empty() : Optional.of(Fate.STORED);
    }

    /** Reads the tasks of members. A member that is a batch has no task. */
    private List<Found> look(List<Listed> members) {
        return commands.look(members.stream().map(Listed::place).toList());
    }

    /** The fate of a member that is a batch. */
    private Optional<Fate> fate(Listed member, long before) {
        Map<String, byte[]> fields = commands.read(member.place().batch(), List.of("created", "ended"));
        if (fields.containsKey("ended")) {
            return Optional.of(Fate.ENDED);
        }
        if (!fields.isEmpty()) {
            return member.stored() ? Optional.empty() : Optional.of(Fate.STORED);
        }
        if (member.stored()) {
            return Optional.of(Fate.ENDED);
        }
        return member.isAbandoned(before) ? Optional.of(Fate.WITHDRAWN) : Optional.empty();
    }

    /** The ends of failed members that were deleted, or have succeeded since they failed. */
    private List<Ended> gone(BatchName batch, List<Listed> members) {
        List<Found> found = look(members);
        List<Ended> gone = new ArrayList<>();
        for (int i = 0; i < members.size(); i++) {
            Found task = found.get(i);
            boolean own = task != null && task.isMember(batch, members.get(i));
            if (!own || task.state().equals("completed")) {
                gone.add(new Ended(members.get(i).place(), members.get(i).stamp(), own ? Fate.ENDED : Fate.GONE));
            }
        }
        return gone;
    }
}
