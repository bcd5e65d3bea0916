package io.github.asynqee.model;

import java.time.Duration;
import java.util.HexFormat;

import io.github.asynqee.broker.AggregationSet;

/** What happens to a queue besides: time, people with Go's tools, and damage as lost writes and other programs do it. */
final class Disturbances {

    private Disturbances() {}

    record Advance(long seconds, int nanos) implements Operation {
        @Override
        public void run(Run run) {
            run.advance(Duration.ofSeconds(seconds, nanos));
        }
    }

    record Pause(String queue) implements Operation {
        @Override
        public void run(Run run) {
            run.disturb(model -> model.inspector.pause(queue));
        }
    }

    record Unpause(String queue) implements Operation {
        @Override
        public void run(Run run) {
            run.disturb(model -> model.inspector.unpause(queue));
        }
    }

    record RunTask(String queue, String id) implements Operation {
        @Override
        public void run(Run run) {
            run.disturb(model -> model.inspector.run(queue, id));
        }
    }

    record ArchiveTask(String queue, String id) implements Operation {
        @Override
        public void run(Run run) {
            run.disturb(model -> model.inspector.archive(queue, id));
        }
    }

    record DeleteTask(String queue, String id) implements Operation {
        @Override
        public void run(Run run) {
            run.disturb(model -> model.inspector.delete(queue, id));
        }
    }

    /** Where there can be an ID without a task. */
    enum Place {
        PENDING, ACTIVE, LEASE, SCHEDULED, RETRY
    }

    /** An ID without a task, at most one in each place. Something may be left of its hash. */
    record Ghost(String queue, Place place, boolean remains) implements Operation {
        @Override
        public void run(Run run) {
            Names names = Names.of(queue);
            String id = "ghost-" + place;
            run.disturb(model -> {
                if (remains) {
                    model.space.hset(names.task(id), "result", "late");
                }
                switch (place) {
                    case PENDING -> {
                        model.space.lrem(names.pending(), id);
                        model.space.lpush(names.pending(), id);
                    }
                    case ACTIVE -> {
                        model.space.lrem(names.active(), id);
                        model.space.lpush(names.active(), id);
                    }
                    case LEASE -> model.space.zadd(names.lease(), model.clock.seconds() - 30, id);
                    case SCHEDULED -> model.space.zadd(names.scheduled(), model.clock.seconds(), id);
                    default -> model.space.zadd(names.retry(), model.clock.seconds(), id);
                }
            });
        }
    }

    /** A member of a staged set without a task. */
    record GhostMember(int choice, boolean remains) implements Operation {
        @Override
        public void run(Run run) {
            AggregationSet set = run.set(choice);
            if (set != null && run.model().space.exists(Raw.of(set.key()))) {
                run.disturb(model -> {
                    model.space.zadd(Raw.of(set.key()), model.clock.seconds(), "ghost-member");
                    if (remains) {
                        model.space.hset(Names.of(set.queue()).task("ghost-member"), "result", "late");
                    }
                });
            }
        }
    }

    record LoseLease(int lease) implements Operation {
        @Override
        public void run(Run run) {
            Held held = run.held(lease);
            if (held != null) {
                run.disturb(model -> model.space.zrem(held.names().lease(), held.id()));
            }
        }
    }

    record LoseActive(int lease) implements Operation {
        @Override
        public void run(Run run) {
            Held held = run.held(lease);
            if (held != null) {
                run.disturb(model -> model.space.lrem(held.names().active(), held.id()));
            }
        }
    }

    /** Somebody else writes the lease, as if it were theirs. */
    record Steal(int lease, int seconds) implements Operation {
        @Override
        public void run(Run run) {
            Held held = run.held(lease);
            if (held != null && run.model().space.zscore(held.names().lease(), held.id()) != null) {
                run.disturb(model -> model.space.zadd(held.names().lease(), held.score() + seconds, held.id()));
            }
        }
    }

    /** A lease of a task nobody runs. */
    record StaleLease(String queue, String id) implements Operation {
        @Override
        public void run(Run run) {
            Names names = Names.of(queue);
            run.disturb(model -> {
                String state = model.space.hget(names.task(Raw.of(id)), "state");
                if (state != null && !state.equals("active")) {
                    model.space.zadd(names.lease(), model.clock.seconds() - 31, Raw.of(id));
                }
            });
        }
    }

    record BreakMessage(String queue, String id, String bytes) implements Operation {
        @Override
        public void run(Run run) {
            String task = Names.of(queue).task(Raw.of(id));
            if (run.model().space.exists(task)) {
                run.disturb(model -> model.space.hset(task, "msg", Raw.of(HexFormat.of().parseHex(bytes))));
            }
        }
    }

    /** The counters are about to reach their end. */
    record LastCounts(String queue) implements Operation {
        @Override
        public void run(Run run) {
            run.disturb(model -> {
                model.space.set(Names.of(queue).total("processed"), Long.toString(Long.MAX_VALUE - 1));
                model.space.set(Names.of(queue).total("failed"), "77");
            });
        }
    }
}
