package io.github.asynqee.model;

import io.github.asynqee.protocol.SchedulerEnqueueEvent;
import io.github.asynqee.protocol.wire.TaskMessage;

/** Key spaces that a short sequence would never get to. */
final class Preparations {

    private Preparations() {}

    /** Archived tasks, each so much later than the one before. The first holds its lock, the second has lost it. */
    record FillArchive(String queue, int count, long firstAgo, double step) implements Operation {
        @Override
        public void run(Run run) {
            run.disturb(model -> {
                Names names = Names.of(queue);
                for (int i = 0; i < count; i++) {
                    String id = task(model, queue, "z%05d".formatted(i), "archived");
                    model.space.zadd(names.archived(), model.clock.seconds() - firstAgo + Math.floor(i * step), id);
                }
                for (String id : new String[]{ "z00000", "z00001" }) {
                    String lock = names.prefix() + "unique:" + id;
                    model.space.hset(names.task(id), "unique_key", lock);
                    model.space.set(lock, id.equals("z00000") ? id : "another");
                }
            });
        }
    }

    /** Scheduled and failed tasks, all due. */
    record FillDue(String queue, int scheduled, int failed) implements Operation {
        @Override
        public void run(Run run) {
            run.disturb(model -> {
                for (int i = 0; i < scheduled; i++) {
                    String id = task(model, queue, "s%05d".formatted(i), "scheduled");
                    model.space.zadd(Names.of(queue).scheduled(), model.clock.seconds() - i / 7, id);
                }
                for (int i = 0; i < failed; i++) {
                    String id = task(model, queue, "r%05d".formatted(i), "retry");
                    model.space.zadd(Names.of(queue).retry(), model.clock.seconds() - i / 7, id);
                }
            });
        }
    }

    /** Completed tasks whose retention has ended. */
    record FillCompleted(String queue, int count) implements Operation {
        @Override
        public void run(Run run) {
            run.disturb(model -> {
                for (int i = 0; i < count; i++) {
                    String id = task(model, queue, "c%05d".formatted(i), "completed");
                    model.space.zadd(Names.of(queue).completed(), model.clock.seconds() - i / 7, id);
                }
            });
        }
    }

    /** A long history, whose events are of different seconds. */
    record FillHistory(String entry, int count) implements Operation {
        @Override
        public void run(Run run) {
            run.disturb(model -> {
                for (int i = 0; i < count; i++) {
                    SchedulerEnqueueEvent event = new SchedulerEnqueueEvent("t" + i, run.now().minusSeconds(i));
                    model.registries.record(entry, Raw.of(event.toBytes()), event.enqueuedAt().getEpochSecond());
                }
            });
        }
    }

    private static String task(AsynqModel model, String queue, String id, String state) {
        String hash = Names.of(queue).task(id);
        TaskMessage message = TaskMessage.newBuilder().setType("filling").setId(id).setQueue(queue).build();
        model.space.hset(hash, "msg", Raw.of(message.toByteArray()));
        model.space.hset(hash, "state", state);
        return id;
    }
}
