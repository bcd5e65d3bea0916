package io.github.asynqee.internal.inspect;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

import io.github.asynqee.TaskState;
import io.github.asynqee.event.TaskListener;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.SearchPage;
import io.github.asynqee.inspect.TaskFilter;
import io.github.asynqee.inspect.connect.Inspectors;
import io.github.asynqee.internal.broker.AggregationSet;
import io.github.asynqee.internal.broker.Demand;
import io.github.asynqee.internal.broker.Demand.Kind;
import io.github.asynqee.internal.broker.Demand.Reach;
import io.github.asynqee.internal.broker.Demand.Route;
import io.github.asynqee.internal.broker.DequeuedTasks;
import io.github.asynqee.internal.broker.GroupCommands.GroupLimits;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.delivery.AttemptRecorder;
import io.github.asynqee.internal.event.TaskEvents;
import io.github.asynqee.internal.feature.batch.BatchCommands;
import io.github.asynqee.internal.feature.batch.BatchCommands.Found;
import io.github.asynqee.internal.feature.limit.LimitRule;
import io.github.asynqee.internal.protocol.BatchMember;
import io.github.asynqee.internal.protocol.BatchMember.BatchName;
import io.github.asynqee.internal.protocol.BatchMember.Place;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.internal.service.Recoverer;
import io.github.asynqee.internal.statistics.WorkerStatistics;
import io.github.asynqee.redis.AmbiguousResultException;
import io.github.asynqee.redis.TcpProxy;
import io.github.asynqee.worker.Limit;
import redis.clients.jedis.Jedis;

/** A process with little memory that reads large tasks, which are more than its memory, in each state and by each reader. */
final class LargeTasks {

    private static final String QUEUE = "q";
    private static final QueueKeys KEYS = QueueKeys.of(QUEUE);
    private static final BatchName BATCH = new BatchName(QUEUE, "b");
    /** Appends the payload (field 2) to a message. */
    private static final String STORE = """
            local left, length = tonumber(ARGV[3]), ''
            while left > 127 do
              length, left = length .. string.char(128 + left % 128), math.floor(left / 128)
            end
            local payload = string.char(18) .. length .. string.char(left) .. string.rep(string.rep('x', 1024), ARGV[3] / 1024)
            redis.call('HSET', KEYS[1], 'state', ARGV[2], 'msg', ARGV[1] .. payload)
            """;
    private static final long EXPIRED = Instant.now().getEpochSecond() - 600;

    private final int bytes;
    private final int tasks;
    private final Jedis redis;
    private final int port;
    private final RedisBroker broker;
    private final Inspector inspector;

    private LargeTasks(int bytes, int tasks, int port) {
        this.bytes = bytes;
        this.tasks = tasks;
        this.port = port;
        redis = new Jedis("127.0.0.1", port, 60_000);
        broker = RedisBroker.connect(RedisConfig.of("redis://127.0.0.1:" + port + "?command-timeout=60s"));
        inspector = Inspectors.connect("redis://127.0.0.1:" + port + "?command-timeout=60s");
    }

    /** @param args port, size of a task, number of tasks. Prints a line for each reader. */
    public static void main(String[] args) {
        LargeTasks large = new LargeTasks(Integer.parseInt(args[1]), Integer.parseInt(args[2]),
                Integer.parseInt(args[0]));
        List<String> failed = new ArrayList<>();
        large.readers().forEach((name, reader) -> {
            large.redis.flushAll();
            large.redis.sadd("asynq:queues", QUEUE);
            try {
                int read = reader.get();
                System.out.println(name + " " + read);
                if (read != large.tasks) {
                    failed.add(name + " read " + read);
                }
            } catch (Exception | OutOfMemoryError e) {
                failed.add(name + " " + e);
            }
        });
        failed.forEach(System.out::println);
        System.exit(failed.isEmpty() ? 0 : 1);
    }

    /** Stores tasks and reads them all; returns how many it read. */
    private interface Reader {
        int get() throws Exception;
    }

    private Map<String, Reader> readers() {
        Map<String, Reader> readers = new LinkedHashMap<>();
        readers.put("recovery", this::recovered);
        readers.put("dequeue", () -> dequeued(() -> broker.workerCommands().dequeue(QUEUE, 1_000)));
        readers.put("dequeue of a type", () -> dequeued(() -> matching(null)));
        readers.put("dequeue with a limit",
                () -> dequeued(() -> matching(new LimitRule(Limit.of("l", "type", 1_000, null)))));
        readers.put("dequeue in turns",
                () -> dequeued(() -> matching(new LimitRule(new Limit.FairBy("type")))));
        readers.put("recall", this::recalled);
        readers.put("group", this::aggregated);
        readers.put("members of a batch", this::members);
        for (TaskState state : TaskState.values()) {
            readers.put("inspector in " + state, () -> inspected(state));
        }
        return readers;
    }

    private void store(String state, IntConsumer collect) {
        for (int i = 0; i < tasks; i++) {
            store("t" + i, state, builder -> builder);
            collect.accept(i);
        }
    }

    /** Redis makes the payload: it need not be sent. */
    private void store(String id, String state, UnaryOperator<TaskMessage.Builder> more) {
        byte[] message = more
                .apply(TaskMessage.builder("large", id, QUEUE).maxRetry(9).timeout(Duration.ofSeconds(30))).build()
                .toBytes();
        redis.eval(STORE.getBytes(UTF_8), List.of(KEYS.task(id).getBytes(UTF_8)),
                List.of(message, state.getBytes(UTF_8), String.valueOf(bytes).getBytes(UTF_8)));
    }

    private void pending() {
        store("pending", i -> redis.lpush(KEYS.pending(), "t" + i));
    }

    private void active() {
        store("active", i -> {
            redis.lpush(KEYS.active(), "t" + i);
            redis.zadd(KEYS.lease(), EXPIRED, "t" + i);
        });
    }

    private int recovered() {
        active();
        new Recoverer(broker, () -> List.of(QUEUE), queue -> true,
                (message, error) -> new Outcome.Retry(Instant.now(), error.getMessage(), true), 0,
                UnaryOperator.identity(), new TaskEvents(TaskListener.NONE, broker.clock()), AttemptRecorder.OFF,
                new WorkerStatistics()).runOnce();
        return (int) redis.zcard(KEYS.retry());
    }

    private interface Dequeue {
        DequeuedTasks get();
    }

    private int dequeued(Dequeue dequeue) {
        pending();
        int read = 0;
        for (int last = dequeue.get().size(); last > 0; last = dequeue.get().size()) {
            read += last;
        }
        return read;
    }

    private DequeuedTasks matching(LimitRule limit) {
        return broker.workerCommands().dequeue(QUEUE, new Demand(
                List.of(new Route(Kind.TYPE, "large", 1_000, null, null, limit)), null, Reach.far(16), null)).tasks();
    }

    private int recalled() {
        pending();
        try (TcpProxy network = TcpProxy.to(port);
                RedisBroker lossy = RedisBroker
                        .connect(RedisConfig.of(network.url() + "?command-timeout=60s"))) {
            lossy.workerCommands().dequeue("other", 1);
            int read = 0;
            int last;
            do {
                network.loseNextReplyTo("EVALSHA");
                try {
                    lossy.workerCommands().dequeue(QUEUE, 1_000);
                } catch (AmbiguousResultException e) {
                    // the next dequeue finds what this one has leased
                }
                last = lossy.workerCommands().dequeue(QUEUE, 1_000).size();
                read += last;
            } while (last > 0);
            return read;
        }
    }

    private int aggregated() {
        for (int i = 0; i < tasks; i++) {
            store("t" + i, "aggregating", message -> message.group("g"));
            redis.hset(KEYS.task("t" + i), "group", "g");
            redis.zadd(KEYS.group("g"), EXPIRED, "t" + i);
        }
        redis.sadd(KEYS.groups(), "g");
        GroupLimits limits = new GroupLimits(tasks, Duration.ofHours(1), Duration.ofSeconds(1));
        int read = 0;
        while (redis.exists(KEYS.group("g"))) {
            String key = broker.groupCommands().stage(QUEUE, "g", limits).orElseThrow();
            AggregationSet set = broker.groupCommands().read(QUEUE, key);
            read += set.members().size();
        }
        return read;
    }

    private int members() {
        for (int i = 0; i < tasks; i++) {
            BatchMember member = new BatchMember(BATCH, new Place(QUEUE, "t" + i), 7);
            store("t" + i, "pending", message -> message.headers(member.headers()));
        }
        List<Found> found = broker.commands(BatchCommands.class)
                .look(IntStream.range(0, tasks).mapToObj(i -> new Place(QUEUE, "t" + i)).toList());
        return (int) found.stream().filter(task -> task.headers().equals(List.of("b", QUEUE, "7"))).count();
    }

    private void storeIn(TaskState state) {
        switch (state) {
            case PENDING -> pending();
            case ACTIVE -> active();
            case SCHEDULED -> store("scheduled", i -> redis.zadd(KEYS.scheduled(), EXPIRED + i, "t" + i));
            case RETRY -> store("retry", i -> redis.zadd(KEYS.retry(), EXPIRED + i, "t" + i));
            case ARCHIVED -> store("archived", i -> redis.zadd(KEYS.archived(), EXPIRED + i, "t" + i));
            case COMPLETED -> store("completed", i -> redis.zadd(KEYS.completed(), EXPIRED + i, "t" + i));
            default -> {
                store("aggregating", i -> redis.zadd(KEYS.group("g"), EXPIRED + i, "t" + i));
                redis.sadd(KEYS.groups(), "g");
                for (int i = 0; i < tasks; i++) {
                    redis.hset(KEYS.task("t" + i), "group", "g");
                }
            }
        }
    }

    private int inspected(TaskState state) {
        storeIn(state);
        inspector.tasks().errors(all(state), 10);
        int listed = listed(state);
        return listed == tasks ? found(state) : listed;
    }

    private int listed(TaskState state) {
        int read = 0;
        for (int page = 1; read < tasks; page++) {
            int size = state == TaskState.AGGREGATING ? inspector.tasks().listOfGroup(QUEUE, "g", page, 1).size()
                    : inspector.tasks().list(QUEUE, state, page, 1).size();
            if (size == 0) {
                break;
            }
            read += size;
        }
        return read;
    }

    private TaskFilter all(TaskState state) {
        return TaskFilter.ALL.inQueues(QUEUE).inStates(state);
    }

    private int found(TaskState state) {
        int read = 0;
        String next = null;
        do {
            SearchPage page = inspector.tasks().search(all(state), next, 1_000, Duration.ofSeconds(60));
            read += page.tasks().size();
            next = page.next();
        } while (next != null);
        return read;
    }
}
