package io.github.asynqee.server.console.pages;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Timestamp;
import io.github.asynqee.AsynqClient;
import io.github.asynqee.Task;
import io.github.asynqee.engine.Asynq;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.connect.Inspectors;
import io.github.asynqee.internal.protocol.wire.SchedulerEntry;
import io.github.asynqee.internal.protocol.wire.ServerInfo;
import io.github.asynqee.internal.protocol.wire.TaskMessage;
import io.github.asynqee.internal.protocol.wire.WorkerInfo;
import io.github.asynqee.periodic.CronSpec;
import io.github.asynqee.server.ServerUnderTest;
import redis.clients.jedis.RedisClient;

/** Tasks in all states, servers, schedules and a month of statistics, as a shop has them. */
final class DemoData {

    static final String FAILED_TASK = "8f14e45f-ceea-467f-a3a1-7b0ac2c9d511";

    static final String BATCH = "catalogue-2026-11";

    /** A marker in the charts. */
    static final String MARKER = "Release 2026.11";

    private static final int HISTORY_DAYS = 30;
    private static final int RECORDED_MINUTES = 60;
    private static final String[] PAYLOADS = {
            "{\"to\":\"ann.miller@example.com\",\"template\":\"welcome\",\"locale\":\"en-GB\"}",
            "{\"order\":982311,\"amount\":\"49.90\",\"currency\":\"EUR\",\"customer\":{\"id\":7712}}",
            "{\"src\":\"media/2026/11/7c1a.jpg\",\"width\":1280,\"height\":720,\"format\":\"webp\"}",
            "{\"event\":\"order.paid\",\"url\":\"https://partner.example/hooks/orders\",\"attempt\":1}" };
    private static final String[] TYPES = { "email:welcome", "invoice:create", "image:resize", "webhook:deliver" };
    private static final String[] ERRORS = {
            "java.net.SocketTimeoutException: connect timed out after 5000 ms\n"
                    + "\tat shop.http.Client.connect(Client.java:88)\n\tat shop.Webhooks.deliver(Webhooks.java:41)",
            "HTTP 503 from https://partner.example/hooks/orders: upstream unavailable",
            "SMTP 452 4.2.2: the mailbox of the recipient is full" };

    private final RedisClient redis;
    private final AsynqClient client;
    private final long now = Instant.now().getEpochSecond();

    private DemoData(RedisClient redis, AsynqClient client) {
        this.redis = redis;
        this.client = client;
    }

    static void write(RedisClient redis) {
        try (AsynqClient client = Asynq.connect(ServerUnderTest.redisUrl());
                Inspector inspector = Inspectors.connect(ServerUnderTest.redisUrl())) {
            DemoData data = new DemoData(redis, client);
            data.write();
            data.batch(inspector);
            data.limits();
            inspector.queues().pause("exports");
        }
    }

    private void write() {
        String[] queues = { "critical", "default", "emails", "exports", "images", "webhooks" };
        for (int queue = 0; queue < queues.length; queue++) {
            for (int i = 0; i < 6 + 5 * queue; i++) {
                put(queues[queue], id(), i, "pending", 0);
            }
            history(queues[queue], queue + 1);
        }
        for (int i = 0; i < 14; i++) {
            put("default", id(), i, "active", i);
            put("emails", id(), i, "scheduled", 600 * i + 60);
            put("default", id(), i, "completed", 50 * i);
            put("webhooks", i == 3 ? FAILED_TASK : id(), i, "retry", 90 * i + 30);
            put("webhooks", id(), i, "archived", 400 * i);
            client.enqueue(Task.of("newsletter:digest", PAYLOADS[0]).queue("newsletters").group("reader-" + i % 4));
        }
        statistics("webhooks");
        server(redis, "worker-7d9f-a1", 4121, "a1c0ffee-5e17", 40,
                Map.of("critical", 6, "default", 3, "emails", 3, "webhooks", 2), 8);
        server(redis, "worker-7d9f-b2", 4127, "b2decade-5e17", 20,
                Map.of("critical", 6, "default", 3, "images", 2, "newsletters", 1), 6);
        scheduler();
    }

    /** A batch with 40 members: 22 have succeeded and 3 are archived. */
    private void batch(Inspector inspector) {
        client.batch(BATCH).queue("imports").onSuccess(Task.of("import:publish", "{}").queue("imports"))
                .onFailure(Task.of("import:alarm", "{}").queue("imports"))
                .add(IntStream.range(0, 40).mapToObj(i -> Task.of("import:row", "{\"row\":" + i + "}").queue("imports")
                        .id("row-" + i)).toList())
                .enqueue();
        for (int i = 0; i < 25; i++) {
            String member = "7:importsrow-" + i;
            redis.zrem("asynq:{imports}:batch-open:" + BATCH, member);
            if (i < 3) {
                inspector.changes().archive("imports", "row-" + i);
                redis.zadd("asynq:{imports}:batch-failed:" + BATCH, 1, member);
            } else {
                inspector.changes().delete("imports", "row-" + i);
            }
        }
    }

    /** Keys of a limit of three running tasks; one is paused. */
    private void limits() {
        String[][] keys = { { "acme", "3", "7" }, { "globex", "0", "4" }, { "initech", "2", "1" },
                { "umbrella", "1", "0" } };
        for (String[] key : keys) {
            for (int i = 0; i < Integer.parseInt(key[1]); i++) {
                redis.zadd("asynq:{imports}:limit:running", 0, "partner " + key[0] + "\0" + id());
            }
            for (int i = 0; i < Integer.parseInt(key[2]); i++) {
                blocked(redis, "imports", key[0] + "-" + i, "partner " + key[0]);
            }
        }
        redis.zadd("asynq:{imports}:limit:closed", (now + 700) * 1_000, "partner globex");
        redis.zadd("asynq:{imports}:limit:ready:partner", now, "partner initech");
    }

    /** A task that a limit blocks. */
    static void blocked(RedisClient redis, String queue, String id, String key) {
        long now = Instant.now().getEpochSecond();
        try (AsynqClient client = Asynq.connect(ServerUnderTest.redisUrl())) {
            client.enqueue(Task.of("import:file", PAYLOADS[1]).queue(queue).id(id));
        }
        String prefix = "asynq:{" + queue + "}:";
        String place = String.format("%016d0000", now * 1_000_000);
        redis.lrem(prefix + "pending", 1, id);
        redis.zadd(prefix + "scheduled", now + 2_000, id);
        redis.hset(prefix + "t:" + id, Map.of("state", "scheduled", "asynqee:limit",
                place + " " + (now + 2_000) + " " + key));
        redis.zadd(prefix + "limit:waiting", 0, key + "\0" + place + id);
        redis.zadd(prefix + "limit:looks", (now + 3_600) * 1_000, key);
    }

    private static String id() {
        return UUID.randomUUID().toString();
    }

    /** A task in a state: due in, or there since, that number of seconds. */
    private void put(String queue, String id, int n, String state, int seconds) {
        String prefix = "asynq:{" + queue + "}:";
        client.enqueue(Task.of(TYPES[n % TYPES.length], PAYLOADS[n % PAYLOADS.length]).queue(queue).id(id)
                .header("tenant", "blue"));
        if (state.equals("pending")) {
            return;
        }
        redis.lrem(prefix + "pending", 1, id);
        byte[] key = (prefix + "t:" + id).getBytes(UTF_8);
        redis.hset(key, "msg".getBytes(UTF_8), message(key, n, state, seconds).toByteArray());
        redis.hset(key, "state".getBytes(UTF_8), state.getBytes(UTF_8));
        switch (state) {
            case "active" -> {
                redis.lpush(prefix + "active", id);
                redis.zadd(prefix + "lease", now + 3_600, id);
            }
            case "scheduled", "retry" -> redis.zadd(prefix + state, now + seconds + 60, id);
            case "completed" -> redis.zadd(prefix + state, now + 86_400, id);
            default -> redis.zadd(prefix + state, now - seconds, id);
        }
    }

    private TaskMessage message(byte[] key, int n, String state, int seconds) {
        try {
            TaskMessage.Builder message = TaskMessage.parseFrom(redis.hget(key, "msg".getBytes(UTF_8))).toBuilder();
            if (state.equals("retry") || state.equals("archived")) {
                message.setErrorMsg(ERRORS[n % ERRORS.length]).setRetried(n % 7 + 1).setLastFailedAt(now - seconds);
            }
            if (state.equals("completed")) {
                message.setCompletedAt(now - seconds).setRetention(86_400);
            }
            return message.build();
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalStateException(e);
        }
    }

    private void history(String queue, int weight) {
        LocalDate today = LocalDate.now(ZoneOffset.UTC);
        for (int i = 0; i < HISTORY_DAYS; i++) {
            LocalDate day = today.minusDays(i);
            long processed = weight * (day.getDayOfWeek().getValue() > 5 ? 2_900L : 6_100L + 37L * (i * 7 % 23));
            redis.set("asynq:{" + queue + "}:processed:" + day, String.valueOf(processed));
            redis.set("asynq:{" + queue + "}:failed:" + day, String.valueOf(processed / (i == 9 ? 12 : 140)));
        }
        redis.set("asynq:{" + queue + "}:processed", String.valueOf(1_482_000L * weight));
        redis.set("asynq:{" + queue + "}:failed", String.valueOf(9_410L * weight));
    }

    /** What servers have recorded of the last hour: two types, waiting times of about 4 ms, run times of about 90 ms and 1 s. */
    private void statistics(String queue) {
        for (int i = 0; i < RECORDED_MINUTES; i++) {
            long start = (now / 60 - i) * 60;
            int processed = 40 + i * 7 % 23;
            Map<String, String> fields = new HashMap<>(Map.of("types", "2", "t:webhook:deliver", "1",
                    "t:invoice:create", "1"));
            fields.put("p:webhook:deliver", String.valueOf(processed));
            fields.put("f:webhook:deliver", String.valueOf(i % 9 == 0 ? 6 : 1));
            fields.put("w24:webhook:deliver", String.valueOf(processed));
            fields.put("r33:webhook:deliver", String.valueOf(processed - 4));
            fields.put("r40:webhook:deliver", "4");
            fields.put("p:invoice:create", "9");
            fields.put("w22:invoice:create", "9");
            fields.put("r30:invoice:create", "9");
            redis.hset("asynq:{" + queue + "}:stats:m:" + start, fields);
        }
    }

    /** A server that is seen for an hour. */
    static void server(RedisClient redis, String host, int pid, String server, int lanes, Map<String, Integer> queues,
            int running) {
        long now = Instant.now().getEpochSecond();
        String name = "{" + host + ":" + pid + ":" + server + "}";
        redis.zadd("asynq:servers", now + 3_600, "asynq:servers:" + name);
        redis.zadd("asynq:workers", now + 3_600, "asynq:workers:" + name);
        redis.set(("asynq:servers:" + name).getBytes(UTF_8), ServerInfo.newBuilder().setHost(host).setPid(pid)
                .setServerId(server).setConcurrency(lanes).putAllQueues(queues).setStatus("active")
                .setStartTime(at(now, -190_000)).setActiveWorkerCount(running).build().toByteArray());
        for (int i = 0; i < running; i++) {
            String id = id();
            redis.hset(("asynq:workers:" + name).getBytes(UTF_8), id.getBytes(UTF_8), WorkerInfo.newBuilder()
                    .setHost(host).setPid(pid).setServerId(server).setTaskId(id).setTaskType(TYPES[i % TYPES.length])
                    .setTaskPayload(ByteString.copyFromUtf8(PAYLOADS[i % PAYLOADS.length])).setQueue("default")
                    .setStartTime(at(now, -7 * i - 2)).setDeadline(at(now, 1_800)).build().toByteArray());
        }
    }

    private void scheduler() {
        redis.zadd("asynq:schedulers", now + 3_600, "asynq:schedulers:{demo}");
        String[][] entries = { { "CRON_TZ=Europe/Berlin 0 3 * * *", "report:nightly", "exports" },
                { "@every 15m", "search:reindex", "default" },
                { "30 6 * * 1", "newsletter:weekly", "emails" },
                { "CRON_TZ=America/Argentina/Buenos_Aires 0,15,30,45 8-17 * * MON-FRI", "orders:settle", "default" } };
        for (String[] entry : entries) {
            redis.rpush("asynq:schedulers:{demo}".getBytes(UTF_8), SchedulerEntry.newBuilder().setId(id())
                    .setSpec(entry[0]).setTaskType(entry[1]).setTaskPayload(ByteString.copyFromUtf8("{\"full\":true}"))
                    .addEnqueueOptions("Queue(\"" + entry[2] + "\")").addEnqueueOptions("MaxRetry(3)")
                    .setNextEnqueueTime(next(entry[0])).setPrevEnqueueTime(at(now, -300)).build().toByteArray());
        }
    }

    private Timestamp next(String spec) {
        Instant started = Instant.ofEpochSecond(now - 300);
        return at(CronSpec.parse(spec).next(Instant.ofEpochSecond(now), started).orElseThrow().getEpochSecond(), 0);
    }

    private static Timestamp at(long now, long seconds) {
        return Timestamp.newBuilder().setSeconds(now + seconds).build();
    }
}
