package io.github.asynqee.record;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import com.google.protobuf.InvalidProtocolBufferException;
import io.github.asynqee.internal.protocol.wire.TaskMessage;
import io.github.asynqee.record.Value.Expiry;

/**
 * Expected key space after an outcome, for steps that Go rejected or did not finish and that this project finishes.
 * The rules are the same as for steps that Go finished.
 */
final class Settled {

    private static final long KEPT = 7_776_000;
    private static final int ARCHIVE_SIZE = 9_999;
    private static final double END_OF_TOTALS = Long.MAX_VALUE;

    private final Expected expected;
    private final Space space;
    private final Instant now;
    private final long seconds;

    Settled(Expected expected) {
        this.expected = expected;
        this.space = expected.after();
        this.now = expected.step().clock();
        this.seconds = now.getEpochSecond();
    }

    void done(TaskMessage task) {
        Names names = release(task);
        space.del(names.task(id(task)));
        unlock(task);
        count(names, "processed");
    }

    void complete(TaskMessage task) {
        Names names = release(task);
        space.zadd(names.completed(), seconds + task.getRetention(), id(task));
        write(names, task.toBuilder().setCompletedAt(seconds).build(), "completed");
        unlock(task);
        count(names, "processed");
    }

    void retry(TaskMessage task, long at, String error, boolean failure) {
        Names names = release(task);
        space.zadd(names.retry(), at, id(task));
        write(names, task.toBuilder().setErrorMsg(error).setLastFailedAt(seconds)
                .setRetried(task.getRetried() + (failure ? 1 : 0)).build(), "retry");
        if (failure) {
            count(names, "processed", "failed");
        }
    }

    void archive(TaskMessage task, String error) {
        Names names = release(task);
        space.zadd(names.archived(), seconds, id(task));
        write(names, task.toBuilder().setErrorMsg(error).setLastFailedAt(seconds).build(), "archived");
        trim(names);
        count(names, "processed", "failed");
    }

    /** Increments the number of processed tasks. */
    void processed(Names names) {
        count(names, "processed");
    }

    private Names release(TaskMessage task) {
        Names names = Names.of(task.getQueue());
        space.lrem(names.active(), id(task));
        space.zrem(names.lease(), id(task));
        return names;
    }

    private void write(Names names, TaskMessage task, String state) {
        space.hset(names.task(id(task)), "msg", Raw.of(task.toByteArray()));
        space.hset(names.task(id(task)), "state", state);
    }

    private void unlock(TaskMessage task) {
        String lock = Raw.of(task.getUniqueKey());
        if (id(task).equals(space.get(lock))) {
            space.del(lock);
        }
    }

    private void trim(Names names) {
        List<String> trimmed = new ArrayList<>(space.zrangeUpTo(names.archived(), seconds - KEPT));
        List<String> all = space.zrange(names.archived());
        trimmed.addAll(all.subList(trimmed.size(), Math.max(trimmed.size(), all.size() - ARCHIVE_SIZE)));
        for (String id : trimmed) {
            space.zrem(names.archived(), id);
            if (Tasks.unlock(space, names, id, space)) {
                expected.meet(Difference.TRIMMED_TASKS_UNLOCK);
            }
            space.del(names.task(id));
        }
    }

    private void count(Names names, String... counters) {
        for (String counter : counters) {
            String daily = names.daily(counter, now);
            if (increment(daily) && "1".equals(space.get(daily))) {
                space.expire(daily, Expiry.at(seconds + KEPT));
            }
        }
        String first = space.get(names.total(counters[0]));
        boolean startAgain = first != null && isNumber(first) && Double.parseDouble(first) == END_OF_TOTALS;
        for (String counter : counters) {
            if (startAgain) {
                space.set(names.total(counter), "1");
            } else {
                increment(names.total(counter));
            }
        }
    }

    private boolean increment(String counter) {
        String text = space.get(counter);
        try {
            space.set(counter, Long.toString(Math.addExact(parse(text), 1)));
            return true;
        } catch (ArithmeticException | NumberFormatException e) {
            expected.meet(Difference.BROKEN_COUNTER);
            return false;
        }
    }

    private static long parse(String text) {
        if (text != null && !isNumber(text)) {
            throw new NumberFormatException(text);
        }
        return text == null ? 0 : Long.parseLong(text);
    }

    /** Parses a number like Redis. */
    private static boolean isNumber(String text) {
        return text.matches("0|-?[1-9][0-9]*");
    }

    private static String id(TaskMessage task) {
        return Raw.of(task.getId());
    }

    static TaskMessage parse(byte[] bytes) {
        try {
            return TaskMessage.parseFrom(bytes);
        } catch (InvalidProtocolBufferException e) {
            throw new AssertionError(e);
        }
    }
}
