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
import java.util.StringJoiner;
import java.util.TreeMap;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.EnqueueResult;
import io.github.asynqee.Task;
import io.github.asynqee.bench.arena.RedisMeter;
import io.github.asynqee.bench.contender.BenchTask;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.protocol.GlobalKeys;
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
 * A Redis of its own, without persistence: the one installed on this machine, or else the one that comes with the
 * testkit. What it is asked for here is not counted among the {@linkplain #calls() calls}.
 */
public final class JedisRedisMeter implements RedisMeter, AutoCloseable {

    private static final int TIMEOUT_MILLIS = 120_000;
    private static final int BATCH = 1_000;
    private static final int BATCH_BYTES = 8 << 20;

    private final EmbeddedRedis redis;
    private final Jedis jedis;
    private final RedisBroker broker;
    private final AsynqClient client;
    private final Map<String, Long> own = new HashMap<>();

    private JedisRedisMeter(EmbeddedRedis redis) {
        this.redis = redis;
        this.jedis = new Jedis(new HostAndPort(redis.host(), redis.port()),
                DefaultJedisClientConfig.builder().resp2().timeoutMillis(TIMEOUT_MILLIS).build());
        this.broker = RedisBroker.connect(RedisConfig.of(redis.url()));
        this.client = DefaultAsynqClient.of(broker);
    }

    /** @return a running Redis, empty */
    public static JedisRedisMeter start() {
        Path binary = RedisBinary.installed().orElseGet(RedisBinary::locate);
        return new JedisRedisMeter(EmbeddedRedis.builder().binary(binary).config("appendonly", "no").start());
    }

    /** @return the version of Redis */
    public synchronized String version() {
        return info("server").get("redis_version");
    }

    @Override
    public String address() {
        return redis.host() + ":" + redis.port();
    }

    @Override
    public synchronized long cpuNanos() {
        Map<String, String> cpu = info("cpu");
        double seconds = Double.parseDouble(cpu.get("used_cpu_sys")) + Double.parseDouble(cpu.get("used_cpu_user"));
        return Math.round(seconds * 1e9);
    }

    @Override
    public synchronized Map<String, Long> calls() {
        Map<String, Long> calls = new TreeMap<>();
        info("commandstats").forEach((name, values) -> {
            String command = name.substring("cmdstat_".length());
            long others = Long.parseLong(values.replaceAll("calls=(\\d+),.*", "$1")) - own.getOrDefault(command, 0L);
            if (others > 0) {
                calls.put(command, others);
            }
        });
        // Redis has not yet counted the call that asks
        calls.computeIfPresent("info", (name, others) -> others + 1);
        return calls;
    }

    @Override
    public synchronized long usedMemory() {
        return Long.parseLong(info("memory").get("used_memory"));
    }

    @Override
    public synchronized String command(String... words) {
        return text(send(words));
    }

    @Override
    public synchronized String leftovers(String queue) {
        QueueKeys keys = QueueKeys.of(queue);
        Map<String, Long> counts = new LinkedHashMap<>();
        counts.put("pending", number("LLEN", keys.pending()));
        counts.put("active", number("LLEN", keys.active()));
        counts.put("lease", number("ZCARD", keys.lease()));
        counts.put("scheduled", number("ZCARD", keys.scheduled()));
        counts.put("retry", number("ZCARD", keys.retry()));
        counts.put("archived", number("ZCARD", keys.archived()));
        counts.put("completed", number("ZCARD", keys.completed()));
        counts.put("t:*", (long) scan(keys.taskPrefix()).size());
        StringJoiner left = new StringJoiner(", ");
        counts.forEach((key, count) -> {
            if (count > 0) {
                left.add(key + " has " + count);
            }
        });
        return left.toString();
    }

    @Override
    public synchronized void pause(String queue, boolean paused) {
        String key = QueueKeys.of(queue).paused();
        if (paused) {
            send("SET", key, String.valueOf(Instant.now().getEpochSecond()));
        } else {
            send("DEL", key);
        }
    }

    @Override
    public void fill(String queue, int first, int tasks, int size, List<String> types) {
        int batch = Math.max(1, Math.min(BATCH, BATCH_BYTES / Math.max(1, size)));
        int end = first + tasks;
        for (int from = first; from < end; from += batch) {
            List<Task<byte[]>> next = new ArrayList<>();
            for (int number = from; number < Math.min(from + batch, end); number++) {
                next.add(BenchTask.now(number).on(queue, types.get(number % types.size()), size));
            }
            for (EnqueueResult result : client.enqueueAll(next)) {
                if (!result.isStored()) {
                    throw new IllegalStateException("a task was refused", result.error());
                }
            }
        }
    }

    @Override
    public synchronized List<Integer> pending(String queue) {
        QueueKeys keys = QueueKeys.of(queue);
        List<String> ids = jedis.lrange(keys.pending(), 0, -1);
        own.merge("lrange", 1L, Long::sum);
        List<Integer> numbers = new ArrayList<>();
        for (String id : ids) {
            byte[] message = jedis.hget(SafeEncoder.encode(keys.task(id)), SafeEncoder.encode("msg"));
            numbers.add(numberOf(id, message));
        }
        own.merge("hget", (long) ids.size(), Long::sum);
        return numbers;
    }

    private static int numberOf(String id, byte[] message) {
        if (message == null) {
            throw new IllegalStateException("pending task " + id + " has no message");
        }
        try {
            return BenchTask.of(TaskMessage.parse(message).payload()).number();
        } catch (UndecodableMessageException e) {
            throw new IllegalStateException("pending task " + id + " cannot be read", e);
        }
    }

    @Override
    public synchronized void clear(String queue) {
        List<String> keys = scan(QueueKeys.of(queue).prefix());
        for (int from = 0; from < keys.size(); from += BATCH) {
            List<String> words = new ArrayList<>(List.of("DEL"));
            words.addAll(keys.subList(from, Math.min(from + BATCH, keys.size())));
            send(words.toArray(String[]::new));
        }
    }

    @Override
    public synchronized List<String> queues() {
        own.merge("smembers", 1L, Long::sum);
        return List.copyOf(jedis.smembers(GlobalKeys.QUEUES));
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

    /** Without titles; {@code name:value} a line. */
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

    private long number(String... words) {
        return (Long) send(words);
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
            return String.join("\n", replies.stream().map(JedisRedisMeter::text).toList());
        }
        return reply == null ? "" : reply.toString();
    }
}
