package io.github.asynqee.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.github.asynqee.broker.Outcome;
import io.github.asynqee.model.GoWorking.Dequeued;
import io.github.asynqee.model.GoWorking.Reply;

/** What a worker's operations are expected to do: what Go does, and the declared differences. */
final class ExpectedWorking {

    private final AsynqModel go;
    private final Differences differences;

    ExpectedWorking(AsynqModel go, Differences differences) {
        this.go = go;
        this.differences = differences;
    }

    /** A task taken from a queue; without a message if there was none. */
    record Taken(String id, Found found) {}

    List<Taken> dequeue(String queue, int max) {
        Names names = Names.of(queue);
        List<Taken> taken = new ArrayList<>();
        Dequeued next;
        while (taken.size() < max && (next = go.working.dequeue(queue)) != null) {
            if (next.message() == null) {
                differences.met(Difference.VANISHED_TASK_TAKEN_OUT);
                go.space.lrem(names.active(), next.id());
                go.space.zrem(names.lease(), next.id());
                go.space.del(names.task(next.id()));
                taken.add(new Taken(next.id(), null));
            } else {
                taken.add(new Taken(next.id(), Found.of(queue, next.id(), next.message())));
            }
        }
        if (taken.size() > 1) {
            differences.met(Difference.SEVERAL_AT_ONCE);
        }
        return taken;
    }

    /** Ends a lease; tells whether it was still the worker's. */
    boolean settle(Held held, Outcome outcome) {
        if (!isActive(held)) {
            return false;
        }
        if (!owns(held)) {
            boolean missing = go.space.zscore(held.names().lease(), held.id()) == null;
            differences.met(missing ? Difference.ALL_OR_NOTHING : Difference.FENCED);
            return false;
        }
        if (outcome instanceof Outcome.Requeue) {
            require(go.working.requeue(held.message()));
            differences.met(Difference.WAITS_FROM_NOW);
            go.space.hset(held.names().task(held.id()), "pending_since", Long.toString(go.clock.nanos()));
        } else if (outcome instanceof Outcome.Retry retry) {
            require(go.working.retry(held.message(), retry.at().getEpochSecond(), retry.error(), retry.failure()));
        } else if (outcome instanceof Outcome.Archive archive) {
            archive(held, archive.error());
        } else if (outcome instanceof Outcome.Done && held.message().getRetention() > 0) {
            complete(held);
        } else {
            require(go.working.done(held.message()));
        }
        return true;
    }

    private void complete(Held held) {
        if (go.space.zrem(held.names().completed(), held.id())) {
            differences.met(Difference.COMPLETED_ALREADY);
        }
        require(go.working.complete(held.message()));
    }

    private void archive(Held held, String error) {
        Names names = held.names();
        Map<String, String> locks = new HashMap<>();
        go.space.zrange(names.archived()).forEach(id -> locks.put(id, lockOf(names, id)));
        locks.put(held.id(), lockOf(names, held.id()));
        if (!held.isUsable()) {
            differences.met(Difference.QUARANTINE);
        }
        require(go.working.archive(held.message(), error));
        for (String id : locks.keySet()) {
            if (go.space.zscore(names.archived(), id) == null && id.equals(go.space.get(locks.get(id)))) {
                differences.met(Difference.TRIMMED_TASKS_UNLOCK);
                go.space.del(locks.get(id));
            }
        }
        if (go.space.zscore(names.archived(), held.id()) == null) {
            differences.met(Difference.TRIMMED_AT_ONCE);
            go.space.del(names.task(held.id()));
        }
    }

    private String lockOf(Names names, String id) {
        String lock = go.space.hget(names.task(id), "unique_key");
        return lock == null ? "" : lock;
    }

    private static void require(Reply reply) {
        if (reply != Reply.OK) {
            throw new IllegalStateException("no sequence should get Go into this: " + reply);
        }
    }

    /** Extends a lease; tells whether it was still the worker's. */
    boolean extend(Held held) {
        if (!owns(held)) {
            if (go.space.zscore(held.names().lease(), held.id()) != null) {
                differences.met(Difference.FENCED);
            }
            return false;
        }
        go.working.extend(held.message().getQueue(), held.message().getId());
        held.score(go.working.leaseExpiry());
        return true;
    }

    /** Writes a result; tells whether the task was still the worker's. */
    boolean writeResult(Held held, byte[] result) {
        if (!owns(held)) {
            differences.met(Difference.NO_RESULT_OF_A_LOST_TASK);
            return false;
        }
        go.working.writeResult(held.message().getQueue(), held.message().getId(), result);
        return true;
    }

    boolean isActive(Held held) {
        return go.space.lrange(held.names().active()).contains(held.id());
    }

    boolean owns(Held held) {
        Double score = go.space.zscore(held.names().lease(), held.id());
        return score != null && score == held.score();
    }
}
