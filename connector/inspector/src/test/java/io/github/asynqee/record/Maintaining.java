package io.github.asynqee.record;

import java.util.List;
import java.util.Map;

import io.github.asynqee.internal.broker.MaintenanceCommands;

/** Periodic operations of servers, except recovery. */
enum Maintaining implements Operation {

    FORWARD {
        @Override
        public void expect(Expected expected) {
            Step step = expected.step();
            long now = step.clock().getEpochSecond();
            for (String queue : step.texts("queues")) {
                Names names = Names.of(queue);
                for (String from : List.of(names.scheduled(), names.retry())) {
                    step.before().zrangeUpTo(from, now).forEach(id -> expectForwarded(expected, names, id));
                }
            }
            expected.answer(step.error());
        }

        private static void expectForwarded(Expected expected, Names names, String id) {
            String hash = names.task(id);
            String group = expected.before().hget(hash, "group");
            if (expected.before().hget(hash, "msg") == null) {
                expected.meet(Difference.NOTHING_TO_FORWARD);
                expected.after().lrem(names.pending(), id);
                if (group != null) {
                    expected.after().zrem(names.group(group), id);
                }
                expected.after().del(hash);
            } else if (group != null && !group.isEmpty()) {
                expected.meet(Difference.FORWARDED_GROUP_IS_LISTED);
                expected.after().sadd(names.groups(), group);
            }
        }

        @Override
        public String perform(Step step, Peer peer) {
            MaintenanceCommands maintenance = peer.broker().maintenanceCommands();
            for (String queue : step.texts("queues")) {
                int due;
                do {
                    due = maintenance.forward(List.of(queue), 1).get(0).get().due();
                } while (due > 0);
            }
            return "";
        }
    },

    DELETE_EXPIRED_COMPLETED {
        @Override
        public void expect(Expected expected) {
            expected.answer(expected.step().error());
        }

        @Override
        public String perform(Step step, Peer peer) {
            int deleted;
            do {
                deleted = peer.broker().maintenanceCommands().deleteExpiredCompleted(step.text("queue"));
            } while (deleted > 0);
            return "";
        }
    };

    static final Map<String, Operation> ALL = Map.of("ForwardIfReady", FORWARD, "DeleteExpiredCompletedTasks",
            DELETE_EXPIRED_COMPLETED);
}
