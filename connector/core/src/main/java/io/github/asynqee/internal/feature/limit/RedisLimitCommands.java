package io.github.asynqee.internal.feature.limit;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;

import io.github.asynqee.internal.broker.AdmissionRule;
import io.github.asynqee.internal.broker.Demand;
import io.github.asynqee.internal.broker.DequeuedTasks;
import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.broker.Settlement;
import io.github.asynqee.internal.feature.Admission;
import io.github.asynqee.internal.feature.SettleHook;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.internal.redis.connection.Reply;
import io.github.asynqee.internal.redis.connection.UnixTime;
import io.github.asynqee.internal.redis.lua.Script;
import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.worker.Limit;
import redis.clients.jedis.Protocol.Command;

/** {@link LimitCommands} on Redis, and the part of limits in dequeues and settlements. */
public final class RedisLimitCommands implements LimitCommands, Admission, SettleHook {

    /**
     * If no worker has admitted a blocked task after this time, peers make it pending, at the latest after twice this
     * time.
     */
    static final Duration ASIDE = Duration.ofMinutes(30);

    /**
     * Maximum pause of a key, because a wrong time must not pause a key forever. After this time one of its tasks
     * starts, which may pause the key again.
     */
    private static final Duration MAX_CLOSED = Duration.ofDays(1);

    private static final int MAX_TASKS = 128;
    /**
     * If the check of a key is overdue by more than this time, no worker checks the key. The same number as in
     * limits.lua.
     */
    private static final Duration LATE = Duration.ofSeconds(5);
    /** Maximum number of running tasks that one call checks. */
    private static final int CHECKED = 500;
    private static final String NONE = "";
    /** Sent instead of the time for which a key is paused, if the task was requeued at the head of the queue. */
    private static final int RETURNED = -1;
    /**
     * Indexes in the reply of a release: the number of its tasks that still have a lease, and whether a key has become
     * ready.
     */
    private static final int LEASED = 0;
    private static final int READY = 1;
    /** The prefix of the keys of semaphores, before the name of the limit. */
    private static final String SEMAPHORES = "asynq:";

    private final RedisExecutor executor;
    private final Clock clock;
    private final List<BiConsumer<String, Duration>> listeners = new CopyOnWriteArrayList<>();

    public RedisLimitCommands(RedisExecutor executor, Clock clock) {
        this.executor = executor;
        this.clock = clock;
    }

    @Override
    public LimitLook look(String queue, List<LimitRule> rules, int from) {
        QueueKeys keys = QueueKeys.of(queue);
        RedisCommand command = command(LimitScript.LOOK_AT_LIMITS, keys, rules).key(keys.paused()).arg(KEYS).arg(from)
                .arg(CHECKED).arg(asideTill());
        rules.forEach(rule -> addNumbers(command.arg(rule.name()), rule));
        List<?> reply = Replies.list(executor.send(command));
        return new LimitLook((int) Replies.number(reply.get(0)), millis(reply.get(1)),
                (int) Replies.number(reply.get(2)), (int) Replies.number(reply.get(3)));
    }

    @Override
    public List<String> unattended(Collection<String> queues) {
        List<String> all = List.copyOf(queues);
        long late = clock.instant().minus(LATE).toEpochMilli();
        List<Reply> replies = executor.send(all.stream().map(queue -> RedisCommand.command(Command.ZRANGEBYSCORE)
                .key(QueueKeys.of(queue).limitsLooks()).arg("-inf").arg(late).arg("LIMIT").arg(0).arg(1)).toList());
        return IntStream.range(0, all.size()).filter(i -> replies.get(i).error() == null
                && !Replies.list(replies.get(i).value()).isEmpty()).mapToObj(all::get).toList();
    }

    private static RedisCommand command(LimitScript script, QueueKeys keys, List<LimitRule> rules) {
        RedisCommand command = RedisCommand.script(script).key(keys.pending()).key(keys.scheduled()).key(keys.lease());
        addSemaphores(command, rules);
        return command.arg(keys.limits()).arg(keys.taskPrefix());
    }

    private static void addSemaphores(RedisCommand command, List<LimitRule> rules) {
        rules.stream().map(LimitRule::limit).filter(Limit.Semaphore.class::isInstance).map(Limit::name).distinct()
                .forEach(name -> command.key(SEMAPHORES + name));
    }

    private static void addNumbers(RedisCommand command, LimitRule rule) {
        Limit.Rate rate = rule.limit().rate();
        command.arg(rule.limit().maxRunning()).arg(rate == null ? 0 : rate.starts())
                .arg(rate == null ? 0 : TimeUnit.MICROSECONDS.convert(rate.period()));
    }

    /** Decodes a number of milliseconds; {@code null} if the reply has none. */
    private static Duration millis(Object reply) {
        return reply == null ? null : Duration.ofMillis(Replies.number(reply));
    }

    @Override
    public Script script() {
        return LimitScript.DEQUEUE_LIMITED;
    }

    @Override
    public void addRoute(RedisCommand command, AdmissionRule rule) {
        if (rule instanceof LimitRule limit) {
            addNumbers(command.arg(limit.name()).arg(limit.limit().key()), limit);
        } else {
            command.arg(NONE).arg(NONE).arg(0).arg(0).arg(0);
        }
    }

    private static List<LimitRule> rules(Demand demand) {
        return demand.routes().stream().map(Demand.Route::rule).filter(LimitRule.class::isInstance)
                .map(LimitRule.class::cast).toList();
    }

    @Override
    public void addEnd(RedisCommand command, QueueKeys keys, Demand demand) {
        addSemaphores(command.key(keys.scheduled()), rules(demand));
        command.arg(keys.limits()).arg(asideTill());
    }

    private long asideTill() {
        return UnixTime.seconds(clock.instant().plus(ASIDE));
    }

    /**
     * Reads the last element of the reply. It contains the number of postponed tasks of each route, the time of the
     * next check, and the keys.
     */
    @Override
    public List<Integer> read(String queue, List<?> reply, int firstTask, Demand demand, DequeuedTasks tasks) {
        int end = reply.size() - 1;
        List<?> limited = Replies.list(reply.get(end));
        Duration next = millis(limited.get(1));
        if (next != null) {
            tell(queue, next);
        }
        Map<String, String> keys = new HashMap<>();
        for (int i = firstTask; i < end; i += 3) {
            keys.put(Replies.text(reply.get(i)), Replies.text(limited.get((i - firstTask) / 3 + 2)));
        }
        recalled(keys, demand, tasks);
        return Replies.list(limited.get(0)).stream().map(count -> (int) Replies.number(count)).toList();
    }

    @Override
    public void recalled(Map<String, String> keys, Demand demand, DequeuedTasks tasks) {
        Map<String, LimitRule> rules = new HashMap<>();
        rules(demand).forEach(rule -> rules.putIfAbsent(rule.name(), rule));
        tasks.leases().forEach(lease -> setKey(lease, rules, keys.get(lease.id())));
        tasks.unusable().forEach(task -> setKey(task.lease(), rules, keys.get(task.lease().id())));
    }

    /** @param key the name of a limit and, behind a space, a value; or empty */
    private static void setKey(Lease lease, Map<String, LimitRule> rules, String key) {
        LimitRule rule = rules.get(key.substring(0, Math.max(0, key.indexOf(' '))));
        if (rule != null) {
            lease.admitted(new LimitRule.Key(rule, key));
        }
    }

    /**
     * Pauses the keys of tasks whose handlers requested it, before the outcomes are written. Otherwise a requeued task
     * could start again before its key is paused.
     */
    @Override
    public Map<Settlement, BrokerException> before(List<Settlement> admitted) {
        Map<Settlement, BrokerException> refused = new IdentityHashMap<>();
        List<Settlement> closing = admitted.stream().filter(settlement -> !closed(settlement).isZero()).toList();
        if (!closing.isEmpty()) {
            List<Reply> replies = executor.send(commands(closing,
                    (command, settlement) -> command.arg(NONE).arg(closed(settlement).toMillis())));
            replies.stream().map(Reply::error).filter(Objects::nonNull).findFirst()
                    .ifPresent(error -> closing.forEach(settlement -> refused.put(settlement, error)));
        }
        return refused;
    }

    /** Notifies the listeners when paused keys resume, because perhaps no later dequeue will notify them. */
    @Override
    public void written(List<Settlement> admitted) {
        Map<String, Duration> first = new HashMap<>();
        admitted.stream().filter(settlement -> !closed(settlement).isZero())
                .forEach(settlement -> first.merge(settlement.lease().queue(), closed(settlement),
                        (one, other) -> one.compareTo(other) < 0 ? one : other));
        first.forEach(this::tell);
    }

    private void tell(String queue, Duration next) {
        listeners.forEach(listener -> listener.accept(queue, next));
    }

    private static Duration closed(Settlement settlement) {
        Duration closed = settlement.outcome() instanceof Outcome.Requeue requeue ? requeue.closed() : Duration.ZERO;
        return closed.compareTo(MAX_CLOSED) > 0 ? MAX_CLOSED : closed;
    }

    /**
     * Releases the keys, so that a dequeue can take their blocked tasks. If the connection breaks, a check of running
     * tasks finds the keys within seconds.
     */
    @Override
    public List<RedisCommand> after(List<Settlement> admitted) {
        return commands(admitted, (command, settlement) -> command.arg(settlement.lease().id())
                .arg(comesNext(settlement.outcome()) ? RETURNED : 0));
    }

    /** Whether a task precedes the blocked tasks of its key. A task that is put behind others gets a new position. */
    private static boolean comesNext(Outcome outcome) {
        return outcome instanceof Outcome.Requeue requeue && !requeue.behindOthers();
    }

    /**
     * Repeats the commands if they were executed before the settlements: Redis did not know the script of a settlement,
     * or its lease was extended between these commands and the settlement.
     */
    @Override
    public void finish(List<Settlement> admitted, List<Reply> replies) {
        List<Reply> last = has(replies, LEASED) ? executor.send(after(admitted)) : replies;
        if (has(last, READY) || has(replies, READY)) {
            admitted.stream().map(settlement -> settlement.lease().queue()).distinct()
                    .forEach(queue -> tell(queue, Duration.ZERO));
        }
    }

    private static boolean has(List<Reply> replies, int number) {
        return replies.stream().anyMatch(reply -> reply.error() == null
                && Replies.number(Replies.list(reply.value()).get(number)) > 0);
    }

    private static List<RedisCommand> commands(List<Settlement> settlements,
            BiConsumer<RedisCommand, Settlement> addEnd) {
        List<RedisCommand> commands = new ArrayList<>();
        Map<String, List<Settlement>> byQueue = new LinkedHashMap<>();
        settlements.forEach(settlement -> byQueue
                .computeIfAbsent(settlement.lease().queue(), queue -> new ArrayList<>()).add(settlement));
        byQueue.forEach((queue, limited) -> {
            for (int from = 0; from < limited.size(); from += MAX_TASKS) {
                commands.add(release(QueueKeys.of(queue),
                        limited.subList(from, Math.min(limited.size(), from + MAX_TASKS)), addEnd));
            }
        });
        return commands;
    }

    private static RedisCommand release(QueueKeys keys, List<Settlement> limited,
            BiConsumer<RedisCommand, Settlement> addEnd) {
        RedisCommand command = command(LimitScript.RELEASE_LIMITED, keys,
                limited.stream().map(settlement -> key(settlement).rule()).toList());
        Map<LimitRule, List<Settlement>> byRule = new LinkedHashMap<>();
        limited.forEach(settlement -> byRule
                .computeIfAbsent(key(settlement).rule(), rule -> new ArrayList<>()).add(settlement));
        byRule.forEach((rule, ofRule) -> {
            addNumbers(command, rule);
            command.arg(ofRule.size());
            for (Settlement settlement : ofRule) {
                addEnd.accept(command.arg(key(settlement).key()), settlement);
            }
        });
        return command;
    }

    private static LimitRule.Key key(Settlement settlement) {
        return (LimitRule.Key) settlement.lease().admitted();
    }

    @Override
    public boolean sharesSemaphores() {
        return executor.isOneServer();
    }

    @Override
    public void addListener(BiConsumer<String, Duration> listener) {
        listeners.add(listener);
    }

    @Override
    public void removeListener(BiConsumer<String, Duration> listener) {
        listeners.remove(listener);
    }
}
