package io.github.asynqee.console.live;

import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import io.github.asynqee.console.redis.ConsoleRedis;
import io.github.asynqee.console.view.Day;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.internal.redis.connection.Reply;
import redis.clients.jedis.Protocol.Command;

/**
 * The sums of the past days over all queues. The counters of a past day do not change, so each queue is read once a
 * day. Queues that have been removed stay in the sums until the next day.
 */
final class History {

    private static final int DAYS = 30;
    /** Number of commands that a reading of one queue counts as, because it reads a key for each counter and day. */
    private static final int COST = 5;

    private final ConsoleRedis redis;
    private final Clock clock;
    private final Set<String> read = new HashSet<>();
    private LocalDate today = LocalDate.MIN;
    private long[] processed = new long[DAYS];
    private long[] failed = new long[DAYS];
    private volatile List<Day> past;

    History(ConsoleRedis redis, Clock clock) {
        this.redis = redis;
        this.clock = clock;
    }

    /** The past days, yesterday first; {@code null} until all queues have been read. */
    List<Day> past() {
        return past;
    }

    /**
     * Reads queues that have not been read today. Simultaneous calls wait for each other, so that each queue is added
     * once.
     */
    synchronized void read(List<String> names, long commands) {
        LocalDate now = LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
        if (!now.equals(today)) {
            today = now;
            read.clear();
            processed = new long[DAYS];
            failed = new long[DAYS];
        }
        List<String> due = new Budget(commands).take(names.stream().filter(name -> !read.contains(name)),
                name -> COST);
        if (past == null || !due.isEmpty()) {
            add(due);
            if (read.containsAll(names)) {
                past = days();
            }
        }
    }

    private void add(List<String> names) {
        List<Reply> replies = redis.executor().send(names.stream().map(this::reading).toList());
        for (int i = 0; i < names.size(); i++) {
            // a queue that cannot be read is omitted for the day
            List<?> counters = replies.get(i).error() == null ? Replies.list(replies.get(i).value()) : List.of();
            for (int j = 0; j < counters.size(); j += 2) {
                processed[1 + j / 2] += number(counters.get(j));
                failed[1 + j / 2] += number(counters.get(j + 1));
            }
            read.add(names.get(i));
        }
    }

    private RedisCommand reading(String queue) {
        QueueKeys keys = QueueKeys.of(queue);
        RedisCommand read = RedisCommand.command(Command.MGET);
        for (int day = 1; day < DAYS; day++) {
            Instant at = today.minusDays(day).atStartOfDay(ZoneOffset.UTC).toInstant();
            read.key(keys.processed(at)).key(keys.failed(at));
        }
        return read;
    }

    /** A counter that is not a number counts as 0. */
    private static long number(Object counter) {
        String text = Replies.text(counter);
        return text != null && text.matches("\\d{1,18}") ? Long.parseLong(text) : 0;
    }

    private List<Day> days() {
        List<Day> days = new ArrayList<>();
        for (int day = 1; day < DAYS; day++) {
            days.add(new Day(today.minusDays(day), processed[day], failed[day]));
        }
        return List.copyOf(days);
    }
}
