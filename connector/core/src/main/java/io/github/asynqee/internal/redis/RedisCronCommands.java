package io.github.asynqee.internal.redis;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.github.asynqee.internal.broker.CronCommands;
import io.github.asynqee.internal.broker.NewTask;
import io.github.asynqee.internal.metrics.EnqueueKind;
import io.github.asynqee.internal.metrics.NodeMetrics;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.redis.connection.RedisClock;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.internal.redis.connection.Reply;
import io.github.asynqee.internal.redis.connection.UnixTime;
import io.github.asynqee.internal.redis.lua.Script;
import io.github.asynqee.internal.redis.registry.QueueNames;
import io.github.asynqee.internal.redis.script.EngineScript;
import io.github.asynqee.internal.redis.script.NewTaskArguments;
import redis.clients.jedis.Protocol.Command;

/** {@link CronCommands} on Redis. */
final class RedisCronCommands implements CronCommands {

    private static final int NO_TASK_ARGUMENTS = 6;

    private final RedisExecutor executor;
    private final NodeMetrics metrics;
    private final QueueNames names;
    private final RedisClock clock;

    RedisCronCommands(RedisExecutor executor, NodeMetrics metrics, QueueNames names, RedisClock clock) {
        this.executor = executor;
        this.metrics = metrics;
        this.names = names;
        this.clock = clock;
    }

    @Override
    public State join(Entry entry, Schedule known, boolean begins, boolean produced) {
        return CronReplies.state(
                executor.send(
                        schedule(script(EngineScript.JOIN_ENTRY, entry), known).arg(UnixTime.seconds(clock.instant()))
                                .arg(begins ? 1 : 0).arg(SPEC_KEPT.getSeconds()).arg(UnixTime.KEPT.getSeconds())
                                .arg(produced ? 1 : 0).arg(isTimeOfRedis())));
    }

    @Override
    public Answer claim(Entry entry, Schedule known, Instant tick, String node, Duration life) {
        return CronReplies.answer(
                executor.send(schedule(script(EngineScript.CLAIM_TICK, entry).arg(UnixTime.seconds(tick)), known)
                        .arg(UnixTime.KEPT.getSeconds()).arg(node).arg(clock.instant().toEpochMilli())
                        .arg(life.toMillis())
                        .arg(isTimeOfRedis())));
    }

    @Override
    public Answer fire(Entry entry, Schedule known, Instant tick, String node, NewTask task) {
        Instant now = clock.instant();
        RedisCommand fire = script(EngineScript.FIRE_TICK, entry);
        append(fire, entry, task, now);
        Answer answer = CronReplies.answer(
                executor.send(
                        schedule(fire.arg(UnixTime.seconds(tick)), known).arg(UnixTime.KEPT.getSeconds()).arg(node)
                                .arg(UnixTime.nanos(now)).arg(isTimeOfRedis())));
        if (task != null) {
            count(entry, answer);
        }
        return answer;
    }

    /** Returns 1 if this broker uses the clock of Redis, because only then can the script compare times. */
    private int isTimeOfRedis() {
        return clock.isOfRedis() ? 1 : 0;
    }

    private void append(RedisCommand command, Entry entry, NewTask task, Instant now) {
        if (task == null) {
            for (int i = 0; i < NO_TASK_ARGUMENTS; i++) {
                command.arg("");
            }
        } else {
            names.renew(List.of(entry.queue()));
            NewTaskArguments.append(command, task, now);
        }
    }

    @Override
    public Answer runNow(Entry entry, String node, NewTask task) {
        Instant now = clock.instant();
        names.renew(List.of(entry.queue()));
        RedisCommand run = script(EngineScript.RUN_ENTRY_NOW, entry).key(key(entry) + ":run:" + task.message().id());
        NewTaskArguments.append(run, task, now);
        Answer answer = CronReplies
                .answer(executor.send(run.arg(UnixTime.seconds(now)).arg(UnixTime.nanos(now)).arg(node)
                        .arg(UnixTime.KEPT.getSeconds()).arg(REPEATABLE.getSeconds())));
        count(entry, answer);
        return answer;
    }

    private void count(Entry entry, Answer answer) {
        switch (answer.result()) {
            case FIRED -> metrics.enqueued(entry.queue(), EnqueueKind.STORED);
            case ID_TAKEN, DUPLICATE -> metrics.enqueued(entry.queue(), EnqueueKind.DUPLICATE);
            default -> {
                // another node enqueues the task, or no node does
            }
        }
    }

    @Override
    public void recorded(Entry entry, String taskId) {
        executor.send(RedisCommand.command(Command.HDEL).key(key(entry)).arg(CronReplies.FIRING + taskId));
    }

    @Override
    public State pause(Entry entry) {
        return CronReplies
                .state(executor.send(script(EngineScript.PAUSE_ENTRY, entry).arg(UnixTime.seconds(clock.instant()))
                        .arg(UnixTime.KEPT.getSeconds())));
    }

    @Override
    public State resume(Entry entry) {
        return CronReplies
                .state(executor.send(script(EngineScript.RESUME_ENTRY, entry).arg(UnixTime.seconds(clock.instant()))
                        .arg(FORGOTTEN.getSeconds())));
    }

    @Override
    public void forget(Entry entry) {
        executor.send(
                script(EngineScript.FORGET_ENTRY, entry).arg(FORGOTTEN.getSeconds()).arg(UnixTime.KEPT.getSeconds()));
    }

    @Override
    public Map<Entry, State> states(Collection<Entry> entries) {
        List<Entry> asked = List.copyOf(entries);
        List<Reply> replies = executor
                .send(asked.stream().map(entry -> RedisCommand.command(Command.HGETALL).key(key(entry))).toList());
        Map<Entry, State> states = new LinkedHashMap<>();
        for (int i = 0; i < asked.size(); i++) {
            Object reply = replies.get(i).get();
            if (!Replies.isAbsence(reply)) {
                states.put(asked.get(i), CronReplies.state(reply));
            }
        }
        return states;
    }

    @Override
    public boolean requestRun(Entry entry, RunRequest request) {
        return isDone(executor.send(script(EngineScript.REQUEST_RUN, entry).arg(request.id())
                .arg(request.expires().toEpochMilli()).arg(clock.millis()).arg(UnixTime.KEPT.getSeconds())));
    }

    @Override
    public boolean claimRun(Entry entry, String request, String spec, String node, Duration life) {
        return isDone(executor.send(script(EngineScript.CLAIM_RUN, entry).arg(request).arg(spec).arg(node)
                .arg(clock.millis()).arg(life.toMillis())));
    }

    @Override
    public Optional<State> answerRun(Entry entry, String request, String node, NewTask task, String error) {
        Instant now = clock.instant();
        RedisCommand answer = script(EngineScript.ANSWER_RUN, entry).key(answerKey(entry, request));
        append(answer, entry, task, now);
        Object reply = executor.send(answer.arg(request).arg(error).arg(UnixTime.seconds(now))
                .arg(now.toEpochMilli()).arg(UnixTime.nanos(now)).arg(node).arg(ANSWER_KEPT.getSeconds()));
        return reply == null ? Optional.empty() : Optional.of(CronReplies.state(reply));
    }

    @Override
    public Optional<RunAnswer> runAnswer(Entry entry, String request) {
        return CronReplies.runAnswer(executor.send(RedisCommand.command(Command.HMGET).key(answerKey(entry, request))
                .arg("result").arg("error").arg("msg").arg("state").arg("at")));
    }

    @Override
    public boolean withdrawRun(Entry entry, String request) {
        return isDone(executor.send(script(EngineScript.WITHDRAW_RUN, entry).arg(request)));
    }

    private static boolean isDone(Object reply) {
        return Replies.number(reply) == 1;
    }

    private static String answerKey(Entry entry, String request) {
        return key(entry) + ":answer:" + request;
    }

    private static String key(Entry entry) {
        return QueueKeys.of(entry.queue()).periodicEntry(entry.id());
    }

    private static RedisCommand script(Script script, Entry entry) {
        return RedisCommand.script(script).key(key(entry));
    }

    private static RedisCommand schedule(RedisCommand command, Schedule known) {
        return command.arg(known.spec()).arg(UnixTime.seconds(known.anchor())).arg(UnixTime.seconds(known.last()));
    }
}
