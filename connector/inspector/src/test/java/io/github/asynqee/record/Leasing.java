package io.github.asynqee.record;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import io.github.asynqee.internal.broker.DequeuedTasks;
import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.broker.MaintenanceCommands.ExpiredLeases;
import io.github.asynqee.internal.protocol.TaskMessage;

/** Operations on leases except settling. */
enum Leasing implements Operation {

    /** Queue by queue until one has a task. */
    DEQUEUE {
        @Override
        public void expect(Expected expected) {
            Step step = expected.step();
            if (step.failedWith(Replay.WRONG_TYPE)) {
                expected.answer(Replay.WRONG_TYPE);
                return;
            }
            for (String queue : step.texts("queues")) {
                Names names = Names.of(queue);
                String id = taken(step, names);
                String message = id == null ? null : step.before().hget(names.task(id), "msg");
                if (id != null && message == null) {
                    expected.meet(Difference.VANISHED_TASK_REMOVED);
                    expected.after().lrem(names.active(), id);
                    expected.after().zrem(names.lease(), id);
                    expected.after().del(names.task(id));
                } else if (id != null) {
                    expected.answer(answer(expected, queue, id, message));
                    return;
                }
            }
            expected.answer("none" + step.error().replace("NOT_FOUND: no tasks are ready for processing", ""));
        }

        /** The ID that Go dequeued. */
        private static String taken(Step step, Names names) {
            Value pending = step.before().value(names.pending());
            if (pending == null || pending.sameContent(step.after().exists(names.pending())
                    ? step.after().value(names.pending()) : new Value(pending.type()))) {
                return null;
            }
            return pending.list().get(pending.list().size() - 1);
        }

        private static String answer(Expected expected, String queue, String id, String message) {
            Step step = expected.step();
            long expiry = step.after().zscore(Names.of(queue).lease(), id).longValue();
            if (!Tasks.isUsable(queue, id, message)) {
                expected.meet(Difference.QUARANTINE);
                return "unusable " + queue + " " + Raw.text(id) + " until " + expiry;
            }
            String handedOut = expected.message(RecordedSpace.raw(step.result().get("msg")), message);
            return "%s %s until %d: %s".formatted(step.result().get("queue").asText(),
                    Raw.text(RecordedSpace.raw(step.result().get("id"))),
                    step.result().get("lease_expires_unix").asLong(), handedOut);
        }

        @Override
        public String perform(Step step, Peer peer) {
            for (String queue : step.texts("queues")) {
                DequeuedTasks found = peer.broker().workerCommands().dequeue(queue, 1);
                if (!found.unusable().isEmpty()) {
                    Lease lease = found.unusable().get(0).lease();
                    return "unusable " + queue + " " + lease.id() + " until " + lease.expiresAt().getEpochSecond();
                } else if (!found.leases().isEmpty()) {
                    Lease lease = found.leases().get(0);
                    return "%s %s until %d: %s".formatted(queue, lease.id(), lease.expiresAt().getEpochSecond(),
                            Raw.hex(Canonical.message(Raw.of(lease.message().toBytes()))));
                }
            }
            return "none";
        }
    },

    EXTEND {
        @Override
        public void expect(Expected expected) {
            Step step = expected.step();
            String lost = step.texts("ids").stream().distinct()
                    .filter(id -> step.before().zscore(Names.of(step.text("queue")).lease(), Raw.of(id)) == null)
                    .collect(Collectors.joining(" "));
            if (step.texts("ids").isEmpty()) {
                expected.meet(Difference.NOTHING_TO_EXTEND);
                expected.answer("none");
            } else {
                expected.answer("until " + step.result().get("expires_unix").asLong() + ", lost: " + lost);
            }
        }

        @Override
        public String perform(Step step, Peer peer) {
            List<Lease> leases = step.texts("ids").stream().distinct()
                    .map(id -> Tasks.lease(step, TaskMessage.builder("any", id, step.text("queue")).build())).toList();
            List<Lease> lost = peer.broker().workerCommands().extend(leases);
            long expiry = leases.stream().filter(lease -> !lost.contains(lease)).map(Lease::expiresAt).findFirst()
                    .orElse(step.clock().plus(Lease.DURATION)).getEpochSecond();
            return leases.isEmpty() ? "none"
                    : "until " + expiry + ", lost: " + lost.stream().map(Lease::id).collect(Collectors.joining(" "));
        }
    },

    WRITE_RESULT {
        @Override
        public void expect(Expected expected) {
            Step step = expected.step();
            Names names = Names.of(step.text("queue"));
            String id = Raw.of(step.text("id"));
            boolean owned = step.before().zscore(names.lease(), id) != null
                    && step.before().hget(names.task(id), "msg") != null;
            if (!owned) {
                expected.meet(Difference.NO_RESULT_OF_A_LOST_TASK);
                expected.after(step.before());
            }
            expected.answer(owned ? "written" + step.error() : "lost");
        }

        @Override
        public String perform(Step step, Peer peer) {
            Lease lease = Tasks.lease(step,
                    TaskMessage.builder("any", step.text("id"), step.text("queue")).build());
            return peer.broker().workerCommands().writeResult(lease, step.bytes("data")) ? "written" : "lost";
        }
    },

    LIST_EXPIRED {
        @Override
        public void expect(Expected expected) {
            Step step = expected.step();
            List<String> listed = new ArrayList<>();
            int place = 0;
            for (String queue : step.texts("queues")) {
                Names names = Names.of(queue);
                for (String id : step.before().zrangeUpTo(names.lease(), step.number("cutoff_unix"))) {
                    String message = step.before().hget(names.task(id), "msg");
                    if (message == null) {
                        continue;
                    }
                    if (Tasks.isUsable(queue, id, message)) {
                        listed.add(queue + " " + expected.message(recorded(step, place, message), message));
                    } else {
                        expected.meet(Difference.QUARANTINE);
                    }
                    place++;
                }
            }
            expected.answer(listed.toString());
            if (expected.met().isEmpty() && listed.size() != step.result().size()) {
                expected.answer("as many as recorded: " + step.result());
            }
        }

        /** The result of Go at this position; Go returns nothing if one message cannot be decoded. */
        private static String recorded(Step step, int place, String otherwise) {
            return step.error().isEmpty() ? RecordedSpace.raw(step.result().path(place).path("msg")) : otherwise;
        }

        @Override
        public String perform(Step step, Peer peer) {
            List<String> found = new ArrayList<>();
            for (String queue : step.texts("queues")) {
                ExpiredLeases expired = peer.broker().maintenanceCommands().expiredLeases(queue,
                        step.time("cutoff_unix"), 0);
                expired.leases().forEach(lease -> found
                        .add(queue + " " + Raw.hex(Canonical.message(Raw.of(lease.message().toBytes())))));
            }
            return found.toString();
        }
    };

    static final Map<String, Operation> ALL = Map.of("Dequeue", DEQUEUE, "ExtendLease", EXTEND, "WriteResult",
            WRITE_RESULT, "ListLeaseExpired", LIST_EXPIRED);
}
