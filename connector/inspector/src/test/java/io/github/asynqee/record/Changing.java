package io.github.asynqee.record;

import java.util.Map;

import com.google.protobuf.ByteString;

/** Changes of single tasks by the inspector. */
enum Changing implements Operation {

    RUN {
        @Override
        void expectDone(Expected expected, Names names, String id) {
            expected.meet(Difference.RUN_STARTS_LATENCY);
            expected.after().hset(names.task(id), "pending_since", Names.nanos(expected.step().clock()));
        }

        @Override
        public String perform(Step step, Peer peer) {
            return Answers.of(() -> peer.inspector().changes().run(step.text("queue"), step.text("id")));
        }
    },

    ARCHIVE {
        @Override
        void expectDone(Expected expected, Names names, String id) {
            Tasks.discardTrimmed(expected, names);
        }

        @Override
        public String perform(Step step, Peer peer) {
            return Answers.of(() -> peer.inspector().changes().archive(step.text("queue"), step.text("id")));
        }
    },

    DELETE {
        @Override
        void expectDone(Expected expected, Names names, String id) {
            // like Go
        }

        @Override
        public void expect(Expected expected) {
            super.expect(expected);
            Names names = Names.of(expected.step().text("queue"));
            String hash = names.task(Raw.of(expected.step().text("id")));
            if (expected.answer().equals(Answers.TASK_STATE) && expected.before().hget(hash, "state") == null) {
                expected.meet(Difference.HASH_WITHOUT_STATE_DELETED);
                Tasks.unlock(expected.after(), names, Raw.of(expected.step().text("id")), expected.after());
                expected.after().del(hash);
                expected.answer("");
            }
        }

        @Override
        public String perform(Step step, Peer peer) {
            return Answers.of(() -> peer.inspector().changes().delete(step.text("queue"), step.text("id")));
        }
    },

    UPDATE_PAYLOAD {
        @Override
        public void expect(Expected expected) {
            super.expect(expected);
            if (expected.answer().equals(Replay.WRONG_TYPE)) {
                expected.meet(Difference.UPDATE_READS_THE_TASK_ALONE);
                expected.answer("");
                expected.after().hset(hash(expected), "msg", withPayload(expected));
            }
        }

        @Override
        void expectDone(Expected expected, Names names, String id) {
            if (expected.before().hget(hash(expected), "msg") == null) {
                expected.meet(Difference.UPDATE_OF_A_LOST_TASK_REFUSED);
                expected.after(expected.before());
                expected.answer(Answers.TASK_STATE);
            } else if (!Canonical.message(withPayload(expected))
                    .equals(Canonical.message(expected.after().hget(hash(expected), "msg")))) {
                expected.meet(Difference.UNKNOWN_FIELDS_KEPT);
                expected.after().hset(hash(expected), "msg", withPayload(expected));
            }
        }

        private static String hash(Expected expected) {
            Step step = expected.step();
            return Names.of(step.text("queue")).task(Raw.of(step.text("id")));
        }

        private static String withPayload(Expected expected) {
            byte[] message = Raw.bytes(expected.before().hget(hash(expected), "msg"));
            return Raw.of(Settled.parse(message).toBuilder()
                    .setPayload(ByteString.copyFrom(expected.step().bytes("payload"))).build().toByteArray());
        }

        @Override
        public String perform(Step step, Peer peer) {
            return Answers.of(() -> peer.inspector().changes().updatePayload(step.text("queue"), step.text("id"),
                    step.bytes("payload")));
        }
    };

    static final Map<String, Operation> ALL = Map.of("RunTask", RUN, "ArchiveTask", ARCHIVE, "DeleteTask", DELETE,
            "UpdateTaskPayload", UPDATE_PAYLOAD);

    @Override
    public void expect(Expected expected) {
        Step step = expected.step();
        expected.answer(Answers.ofGo(step.error()));
        if (Inspecting.refusesBlankQueue(expected)) {
            return;
        }
        if (step.error().isEmpty()) {
            expectDone(expected, Names.of(step.text("queue")), Raw.of(step.text("id")));
        }
    }

    /** Adjusts the expected key space where this project differs from a successful change of Go. */
    abstract void expectDone(Expected expected, Names names, String id);
}
