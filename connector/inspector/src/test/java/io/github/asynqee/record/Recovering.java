package io.github.asynqee.record;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.broker.DequeuedTasks.Unusable;
import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.broker.MaintenanceCommands.ExpiredLeases;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.broker.Settlement;
import io.github.asynqee.internal.protocol.wire.TaskMessage;

/**
 * Recovery of tasks whose worker died, by the steps of the Recoverer. The expectation is computed from the key space
 * before; without a declared difference it must equal the record.
 */
final class Recovering implements Operation {

    static final Map<String, Recovering> ALL = Map.of("Recover", new Recovering());

    private static final String EXPIRED = "asynq: task lease expired";

    @Override
    public void expect(Expected expected) {
        Step step = expected.step();
        List<String> answer = new ArrayList<>();
        expected.after(step.before());
        for (String queue : step.texts("queues")) {
            repair(expected, Names.of(queue));
            recover(expected, queue, answer);
            Grouping.reclaim(expected, Names.of(queue));
        }
        expected.answer(answer.toString());
        if (expected.met().isEmpty()) {
            expected.after(step.after());
            expected.answer(recorded(step).toString());
        }
    }

    private static List<String> recorded(Step step) {
        List<String> tasks = new ArrayList<>();
        for (JsonNode task : step.result().get("tasks")) {
            tasks.add(task.get("queue").asText() + " " + Raw.text(RecordedSpace.raw(task.get("id"))) + " "
                    + task.get("outcome").asText() + task.path("error").path("text").asText(""));
        }
        return tasks;
    }

    private static void repair(Expected expected, Names names) {
        Space space = expected.after();
        Instant now = expected.step().clock();
        for (String id : space.zrangeUpTo(names.lease(), expected.step().number("cutoff_unix"))) {
            boolean exists = space.hget(names.task(id), "msg") != null;
            if (!exists) {
                drop(expected, names, id);
            } else if (!space.lrange(names.active()).contains(id)) {
                expected.meet(Difference.LEASE_REPAIRED);
                space.zrem(names.lease(), id);
                if ("active".equals(space.hget(names.task(id), "state"))) {
                    space.rpush(names.pending(), id);
                    space.hset(names.task(id), "state", "pending");
                    space.hset(names.task(id), "pending_since", Names.nanos(now));
                }
            }
        }
        for (String id : space.lrange(names.active())) {
            if (space.zscore(names.lease(), id) != null) {
                continue;
            }
            if (space.hget(names.task(id), "msg") == null) {
                drop(expected, names, id);
            } else {
                expected.meet(Difference.LEASE_ADDED);
                space.zadd(names.lease(), now.plus(Lease.DURATION).getEpochSecond(), id);
            }
        }
    }

    /** An ID without a message can never run. */
    private static void drop(Expected expected, Names names, String id) {
        expected.meet(Difference.LEASE_REPAIRED);
        Space space = expected.after();
        if (space.zscore(names.lease(), id) != null) {
            space.zrem(names.lease(), id);
        }
        if (space.exists(names.active())) {
            space.lrem(names.active(), id);
        }
        Tasks.unlock(space, names, id, space);
        space.del(names.task(id));
    }

    private static void recover(Expected expected, String queue, List<String> answer) {
        Space space = expected.after();
        Names names = Names.of(queue);
        Step step = expected.step();
        List<String> unusable = new ArrayList<>();
        for (String id : space.zrangeUpTo(names.lease(), step.number("cutoff_unix"))) {
            String message = space.hget(names.task(id), "msg");
            if (!Tasks.isUsable(queue, id, message)) {
                unusable.add(id);
                continue;
            }
            TaskMessage task = Settled.parse(Raw.bytes(message));
            if (!task.getUnknownFields().asMap().isEmpty()) {
                expected.meet(Difference.UNKNOWN_FIELDS_KEPT);
            }
            boolean archived = task.getRetried() >= task.getRetry();
            if (archived) {
                new Settled(expected).archive(task, EXPIRED);
            } else {
                new Settled(expected).retry(task, retryAt(step).getEpochSecond(), EXPIRED, true);
            }
            answer.add(queue + " " + Raw.text(id) + (archived ? " archive" : " retry"));
        }
        for (String id : unusable) {
            expected.meet(Difference.QUARANTINE);
            new Settled(expected).archive(TaskMessage.newBuilder().setType("asynq:undecodable").setId(Raw.text(id))
                    .setQueue(queue).setPayload(com.google.protobuf.ByteString
                            .copyFrom(Raw.bytes(space.hget(names.task(id), "msg"))))
                    .build(), "quarantined");
            answer.add(queue + " " + Raw.text(id) + " quarantine");
        }
    }

    private static Instant retryAt(Step step) {
        return step.clock().plusSeconds(step.number("delay_seconds"));
    }

    @Override
    public String perform(Step step, Peer peer) {
        Broker broker = peer.broker();
        List<String> answer = new ArrayList<>();
        for (String queue : step.texts("queues")) {
            broker.maintenanceCommands().repairLeases(queue, step.time("cutoff_unix"), 0);
            ExpiredLeases expired = broker.maintenanceCommands().expiredLeases(queue, step.time("cutoff_unix"), 0);
            for (Lease lease : expired.leases()) {
                boolean archived = lease.message().retried() >= lease.message().maxRetry();
                Outcome outcome = archived ? new Outcome.Archive(EXPIRED)
                        : new Outcome.Retry(retryAt(step), EXPIRED, true).asRecovery();
                answer.add(answer(broker, lease, outcome, archived ? " archive" : " retry"));
            }
            for (Unusable unusable : expired.unusable()) {
                answer.add(answer(broker, unusable.lease(), new Outcome.Archive("quarantined"), " quarantine"));
            }
            broker.groupCommands().reclaimStale(queue);
        }
        return answer.toString();
    }

    private static String answer(Broker broker, Lease lease, Outcome outcome, String word) {
        Settlement.Result result = broker.workerCommands().write(List.of(new Settlement(lease, outcome))).get(0);
        return lease.queue() + " " + lease.id() + word + (result instanceof Settlement.Result.Settled ? "" : result);
    }
}
