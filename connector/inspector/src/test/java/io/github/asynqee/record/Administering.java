package io.github.asynqee.record;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Changes of queues by the inspector. */
enum Administering implements Operation {

    PAUSE {
        @Override
        public String perform(Step step, Peer peer) {
            return Answers.of(() -> peer.inspector().queues().pause(step.text("queue")));
        }
    },

    UNPAUSE {
        @Override
        public String perform(Step step, Peer peer) {
            return Answers.of(() -> peer.inspector().queues().unpause(step.text("queue")));
        }
    },

    REMOVE {
        @Override
        public void expect(Expected expected) {
            super.expect(expected);
            Names names = Names.of(expected.step().text("queue"));
            boolean keeps = Stream.of(names.completed(), names.groups(), names.aggregationSets())
                    .anyMatch(expected.before()::exists);
            if (expected.answer().isEmpty() && keeps && !expected.step().args().path("force").asBoolean()
                    || expected.answer().isEmpty() && isHandled(expected, names)) {
                expected.meet(Difference.MORE_TASKS_KEEP_A_QUEUE);
                expected.after(expected.before());
                expected.answer(Answers.QUEUE_STATE);
            } else if (expected.answer().isEmpty()) {
                expectNothingLeft(expected, Names.of(expected.step().text("queue")));
            }
        }

        @Override
        public String perform(Step step, Peer peer) {
            peer.forget(step.text("queue"));
            return Answers.of(() -> peer.inspector().queues().remove(step.text("queue"),
                    step.args().path("force").asBoolean()));
        }
    };

    static final Map<String, Operation> ALL = Map.of("Pause", PAUSE, "Unpause", UNPAUSE, "RemoveQueue", REMOVE);

    private static final int DAYS_KEPT = 90;

    @Override
    public void expect(Expected expected) {
        expected.answer(Answers.ofGo(expected.step().error()));
        Inspecting.refusesBlankQueue(expected);
    }

    /** Go leaves completed tasks, groups, staged sets, counters, locks and the pause. */
    private static void expectNothingLeft(Expected expected, Names names) {
        Space before = expected.before();
        Space after = expected.after();
        before.lrange(names.pending()).forEach(id -> Tasks.unlock(after, names, id, before));
        for (String zset : List.of(names.scheduled(), names.retry(), names.archived())) {
            before.zrange(zset).forEach(id -> Tasks.unlock(after, names, id, before));
        }
        deleteTasks(expected, names, names.completed());
        before.keys().stream().filter(key -> key.startsWith(names.group("")))
                .filter(key -> isListed(before, names, key)).forEach(key -> deleteTasks(expected, names, key));
        after.del(names.groups());
        after.del(names.aggregationSets());
        after.del(names.prefix() + "paused");
        for (String counter : List.of("processed", "failed")) {
            after.del(names.total(counter));
            for (int day = 0; day <= DAYS_KEPT; day++) {
                after.del(names.daily(counter, expected.step().clock().minusSeconds(day * 86_400L)));
            }
        }
        if (!after.differing(expected.step().after()).isEmpty()) {
            expected.meet(Difference.REMOVED_QUEUE_LEAVES_NOTHING);
        }
    }

    /** Whether a staged set is not overdue. */
    private static boolean isHandled(Expected expected, Names names) {
        Space before = expected.before();
        return before.zrange(names.aggregationSets()).stream().anyMatch(
                set -> before.zscore(names.aggregationSets(), set) > expected.step().clock().getEpochSecond());
    }

    private static boolean isListed(Space space, Names names, String key) {
        return space.sismember(names.groups(), key.substring(names.group("").length()))
                || space.zscore(names.aggregationSets(), key) != null;
    }

    private static void deleteTasks(Expected expected, Names names, String zset) {
        for (String id : expected.before().zrange(zset)) {
            Tasks.unlock(expected.after(), names, id, expected.before());
            expected.after().del(names.task(id));
        }
        expected.after().del(zset);
    }
}
