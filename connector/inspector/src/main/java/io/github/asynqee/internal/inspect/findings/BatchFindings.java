package io.github.asynqee.internal.inspect.findings;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.github.asynqee.inspect.Finding.Severity;
import io.github.asynqee.inspect.QueueInfo;
import io.github.asynqee.internal.inspect.queue.QueueResolver;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.internal.redis.connection.Reply;
import redis.clients.jedis.Protocol.Command;

/** Finds batches whose callbacks or next tasks are not stored. */
final class BatchFindings {

    /** Within this time, every server of this project that consumes the queue notices a new batch. */
    private static final Duration WATCHED = Duration.ofMinutes(5);
    private static final Duration STORED = Duration.ofHours(1);
    /** Number of batches to examine, oldest first. */
    private static final int EXAMINED = 100;
    private static final int REPORTED = 5;

    private final RedisExecutor executor;
    private final QueueResolver queues;
    private final Clock redisClock;
    private final FindingCollector found;

    BatchFindings(RedisExecutor executor, QueueResolver queues, Clock redisClock, FindingCollector found) {
        this.executor = executor;
        this.queues = queues;
        this.redisClock = redisClock;
        this.found = found;
    }

    private record Listed(String queue, String id, Instant created) {

        private static final List<String> FIELDS = List.of("sealed", "grown", "refused", "cancelled");

        Stream<RedisCommand> reads(QueueKeys keys) {
            return FIELDS.stream().map(field -> RedisCommand.command(Command.HGET).key(keys.batch(id)).arg(field));
        }
    }

    /** Examines the batches of queues, with two round trips if there are batches. */
    void of(List<QueueInfo> infos) {
        List<QueueInfo> some = infos.stream().filter(queue -> queue.batches() > 0).toList();
        if (some.isEmpty()) {
            return;
        }
        Iterator<Reply> replies = executor.send(some.stream().map(queue -> queues.shard(queue.queue()))
                .flatMap(keys -> Stream.of(RedisCommand.command(Command.EXISTS).key(keys.batchWatched()),
                        RedisCommand.command(Command.ZRANGE).key(keys.batches()).arg(0).arg(EXAMINED - 1)
                                .arg("WITHSCORES")))
                .toList()).iterator();
        List<Listed> batches = new ArrayList<>();
        for (QueueInfo queue : some) {
            boolean isWatched = Replies.number(replies.next().get()) == 1;
            List<?> listed = Replies.list(replies.next().get());
            for (int i = 0; i < listed.size(); i += 2) {
                batches.add(new Listed(queue.queue(), Replies.text(listed.get(i)),
                        time(Replies.text(listed.get(i + 1)))));
            }
            if (!isWatched && !listed.isEmpty() && isOlder(time(Replies.text(listed.get(1))), WATCHED)) {
                found.add(Severity.ERROR, "batch-unattended", queue.queue(),
                        queue.batches() + " batches belong to the queue, but no running server of this project "
                                + "consumes it, so their callbacks are not stored",
                        "start a server of this project that consumes the queue");
            }
        }
        each(batches);
    }

    private void each(List<Listed> batches) {
        Iterator<Reply> fields = executor.send(batches.stream()
                .flatMap(batch -> batch.reads(queues.shard(batch.queue()))).toList()).iterator();
        Map<String, Integer> reported = new HashMap<>();
        for (Listed batch : batches) {
            String sealed = text(fields);
            String grown = text(fields);
            String refused = text(fields);
            boolean isCancelled = text(fields) != null;
            Instant last = grown == null ? batch.created() : time(grown);
            boolean isLeft = sealed == null && !isCancelled && isOlder(last, STORED);
            if (!isLeft && refused == null
                    || reported.merge(batch.queue(), 1, Integer::sum) > REPORTED) {
                continue;
            }
            if (refused != null) {
                found.add(Severity.ERROR, "batch-refused", batch.queue(),
                        "task \"" + refused + "\" of batch \"" + batch.id() + "\" could not be stored",
                        "see asynq batch inspect for the reason; enqueue the task yourself, then delete the batch");
            } else {
                found.add(Severity.WARNING, "batch-incomplete", batch.queue(),
                        "not all members of batch \"" + batch.id() + "\" are stored, and none was added for "
                                + Duration.between(last, redisClock.instant()).toMinutes()
                                + " min, so its callbacks are not stored",
                        "enqueue it again with the same IDs, or delete it");
            }
        }
    }

    private static String text(Iterator<Reply> replies) {
        return Replies.text(replies.next().get());
    }

    private static Instant time(String millis) {
        return Instant.ofEpochMilli((long) Double.parseDouble(millis));
    }

    private boolean isOlder(Instant time, Duration age) {
        return Duration.between(time, redisClock.instant()).compareTo(age) >= 0;
    }
}
