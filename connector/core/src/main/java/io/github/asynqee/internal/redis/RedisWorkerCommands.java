package io.github.asynqee.internal.redis;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

import io.github.asynqee.Progress;
import io.github.asynqee.VersionRange;
import io.github.asynqee.internal.broker.Demand;
import io.github.asynqee.internal.broker.Demand.Reach;
import io.github.asynqee.internal.broker.Demand.Route;
import io.github.asynqee.internal.broker.DequeuedTasks;
import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.broker.Lease.Scores;
import io.github.asynqee.internal.broker.MatchingTasks;
import io.github.asynqee.internal.broker.MatchingTasks.RouteState;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.broker.Settlement;
import io.github.asynqee.internal.broker.WorkerCommands;
import io.github.asynqee.internal.broker.watch.QueueEnds;
import io.github.asynqee.internal.broker.watch.ScheduleListeners;
import io.github.asynqee.internal.feature.Admission;
import io.github.asynqee.internal.feature.SettleHook;
import io.github.asynqee.internal.protocol.CheckpointRecord;
import io.github.asynqee.internal.protocol.GlobalKeys;
import io.github.asynqee.internal.protocol.PrivateFields;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.redis.cancellation.CancelRequests;
import io.github.asynqee.internal.redis.connection.RedisClock;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.internal.redis.connection.Reply;
import io.github.asynqee.internal.redis.connection.UnixTime;
import io.github.asynqee.internal.redis.lua.Script;
import io.github.asynqee.internal.redis.script.EngineScript;
import io.github.asynqee.redis.AmbiguousResultException;
import io.github.asynqee.redis.BrokerException;
import redis.clients.jedis.Protocol.Command;

/**
 * {@link WorkerCommands} on Redis. If the reply to a dequeue is lost, the next dequeue of the queue returns the tasks
 * that were leased. Their receipt is kept in Redis under a private key.
 */
final class RedisWorkerCommands implements WorkerCommands {

    private static final String RESULT = "result";
    private static final int MAX_TASKS = 1_000;
    private static final String NONE = "";
    /** Index of the first route in the reply. */
    private static final int ROUTES = 7;
    /** Lifetime of a receipt: longer than the leases it lists. */
    private static final Duration RECEIPT_LIFE = Lease.DURATION.multipliedBy(2);

    private final RedisExecutor executor;
    private final RedisExecutor leaseExecutor;
    private final RedisClock clock;
    private final ScheduleListeners scheduleListeners;
    private final Admission admission;
    private final SettleHook hook;
    private final WaitSampling sampling = new WaitSampling(System::nanoTime);
    private final String worker = UUID.randomUUID().toString();
    private final AtomicLong lastName = new AtomicLong(ThreadLocalRandom.current().nextLong(Long.MAX_VALUE / 2));
    /** Queue name to its last dequeue without a reply. */
    private final Map<String, Receipt> unanswered = new ConcurrentHashMap<>();

    /**
     * Receipt of a dequeue.
     *
     * @param name the name of the dequeue, unique among all workers
     * @param expiry the lease expiry that it writes, Unix seconds
     * @param passed number of its tasks that were recalled
     */
    private record Receipt(String name, long expiry, int passed) {}

    /**
     * Limits how many tasks per fetch report their pending time: all tasks at low rates, a bounded number per second at
     * high rates. Thread-safe.
     */
    static final class WaitSampling {

        /** The maximum number of tasks of one call. */
        static final int PER_CALL = 8;
        /** The maximum number of tasks of one second, over all queues. */
        static final int PER_SECOND = 100;

        private static final long INTERVAL_NANOS = 1_000_000_000L / PER_SECOND;

        private final LongSupplier nanos;
        /** Time up to which the allowed number of tasks is used up; at most one second ago. */
        private long usedUpTo;

        /** @param nanos monotonic time, in nanoseconds */
        WaitSampling(LongSupplier nanos) {
            this.nanos = nanos;
            usedUpTo = nanos.getAsLong() - PER_SECOND * INTERVAL_NANOS;
        }

        /** @return the number for the next call, at most {@value #PER_CALL} */
        synchronized int next() {
            long now = nanos.getAsLong();
            long earliest = now - PER_SECOND * INTERVAL_NANOS;
            if (usedUpTo - earliest < 0) {
                usedUpTo = earliest;
            }
            int tasks = (int) Math.min(PER_CALL, (now - usedUpTo) / INTERVAL_NANOS);
            usedUpTo += tasks * INTERVAL_NANOS;
            return tasks;
        }
    }

    RedisWorkerCommands(RedisExecutor executor, RedisExecutor leaseExecutor, RedisClock clock,
            ScheduleListeners scheduleListeners, Admission admission, SettleHook hook) {
        this.executor = executor;
        this.admission = admission;
        this.hook = hook;
        this.scheduleListeners = scheduleListeners;
        this.leaseExecutor = leaseExecutor;
        this.clock = clock;
    }

    @Override
    public String slowNode(String queue) {
        return executor.slowNode(() -> QueueKeys.of(queue).pending());
    }

    @Override
    public DequeuedTasks dequeue(String queue, int max) {
        requireWithinBounds(max);
        QueueKeys keys = QueueKeys.of(queue);
        DequeuedTasks recalled = recall(keys, null);
        if (recalled.size() > 0) {
            return recalled;
        }
        Receipt receipt = nextReceipt();
        List<?> reply = send(command(EngineScript.DEQUEUE, keys, receipt).arg(max), queue, receipt);
        return isPaused(reply) ? paused() : tasks(queue, reply, 1, receipt);
    }

    @Override
    public MatchingTasks dequeue(String queue, Demand demand) {
        demand.routes().forEach(route -> requireWithinBounds(Math.max(1, route.max())));
        QueueKeys keys = QueueKeys.of(queue);
        DequeuedTasks recalled = recall(keys, demand.hasRules() ? demand : null);
        if (recalled.size() > 0) {
            return MatchingTasks.unchanged(recalled, demand);
        }
        Receipt receipt = nextReceipt();
        Reach reach = demand.reach();
        boolean ruled = demand.hasRules();
        RedisCommand command = command(ruled ? admission.script() : EngineScript.DEQUEUE_MATCHING, keys, receipt)
                .arg(reach.passedOver()).arg(reach.head()).arg(orNone(demand.putAside()))
                .arg(orNone(demand.anchor()));
        for (Route route : demand.routes()) {
            command.arg(kind(route)).arg(route.prefix()).arg(route.max()).arg(orNone(route.mark()));
            if (ruled) {
                admission.addRoute(command, route.rule());
            }
        }
        if (ruled) {
            admission.addEnd(command, keys, demand);
        }
        List<?> reply = send(command, queue, receipt);
        if (isPaused(reply)) {
            return MatchingTasks.unchanged(paused(), demand);
        }
        return matching(queue, demand, reply, receipt);
    }

    private static String kind(Route route) {
        VersionRange versions = route.versions();
        return route.kind() == Demand.Kind.GROUP ? "g"
                : versions == null ? "t" : "t" + versions.first() + ".." + versions.last();
    }

    private MatchingTasks matching(String queue, Demand demand, List<?> reply, Receipt receipt) {
        int firstTask = ROUTES + 2 * demand.routes().size();
        // with rules, the last element belongs to the admission
        int end = demand.hasRules() ? reply.size() - 1 : reply.size();
        QueueEnds ends = new QueueEnds(Replies.text(reply.get(3)), Replies.text(reply.get(4)));
        DequeuedTasks tasks = tasks(queue, reply.subList(0, end), firstTask, receipt);
        List<Integer> postponed = demand.hasRules() ? admission.read(queue, reply, firstTask, demand, tasks)
                : Collections.nCopies(demand.routes().size(), 0);
        List<RouteState> routes = new ArrayList<>();
        for (int i = 0; i < demand.routes().size(); i++) {
            String mark = Replies.text(reply.get(ROUTES + 2 * i));
            routes.add(new RouteState(mark.equals(NONE) ? null : mark,
                    Replies.number(reply.get(ROUTES + 2 * i + 1)) == 1, postponed.get(i)));
        }
        return new MatchingTasks(tasks, (int) Replies.number(reply.get(1)), (int) Replies.number(reply.get(2)), ends,
                Replies.text(reply.get(5)), Replies.text(reply.get(6)), routes);
    }

    private static void requireWithinBounds(int max) {
        if (max < 1 || max > MAX_TASKS) {
            throw new IllegalArgumentException("max must be from 1 to " + MAX_TASKS + ": " + max);
        }
    }

    /** The receipt of a dequeue that is about to be sent. */
    private Receipt nextReceipt() {
        if (!clock.isKnown()) {
            executor.measureTime();
        }
        return new Receipt(Long.toString(lastName.incrementAndGet(), Character.MAX_RADIX),
                UnixTime.seconds(clock.instant().plus(Lease.DURATION)), 0);
    }

    /** The command with the keys and arguments that both scripts share. */
    private RedisCommand command(Script script, QueueKeys keys, Receipt receipt) {
        return RedisCommand.script(script).key(keys.pending()).key(keys.paused()).key(keys.active()).key(keys.lease())
                .key(receiptKey(keys)).arg(receipt.expiry()).arg(keys.taskPrefix()).arg(receipt.name())
                .arg(RECEIPT_LIFE.getSeconds()).arg(sampling.next());
    }

    private List<?> send(RedisCommand command, String queue, Receipt receipt) {
        try {
            return Replies.list(executor.send(command));
        } catch (AmbiguousResultException e) {
            unanswered.put(queue, receipt);
            throw e;
        }
    }

    private static boolean isPaused(List<?> reply) {
        return Replies.number(reply.get(0)) == 1;
    }

    private static DequeuedTasks paused() {
        return new DequeuedTasks(List.of(), List.of(), List.of(), true);
    }

    /** Converts the IDs, messages and pending times from an index on. */
    private static DequeuedTasks tasks(String queue, List<?> reply, int from, Receipt receipt) {
        DequeuedTasks.Builder tasks = new DequeuedTasks.Builder(queue);
        for (int i = from; i < reply.size(); i += 3) {
            tasks.add(Replies.text(reply.get(i)), Replies.bytes(reply.get(i + 1)), receipt.expiry(),
                    UnixTime.ofNanos(Replies.text(reply.get(i + 2))), receipt.name());
        }
        return tasks.build();
    }

    private static String orNone(String text) {
        return text == null ? NONE : text;
    }

    private String receiptKey(QueueKeys keys) {
        return keys.prefix() + "receipt:" + worker;
    }

    /**
     * The next tasks of the last dequeue of a queue whose reply was lost; only one caller receives them.
     *
     * @param ruled the demand if it has rules, otherwise {@code null}
     */
    private DequeuedTasks recall(QueueKeys keys, Demand ruled) {
        Receipt receipt = unanswered.remove(keys.queue());
        if (receipt == null || clock.instant().getEpochSecond() >= receipt.expiry()) {
            return DequeuedTasks.NONE;
        }
        DequeuedTasks.Builder tasks = new DequeuedTasks.Builder(keys.queue());
        List<?> reply = sendRecall(keys, receipt);
        int recalled = (int) Replies.number(reply.get(0));
        if (recalled > 0) {
            unanswered.putIfAbsent(keys.queue(), new Receipt(receipt.name(), receipt.expiry(), recalled));
        }
        Map<String, String> noted = new HashMap<>();
        for (int i = 1; i < reply.size(); i += 3) {
            tasks.add(Replies.text(reply.get(i)), Replies.bytes(reply.get(i + 1)), receipt.expiry(), null,
                    receipt.name());
            noted.put(Replies.text(reply.get(i)), Replies.text(reply.get(i + 2)));
        }
        DequeuedTasks found = tasks.build();
        if (ruled != null) {
            admission.recalled(noted, ruled, found);
        }
        return found;
    }

    private List<?> sendRecall(QueueKeys keys, Receipt receipt) {
        try {
            return Replies.list(executor.send(RedisCommand.script(EngineScript.RECALL).key(receiptKey(keys))
                    .key(keys.lease()).arg(receipt.name()).arg(receipt.expiry()).arg(keys.taskPrefix())
                    .arg(receipt.passed())));
        } catch (BrokerException e) {
            unanswered.putIfAbsent(keys.queue(), receipt);
            throw e;
        }
    }

    @Override
    public List<Settlement.Result> write(List<Settlement> settlements) {
        List<Settlement.Result> results = SettleBatch.write(settlements, executor, clock, hook);
        settlements.forEach(this::notifyListeners);
        List<Settlement> admitted = SettleBatch.admitted(settlements);
        if (!admitted.isEmpty()) {
            hook.written(admitted);
        }
        return results;
    }

    private void notifyListeners(Settlement settlement) {
        if (settlement.outcome() instanceof Outcome.Retry retry) {
            scheduleListeners.written(settlement.lease().queue(), retry.at());
        }
    }

    @Override
    public List<Lease> extend(Collection<Lease> leases) {
        Map<String, List<Lease>> byQueue = new LinkedHashMap<>();
        leases.forEach(lease -> byQueue.computeIfAbsent(lease.queue(), queue -> new ArrayList<>()).add(lease));
        long expiry = UnixTime.seconds(clock.instant().plus(Lease.DURATION));
        List<Lease> lost = new ArrayList<>();
        BrokerException error = null;
        List<RedisCommand> extensions = new ArrayList<>();
        byQueue.forEach((queue, ofQueue) -> extensions.add(extension(queue, ofQueue, expiry)));
        List<Reply> replies = leaseExecutor.send(extensions);
        int next = 0;
        for (List<Lease> ofQueue : byQueue.values()) {
            Reply reply = replies.get(next++);
            if (reply.error() != null) {
                error = reply.error();
                continue;
            }
            List<?> codes = Replies.list(reply.value());
            for (int i = 0; i < ofQueue.size(); i++) {
                if (Replies.number(codes.get(i)) == 1) {
                    ofQueue.get(i).extended(expiry);
                } else {
                    ofQueue.get(i).refused();
                    lost.add(ofQueue.get(i));
                }
            }
        }
        if (error != null && lost.isEmpty()) {
            throw error;
        }
        return lost;
    }

    private static RedisCommand extension(String queue, List<Lease> leases, long expiry) {
        RedisCommand command = RedisCommand.script(EngineScript.EXTEND_LEASE).key(QueueKeys.of(queue).lease())
                .arg(expiry);
        for (Lease lease : leases) {
            Scores scores = lease.scores();
            command.arg(lease.id()).arg(scores.from()).arg(scores.to());
            lease.extending(expiry);
        }
        return command;
    }

    @Override
    public boolean writeResult(Lease lease, byte[] result) {
        return writeFields(lease, List.of(bytes(RESULT), result));
    }

    @Override
    public boolean writeProgress(Lease lease, Progress progress) {
        return writeFields(lease, List.of(bytes(PrivateFields.PROGRESS), PrivateFields.encode(progress)));
    }

    @Override
    public boolean writeCheckpoint(Lease lease, CheckpointRecord checkpoint, Progress progress) {
        List<byte[]> fields = new ArrayList<>(List.of(bytes(CheckpointRecord.FIELD), checkpoint.encode()));
        if (progress != null) {
            fields.addAll(List.of(bytes(PrivateFields.PROGRESS), PrivateFields.encode(progress)));
        }
        return writeFields(lease, fields);
    }

    @Override
    public CheckpointRecord readCheckpoint(Lease lease) {
        return CheckpointRecord.decode(Replies.bytes(executor.send(RedisCommand.command(Command.HGET)
                .key(QueueKeys.of(lease.queue()).task(lease.id())).arg(CheckpointRecord.FIELD))));
    }

    private static byte[] bytes(String field) {
        return field.getBytes(StandardCharsets.US_ASCII);
    }

    /** @param fields alternating names and values */
    private boolean writeFields(Lease lease, List<byte[]> fields) {
        QueueKeys keys = QueueKeys.of(lease.queue());
        Scores scores = lease.scores();
        RedisCommand command = RedisCommand.script(EngineScript.WRITE_FIELDS).key(keys.lease())
                .key(keys.task(lease.id())).arg(lease.id()).arg(scores.from()).arg(scores.to()).arg(lease.call());
        fields.forEach(command::arg);
        boolean written = Replies.number(executor.send(command)) == 1;
        boolean outrun = !written && !lease.scores().equals(scores);
        return outrun ? writeFields(lease, fields) : written;
    }

    @Override
    public void publishCancellation(String taskId) {
        if (executor.isProxy()) {
            CancelRequests.store(executor, clock.instant(), List.of(taskId.getBytes(StandardCharsets.UTF_8)));
            return;
        }
        CancelRequests.storeIfPossible(executor, clock.instant(), List.of(taskId.getBytes(StandardCharsets.UTF_8)));
        executor.send(RedisCommand.command(Command.PUBLISH).arg(GlobalKeys.CANCEL).arg(taskId));
    }
}
