package io.github.asynqee.internal.redis.limit;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

import io.github.asynqee.internal.broker.Demand;
import io.github.asynqee.internal.broker.DequeuedTasks;
import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.broker.LimitCommands;
import io.github.asynqee.internal.broker.LimitRule;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.broker.Settlement;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.internal.redis.connection.Reply;
import io.github.asynqee.internal.redis.connection.UnixTime;
import io.github.asynqee.internal.redis.script.EngineScript;
import io.github.asynqee.redis.BrokerException;
import io.github.asynqee.worker.Limit;

/** {@link LimitCommands} on Redis, and what other commands have of limits. */
public final class RedisLimitCommands implements LimitCommands {

    /** After this time, and at most twice, peers make a task pending that no worker has let in. */
    static final Duration ASIDE = Duration.ofMinutes(30);

    private static final int MAX_TASKS = 128;
    /** How many tasks that run a look checks. */
    private static final int CHECKED = 500;
    private static final String NONE = "";
    /** In place of a time for which a key is closed: the task was returned to the head of the queue. */
    private static final int RETURNED = -1;
    /** The prefix of the keys of semaphores, before the name of the limit. */
    private static final String SEMAPHORES = "asynq:";

    private final RedisExecutor executor;
    private final Clock clock;
    private final List<Consumer<Duration>> listeners = new CopyOnWriteArrayList<>();

    public RedisLimitCommands(RedisExecutor executor, Clock clock) {
        this.executor = executor;
        this.clock = clock;
    }

    @Override
    public LimitLook look(String queue, List<LimitRule> rules, int from) {
        QueueKeys keys = QueueKeys.of(queue);
        RedisCommand command = command(EngineScript.LOOK_AT_LIMITS, keys, rules).key(keys.paused()).arg(KEYS).arg(from)
                .arg(CHECKED).arg(asideTill());
        rules.forEach(rule -> addNumbers(command.arg(rule.name()), rule));
        List<?> reply = Replies.list(executor.send(command));
        return new LimitLook((int) Replies.number(reply.get(0)), millis(reply.get(1)),
                (int) Replies.number(reply.get(2)), (int) Replies.number(reply.get(3)));
    }

    private static RedisCommand command(EngineScript script, QueueKeys keys, List<LimitRule> rules) {
        RedisCommand command = RedisCommand.script(script).key(keys.pending()).key(keys.scheduled()).key(keys.lease());
        addSemaphores(command, rules);
        return command.arg(keys.limits()).arg(keys.taskPrefix());
    }

    private static void addSemaphores(RedisCommand command, List<LimitRule> rules) {
        rules.stream().map(LimitRule::name).filter(Limit::isSemaphore).distinct()
                .forEach(name -> command.key(SEMAPHORES + name));
    }

    private static void addNumbers(RedisCommand command, LimitRule rule) {
        command.arg(rule.running()).arg(rule.starts()).arg(TimeUnit.MICROSECONDS.convert(rule.period()));
    }

    /** A number of milliseconds; {@code null} if there is none. */
    private static Duration millis(Object reply) {
        return reply == null ? null : Duration.ofMillis(Replies.number(reply));
    }

    /** Adds a route, with its limit, to a dequeue. */
    public static void addLimit(RedisCommand command, LimitRule rule) {
        if (rule == null) {
            command.arg(NONE).arg(NONE).arg(0).arg(0).arg(0);
        } else {
            addNumbers(command.arg(rule.name()).arg(rule.by()), rule);
        }
    }

    /** Adds what a dequeue of limited tasks needs besides. */
    public void addEnd(RedisCommand command, QueueKeys keys, Demand demand) {
        addSemaphores(command.key(keys.scheduled()),
                demand.routes().stream().map(Demand.Route::limit).filter(Objects::nonNull).toList());
        command.arg(keys.limits()).arg(asideTill());
    }

    private long asideTill() {
        return UnixTime.seconds(clock.instant().plus(ASIDE));
    }

    /**
     * Reads the last part of the reply to a dequeue: which leases are limited, and when a look at a key is due.
     *
     * @param reply the reply
     * @param firstTask where its tasks begin, of which each has three parts
     * @param demand what was demanded
     * @param tasks the tasks
     * @return how many tasks of each route were postponed
     */
    public List<Integer> read(List<?> reply, int firstTask, Demand demand, DequeuedTasks tasks) {
        int end = reply.size() - 1;
        List<?> limited = Replies.list(reply.get(end));
        Duration next = millis(limited.get(1));
        if (next != null) {
            listeners.forEach(listener -> listener.accept(next));
        }
        Map<String, String> keys = new HashMap<>();
        for (int i = firstTask; i < end; i += 3) {
            keys.put(Replies.text(reply.get(i)), Replies.text(limited.get((i - firstTask) / 3 + 2)));
        }
        Map<String, LimitRule> rules = new HashMap<>();
        demand.routes().stream().map(Demand.Route::limit).filter(Objects::nonNull)
                .forEach(rule -> rules.putIfAbsent(rule.name(), rule));
        tasks.leases().forEach(lease -> setKey(lease, rules, keys.get(lease.id())));
        tasks.unusable().forEach(task -> setKey(task.lease(), rules, keys.get(task.lease().id())));
        return Replies.list(limited.get(0)).stream().map(count -> (int) Replies.number(count)).toList();
    }

    /** @param key the name of a limit and, behind a space, a value; or empty */
    private static void setKey(Lease lease, Map<String, LimitRule> rules, String key) {
        LimitRule rule = rules.get(key.substring(0, Math.max(0, key.indexOf(' '))));
        if (rule != null) {
            lease.limitKey(new LimitRule.Key(rule, key));
        }
    }

    /**
     * Closes the keys of tasks that do that, before their settlements are written: these tasks would start again at once.
     *
     * @return the settlements that must not be written, because Redis has not closed their key, each with the error
     */
    public static Map<Settlement, BrokerException> close(List<Settlement> settlements, RedisExecutor executor) {
        Map<Settlement, BrokerException> refused = new IdentityHashMap<>();
        List<Settlement> closing = settlements.stream().filter(settlement -> !closed(settlement).isZero()
                && settlement.lease().limitKey() != null).toList();
        if (!closing.isEmpty()) {
            List<Reply> replies = executor.send(commands(closing,
                    (command, settlement) -> command.arg(NONE).arg(closed(settlement).toMillis())));
            replies.stream().map(Reply::error).filter(Objects::nonNull).findFirst()
                    .ifPresent(error -> closing.forEach(settlement -> refused.put(settlement, error)));
        }
        return refused;
    }

    /** Tells the listeners when the first key opens that one of these settlements has closed: perhaps no other dequeue will. */
    public void written(List<Settlement> settlements) {
        settlements.stream().filter(settlement -> settlement.lease().limitKey() != null)
                .map(RedisLimitCommands::closed).filter(time -> !time.isZero()).min(Comparator.naturalOrder())
                .ifPresent(next -> listeners.forEach(listener -> listener.accept(next)));
    }

    private static Duration closed(Settlement settlement) {
        return settlement.outcome() instanceof Outcome.Requeue requeue ? requeue.closed() : Duration.ZERO;
    }

    /**
     * The commands that follow the settlements of limited tasks: they make those pending that wait for their keys. What they
     * miss, because a connection breaks, is found at the next look at a key, within seconds.
     */
    public static List<RedisCommand> releases(List<Settlement> settlements) {
        return commands(settlements, (command, settlement) -> command.arg(settlement.lease().id())
                .arg(comesNext(settlement.outcome()) ? RETURNED : 0));
    }

    /** Whether a task comes before those that wait for its key. One that is put behind others gets a new place. */
    private static boolean comesNext(Outcome outcome) {
        return outcome instanceof Outcome.Requeue requeue && !requeue.behindOthers();
    }

    /**
     * Repeats these commands if they were executed before the settlements: the script of one was not known to Redis, or
     * its lease was extended meanwhile.
     *
     * @param replies the replies to them
     */
    public static void finish(List<Settlement> settlements, List<Reply> replies, RedisExecutor executor) {
        if (replies.stream().anyMatch(reply -> reply.error() == null && Replies.number(reply.value()) > 0)) {
            executor.send(releases(settlements));
        }
    }

    private static List<RedisCommand> commands(List<Settlement> settlements,
            BiConsumer<RedisCommand, Settlement> addEnd) {
        List<RedisCommand> commands = new ArrayList<>();
        Map<String, List<Settlement>> byQueue = new LinkedHashMap<>();
        for (Settlement settlement : settlements) {
            if (settlement.lease().limitKey() != null) {
                byQueue.computeIfAbsent(settlement.lease().queue(), queue -> new ArrayList<>()).add(settlement);
            }
        }
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
        RedisCommand command = command(EngineScript.RELEASE_LIMITED, keys,
                limited.stream().map(settlement -> settlement.lease().limitKey().rule()).toList());
        Map<LimitRule, List<Settlement>> byRule = new LinkedHashMap<>();
        limited.forEach(settlement -> byRule
                .computeIfAbsent(settlement.lease().limitKey().rule(), rule -> new ArrayList<>()).add(settlement));
        byRule.forEach((rule, ofRule) -> {
            addNumbers(command, rule);
            command.arg(ofRule.size());
            for (Settlement settlement : ofRule) {
                addEnd.accept(command.arg(settlement.lease().limitKey().key()), settlement);
            }
        });
        return command;
    }

    @Override
    public boolean sharesSemaphores() {
        return executor.isOneServer();
    }

    @Override
    public void addListener(Consumer<Duration> listener) {
        listeners.add(listener);
    }

    @Override
    public void removeListener(Consumer<Duration> listener) {
        listeners.remove(listener);
    }
}
