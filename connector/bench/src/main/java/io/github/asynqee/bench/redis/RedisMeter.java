package io.github.asynqee.bench.redis;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.Task;
import io.github.asynqee.bench.subject.BenchTask;
import io.github.asynqee.bench.subject.Command;
import io.github.asynqee.bench.subject.TaskProducer;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.protocol.UndecodableMessageException;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.Response;
import redis.clients.jedis.params.ScanParams;
import redis.clients.jedis.resps.ScanResult;
import redis.clients.jedis.util.JedisClusterCRC16;
import redis.clients.jedis.util.SafeEncoder;

/**
 * The Redis that all subjects share, and its use of resources. For a Cluster, counts are sums over all masters, and a
 * command about a queue is sent to the master that has it. Replicas and Sentinels are not counted. Commands sent by
 * this object are not counted in {@linkplain #calls() the calls}.
 */
public final class RedisMeter implements AutoCloseable {

    /** ARGV: keys. Reply: the sum of their numbers. */
    private static final String SUM = """
            local sum = 0
            for _, key in ipairs(ARGV) do sum = sum + (redis.call('GET', key) or 0) end
            return sum
            """;
    private static final int BATCH = 1_000;
    private static final int BATCH_BYTES = 8 << 20;

    private final RedisServers servers;
    private final List<Jedis> masters;
    private final RedisBroker broker;
    private final AsynqClient client;
    private final Map<String, Long> own = new HashMap<>();

    private RedisMeter(RedisServers servers, Map<String, Integer> shards) {
        this.servers = servers;
        this.masters = servers.masters().stream().map(servers::connect).toList();
        this.broker = RedisBroker.connect(RedisConfig.of(servers.direct()));
        DefaultAsynqClient.Builder builder = DefaultAsynqClient.builder(broker);
        shards.forEach(builder::shards);
        this.client = builder.build();
    }

    /** Starts an empty Redis: one server that does not persist. */
    public static RedisMeter start() {
        return start(Environment.PLAIN);
    }

    /** Starts an empty Redis of a kind. */
    public static RedisMeter start(Environment environment) {
        return new RedisMeter(RedisServers.start(environment), Map.of());
    }

    /** Starts an empty Redis that confirms writes in every way: with a replica and a file, flushed once a second. */
    public static RedisMeter startDurable() {
        return new RedisMeter(RedisServers.startDurable(), Map.of());
    }

    /**
     * Starts an empty Cluster.
     *
     * @param masters the number of its masters
     * @param shards the number of shards of each queue that has shards
     */
    public static RedisMeter startCluster(int masters, Map<String, Integer> shards) {
        return new RedisMeter(RedisServers.startCluster(masters), shards);
    }

    /**
     * Limits each master to a share of a core, until the returned object is closed.
     *
     * @throws CpuShare.RefusedException if this machine does not allow it, with the reason
     */
    public synchronized CpuShare limit(int percent) {
        return CpuShare.of(masters.stream().map(node -> Long.valueOf(info(node, "server").get("process_id"))).toList(),
                percent);
    }

    /** Whether Redis has a command. */
    public synchronized boolean knows(String command) {
        return masters.get(0).commandInfo(command).get(command) != null;
    }

    /** The version of Redis. */
    public synchronized String version() {
        return info(masters.get(0), "server").get("redis_version");
    }

    /** The command with the address of this Redis. */
    public Command to(Command command) {
        return servers.to(command);
    }

    /** {@code host:port} of the first master. */
    public String address() {
        return servers.masters().get(0).host() + ":" + servers.masters().get(0).port();
    }

    /** The client that enqueues and schedules tasks. */
    public AsynqClient client() {
        return client;
    }

    /** The operations of a worker. */
    RedisBroker broker() {
        return broker;
    }

    /** Processor time used, user and system, in nanoseconds. */
    public synchronized long cpuNanos() {
        return Math.round(sum("cpu", "used_cpu_sys", "used_cpu_user") * 1e9);
    }

    /** Bytes of memory in use. */
    public synchronized long memory() {
        return Math.round(sum("memory", "used_memory"));
    }

    /** Number of reads from connections: for an idle client that is the number of commands and pipelines it sent. */
    public synchronized long reads() {
        return Math.round(sum("stats", "total_reads_processed"))
                - own.values().stream().mapToLong(Long::longValue).sum();
    }

    private double sum(String section, String... names) {
        double sum = 0;
        for (Jedis node : masters) {
            Map<String, String> values = info(node, section);
            for (String name : names) {
                sum += Double.parseDouble(values.get(name));
            }
        }
        return sum;
    }

    /** Number of calls by command, including those inside scripts. */
    public synchronized Map<String, Long> calls() {
        Map<String, Long> calls = new TreeMap<>();
        for (Jedis node : masters) {
            info(node, "commandstats").forEach((name, values) -> calls.merge(name.substring("cmdstat_".length()),
                    Long.valueOf(values.replaceAll("calls=(\\d+),.*", "$1")), Long::sum));
        }
        calls.replaceAll((command, all) -> all - own.getOrDefault(command, 0L));
        // Redis counts the calling INFO only when it has replied
        calls.computeIfPresent("info", (name, others) -> others + masters.size());
        calls.values().removeIf(others -> others <= 0);
        return calls;
    }

    /** Runs a command on the first master; returns the reply as text, with one line for each element of an array. */
    public synchronized String command(String... words) {
        return text(send(masters.get(0), words));
    }

    /** Runs a command on the master that has a queue. */
    public synchronized String commandAt(String queue, String... words) {
        return text(send(at(queue), words));
    }

    /** The queues by the master that has them. */
    Collection<List<String>> byMaster(List<String> queues) {
        return queues.stream().collect(Collectors.groupingBy(this::master)).values();
    }

    private int master(String queue) {
        return servers.masterOf(JedisClusterCRC16.getSlot(QueueKeys.of(queue).pending()));
    }

    private Jedis at(String queue) {
        return masters.get(master(queue));
    }

    /** The sum of the numbers in a key of each of the queues; one script for all queues of a master, in any slots. */
    synchronized long sum(List<String> queues, UnaryOperator<String> key) {
        long sum = 0;
        for (List<String> ofMaster : byMaster(queues)) {
            sum += Long.parseLong(text(send(at(ofMaster.get(0)), Stream.concat(Stream.of("EVAL", SUM, "0"),
                    ofMaster.stream().map(key)).toArray(String[]::new))));
            own.merge("get", (long) ofMaster.size(), Long::sum);
        }
        return sum;
    }

    /** Runs a command whose reply is a number. */
    public long number(String... words) {
        return Long.parseLong(command(words));
    }

    /** Pauses or resumes queues as asynq does, all queues of a master at once. */
    public synchronized void pause(List<String> queues, boolean paused) {
        for (List<String> ofMaster : byMaster(queues)) {
            try (Pipeline batch = at(ofMaster.get(0)).pipelined()) {
                for (String queue : ofMaster) {
                    String key = QueueKeys.of(queue).paused();
                    own.merge(paused ? "set" : "del", 1L, Long::sum);
                    if (paused) {
                        batch.set(key, String.valueOf(Instant.now().getEpochSecond()));
                    } else {
                        batch.del(key);
                    }
                }
            }
        }
    }

    /** Enqueues tasks with the numbers from 0. */
    public void fill(String queue, int tasks, int size) {
        fill(queue, 0, tasks, size, List.of(BenchTask.TYPE));
    }

    /** Enqueues numbered tasks in bulk; types alternate. */
    public void fill(String queue, int first, int tasks, int size, List<String> types) {
        fill(first, tasks, size, number -> BenchTask.now(number).on(queue, types.get(number % types.size()), size));
    }

    /** Enqueues tasks in bulk, each made of its number, with payloads of that size. */
    public void fill(int first, int tasks, int size, IntFunction<Task<byte[]>> task) {
        int batch = Math.max(1, Math.min(BATCH, BATCH_BYTES / Math.max(1, size)));
        int end = first + tasks;
        for (int from = first; from < end; from += batch) {
            List<Task<byte[]>> next = new ArrayList<>();
            for (int number = from; number < Math.min(from + batch, end); number++) {
                next.add(task.apply(number));
            }
            TaskProducer.storeAll(client, next);
        }
    }

    /** The numbers of the pending tasks of a queue. */
    public synchronized List<Integer> pending(String queue) {
        QueueKeys keys = QueueKeys.of(queue);
        List<String> ids = at(queue).lrange(keys.pending(), 0, -1);
        own.merge("lrange", 1L, Long::sum);
        List<Integer> numbers = new ArrayList<>();
        for (int from = 0; from < ids.size(); from += BATCH) {
            List<Response<byte[]>> messages = new ArrayList<>();
            try (Pipeline batch = at(queue).pipelined()) {
                for (String id : ids.subList(from, Math.min(from + BATCH, ids.size()))) {
                    messages.add(batch.hget(SafeEncoder.encode(keys.task(id)), SafeEncoder.encode("msg")));
                }
            }
            messages.forEach(message -> numbers.add(number(message.get())));
        }
        own.merge("hget", (long) ids.size(), Long::sum);
        return numbers;
    }

    private static int number(byte[] message) {
        try {
            return BenchTask.of(TaskMessage.parse(message).payload()).number();
        } catch (UndecodableMessageException e) {
            throw new IllegalStateException("a pending task cannot be decoded", e);
        }
    }

    /** Deletes all keys of a queue. No worker may process it. */
    public synchronized void clear(String queue) {
        delete(at(queue), scan(at(queue), QueueKeys.of(queue).prefix()));
    }

    /** Deletes all keys of queues. There may be thousands of queues. No worker may process them. */
    public synchronized void clear(List<String> queues) {
        Set<String> prefixes = queues.stream().map(queue -> QueueKeys.of(queue).prefix()).collect(Collectors.toSet());
        for (List<String> ofMaster : byMaster(queues)) {
            Jedis node = at(ofMaster.get(0));
            delete(node, scan(node, "asynq:{").stream()
                    .filter(key -> prefixes.contains(key.substring(0, key.indexOf('}') + 2))).toList());
        }
    }

    private void delete(Jedis node, List<String> keys) {
        try (Pipeline batch = node.pipelined()) {
            keys.forEach(batch::del);
        }
        own.merge("del", (long) keys.size(), Long::sum);
    }

    @Override
    public synchronized void close() {
        client.close();
        broker.close();
        masters.forEach(Jedis::close);
        servers.close();
    }

    private List<String> scan(Jedis node, String prefix) {
        List<String> keys = new ArrayList<>();
        ScanParams params = new ScanParams().match(prefix + "*").count(BATCH);
        String cursor = ScanParams.SCAN_POINTER_START;
        do {
            ScanResult<String> page = node.scan(cursor, params);
            own.merge("scan", 1L, Long::sum);
            keys.addAll(page.getResult());
            cursor = page.getCursor();
        } while (!cursor.equals(ScanParams.SCAN_POINTER_START));
        return keys.stream().distinct().toList();
    }

    /** The lines {@code name:value} of a section. */
    private Map<String, String> info(Jedis node, String section) {
        Map<String, String> values = new LinkedHashMap<>();
        for (String line : text(send(node, "INFO", section)).split("\r?\n")) {
            int colon = line.indexOf(':');
            if (colon > 0) {
                values.put(line.substring(0, colon), line.substring(colon + 1));
            }
        }
        return values;
    }

    private Object send(Jedis node, String... words) {
        own.merge(words[0].toLowerCase(Locale.ROOT), 1L, Long::sum);
        String[] arguments = Arrays.copyOfRange(words, 1, words.length);
        return node.sendCommand(() -> SafeEncoder.encode(words[0]), arguments);
    }

    private static String text(Object reply) {
        if (reply instanceof byte[] bytes) {
            return new String(bytes, StandardCharsets.UTF_8);
        }
        if (reply instanceof List<?> replies) {
            return String.join("\n", replies.stream().map(RedisMeter::text).toList());
        }
        return reply == null ? "" : reply.toString();
    }
}
