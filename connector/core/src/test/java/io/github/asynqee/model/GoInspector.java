package io.github.asynqee.model;

/** The few things people do to queues with Go's tools that a sequence needs (protocol section 5.7). */
final class GoInspector {

    /** What became of the request. */
    enum Reply {
        OK, NOT_FOUND, REFUSED, FAILED
    }

    private final Space space;
    private final ModelClock clock;

    GoInspector(Space space, ModelClock clock) {
        this.space = space;
        this.clock = clock;
    }

    void pause(String queue) {
        String key = Names.of(queue).paused();
        if (!space.exists(key)) {
            space.set(key, Long.toString(clock.seconds()));
        }
    }

    void unpause(String queue) {
        space.del(Names.of(queue).paused());
    }

    Reply run(String queue, String id) {
        Names names = Names.of(queue);
        String state = state(names, id);
        if (state == null) {
            return Reply.NOT_FOUND;
        }
        if (state.equals("active") || state.equals("pending")) {
            return Reply.REFUSED;
        }
        if (!leave(names, id, state)) {
            return Reply.FAILED;
        }
        space.lpush(names.pending(), Raw.of(id));
        space.hset(names.task(Raw.of(id)), "state", "pending");
        return Reply.OK;
    }

    Reply archive(String queue, String id) {
        Names names = Names.of(queue);
        String state = state(names, id);
        if (state == null) {
            return Reply.NOT_FOUND;
        }
        if (state.equals("active") || state.equals("archived")) {
            return Reply.REFUSED;
        }
        if (!leave(names, id, state)) {
            return Reply.FAILED;
        }
        space.zadd(names.archived(), clock.seconds(), Raw.of(id));
        space.hset(names.task(Raw.of(id)), "state", "archived");
        GoWorking.trimArchive(space, names, clock);
        return Reply.OK;
    }

    Reply delete(String queue, String id) {
        Names names = Names.of(queue);
        String task = names.task(Raw.of(id));
        String state = state(names, id);
        if (state == null) {
            return Reply.NOT_FOUND;
        }
        if (state.equals("active")) {
            return Reply.REFUSED;
        }
        if (!leave(names, id, state)) {
            return Reply.FAILED;
        }
        String lock = space.hget(task, "unique_key");
        if (lock != null && Raw.of(id).equals(space.get(lock))) {
            space.del(lock);
        }
        space.del(task);
        return Reply.OK;
    }

    /** The state of a task, {@code null} if there is none. */
    private String state(Names names, String id) {
        return space.hget(names.task(Raw.of(id)), "state");
    }

    private boolean leave(Names names, String id, String state) {
        String raw = Raw.of(id);
        if (state.equals("pending")) {
            return space.lrem(names.pending(), raw);
        }
        String group = space.hget(names.task(raw), "group");
        String from = state.equals("aggregating") ? names.group(group) : names.prefix() + state;
        if (!space.zrem(from, raw)) {
            return false;
        }
        if (state.equals("aggregating") && !space.exists(from)) {
            space.srem(names.groups(), group);
        }
        return true;
    }
}
