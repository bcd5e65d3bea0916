package io.github.asynqee.bench.redis;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.Task;
import io.github.asynqee.bench.subject.BenchTask;
import io.github.asynqee.bench.subject.TaskProducer;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.protocol.UndecodableMessageException;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.testkit.EmbeddedRedis;
import io.github.asynqee.testkit.RedisBinary;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.params.ScanParams;
import redis.clients.jedis.resps.ScanResult;
import redis.clients.jedis.util.SafeEncoder;

/**
 * The Redis that all subjects share, without persistence: the one installed on this machine, or else the one of the
 * testkit. Commands sent here are not counted among the {@linkplain #calls() calls}.
 */
public final class RedisMeter implements AutoCloseable {

    private static final int TIMEOUT_MILLIS = 120_000;
    private static final int BATCH = 1_000;
    private static final int BATCH_BYTES = 8 << 20;

    private final EmbeddedRedis redis;
    private final Jedis jedis;
    private final RedisBroker broker;
    private final AsynqClient client;
    private final Map<String, Long> own = new HashMap<>();

    private RedisMeter(EmbeddedRedis redis) {
        this.redis = redis;
        this.jedis = new Jedis(new HostAndPort(redis.host(), redis.port()),
                DefaultJedisClientConfig.builder().resp2().timeoutMillis(TIMEOUT_MILLIS).build());
        this.broker = RedisBroker.connect(RedisConfig.of(redis.url()));
        this.client = DefaultAsynqClient.of(broker);
    }

    /** Starts an empty Redis. */
    public static RedisMeter start() {
        Path binary = RedisBinary.installed().orElseGet(RedisBinary::locate);
        return new RedisMeter(EmbeddedRedis.builder().binary(binary).config("appendonly", "no").start());
    }

    /** The version of Redis. */
    public synchronized String version() {
        return info("server").get("redis_version");
    }

    /** {@code host:port}. */
    public String address() {
        return redis.host() + ":" + redis.port();
    }

    /** Enqueues and schedules tasks. */
    public AsynqClient client() {
        return client;
    }

    /** The operations of a worker. */
    RedisBroker broker() {
        return broker;
    }

    /** Processor time used, user and system, in nanoseconds. */
    public synchronized long cpuNanos() {
        Map<String, String> cpu = info("cpu");
        double seconds = Double.parseDouble(cpu.get("used_cpu_sys")) + Double.parseDouble(cpu.get("used_cpu_user"));
        return Math.round(seconds * 1e9);
    }

    /** Number of reads from connections: for an idle client that is the number of commands and pipelines it sent. */
    public synchronized long reads() {
        return Long.parseLong(info("stats").get("total_reads_processed"))
                - own.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Number of calls by command, including those inside scripts. */
    public synchronized Map<String, Long> calls() {
        Map<String, Long> calls = new TreeMap<>();
        info("commandstats").forEach((name, values) -> {
            String command = name.substring("cmdstat_".length());
            long others = Long.parseLong(values.replaceAll("calls=(\\d+),.*", "$1")) - own.getOrDefault(command, 0L);
            if (others > 0) {
                calls.put(command, others);
            }
        });
        // Redis counts the calling INFO only when it has replied
        calls.computeIfPresent("info", (name, others) -> others + 1);
        return calls;
    }

    /** Runs a command; returns the reply as text, elements of an array on lines of their own. */
    public synchronized String command(String... words) {
        return text(send(words));
    }

    /** Runs a command whose reply is a number. */
    public long number(String... words) {
        return Long.parseLong(command(words));
    }

    /** Pauses or resumes a queue as asynq does. */
    public synchronized void pause(String queue, boolean paused) {
        String key = QueueKeys.of(queue).paused();
        if (paused) {
            send("SET", key, String.valueOf(Instant.now().getEpochSecond()));
        } else {
            send("DEL", key);
        }
    }

    /** Enqueues tasks with the numbers from 0. */
    public void fill(String queue, int tasks, int size) {
        fill(queue, 0, tasks, size, List.of(BenchTask.TYPE));
    }

    /** Enqueues numbered tasks in bulk; types alternate. */
    public void fill(String queue, int first, int tasks, int size, List<String> types) {
        int batch = Math.max(1, Math.min(BATCH, BATCH_BYTES / Math.max(1, size)));
        int end = first + tasks;
        for (int from = first; from < end; from += batch) {
            List<Task<byte[]>> next = new ArrayList<>();
            for (int number = from; number < Math.min(from + batch, end); number++) {
                next.add(BenchTask.now(number).on(queue, types.get(number % types.size()), size));
            }
            TaskProducer.storeAll(client, next);
        }
    }

    /** The numbers of the pending tasks of a queue. */
    public synchronized List<Integer> pending(String queue) {
        QueueKeys keys = QueueKeys.of(queue);
        List<String> ids = jedis.lrange(keys.pending(), 0, -1);
        own.merge("lrange", 1L, Long::sum);
        List<Integer> numbers = new ArrayList<>();
        for (String id : ids) {
            byte[] message = jedis.hget(SafeEncoder.encode(keys.task(id)), SafeEncoder.encode("msg"));
            try {
                numbers.add(BenchTask.of(TaskMessage.parse(message).payload()).number());
            } catch (UndecodableMessageException e) {
                throw new IllegalStateException("pending task " + id + " cannot be decoded", e);
            }
        }
        own.merge("hget", (long) ids.size(), Long::sum);
        return numbers;
    }

    /** Deletes all keys of a queue. No worker may process it. */
    public synchronized void clear(String queue) {
        List<String> keys = scan(QueueKeys.of(queue).prefix());
        for (int from = 0; from < keys.size(); from += BATCH) {
            List<String> words = new ArrayList<>(List.of("DEL"));
            words.addAll(keys.subList(from, Math.min(from + BATCH, keys.size())));
            send(words.toArray(String[]::new));
        }
    }

    @Override
    public synchronized void close() {
        client.close();
        broker.close();
        jedis.close();
        redis.close();
    }

    private List<String> scan(String prefix) {
        List<String> keys = new ArrayList<>();
        ScanParams params = new ScanParams().match(prefix + "*").count(BATCH);
        String cursor = ScanParams.SCAN_POINTER_START;
        do {
            ScanResult<String> page = jedis.scan(cursor, params);
            own.merge("scan", 1L, Long::sum);
            keys.addAll(page.getResult());
            cursor = page.getCursor();
        } while (!cursor.equals(ScanParams.SCAN_POINTER_START));
        return keys.stream().distinct().toList();
    }

    /** The lines {@code name:value} of a section. */
    private Map<String, String> info(String section) {
        Map<String, String> values = new LinkedHashMap<>();
        for (String line : text(send("INFO", section)).split("\r?\n")) {
            int colon = line.indexOf(':');
            if (colon > 0) {
                values.put(line.substring(0, colon), line.substring(colon + 1));
            }
        }
        return values;
    }

    private Object send(String... words) {
        own.merge(words[0].toLowerCase(Locale.ROOT), 1L, Long::sum);
        String[] arguments = Arrays.copyOfRange(words, 1, words.length);
        return jedis.sendCommand(() -> SafeEncoder.encode(words[0]), arguments);
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
