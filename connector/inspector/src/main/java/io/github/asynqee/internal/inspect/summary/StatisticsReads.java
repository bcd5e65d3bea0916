package io.github.asynqee.internal.inspect.summary;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.connection.RedisExecutor;
import io.github.asynqee.internal.redis.connection.Replies;
import io.github.asynqee.internal.redis.connection.Reply;
import io.github.asynqee.internal.statistics.StatisticsUnit;
import io.github.asynqee.statistics.QueueStatistics;
import io.github.asynqee.statistics.QueueStatistics.Numbers;
import io.github.asynqee.statistics.QueueStatistics.Series;
import io.github.asynqee.statistics.StatisticsRange;
import redis.clients.jedis.Protocol.Command;

/** Reads and removes statistics of a queue recorded by workers. */
public final class StatisticsReads {

    private final RedisExecutor executor;
    private final Clock clock;

    public StatisticsReads(RedisExecutor executor, Clock clock) {
        this.executor = executor;
        this.clock = clock;
    }

    /**
     * Reads the statistics of a queue.
     *
     * @param queue the name
     * @param shards its shards, or the queue itself
     * @param range the range of time
     */
    public QueueStatistics read(String queue, List<QueueKeys> shards, StatisticsRange range) {
        Instant now = clock.instant();
        StatisticsUnit unit = StatisticsUnit.of(range.step());
        Instant from = unit.start(now).minus(range.step().multipliedBy(range.points() - 1L));
        List<Instant> times = times(from, range.step(), range.points());
        List<Map<String, Counts>> points = points(shards, unit, times);
        Map<String, Counts> totals = new TreeMap<>();
        points.forEach(point -> point.forEach(
                (type, counts) -> totals.computeIfAbsent(type, name -> new Counts()).add(counts)));
        List<Series> types = totals.entrySet().stream().map(each -> series(each.getKey(), each.getValue(), points,
                times)).sorted(Comparator.comparingLong((Series series) -> series.total().processed()).reversed())
                .toList();
        List<Instant> days = days(from, now);
        return new QueueStatistics(queue, range, from, all(points, times), types,
                shards.stream().mapToLong(shard -> recorded(shard, days)).sum(),
                shards.stream().mapToLong(shard -> counted(shard, days)).sum());
    }

    /** Returns the sums over the shards by type, for each time. */
    private List<Map<String, Counts>> points(List<QueueKeys> shards, StatisticsUnit unit, List<Instant> times) {
        List<Map<String, Counts>> points = new ArrayList<>();
        times.forEach(time -> points.add(new HashMap<>()));
        for (QueueKeys shard : shards) {
            List<List<?>> hashes = hashes(shard, unit, times);
            for (int i = 0; i < hashes.size(); i++) {
                Map<String, Counts> point = points.get(i);
                byType(hashes.get(i)).forEach(
                        (type, counts) -> point.computeIfAbsent(type, name -> new Counts()).add(counts));
            }
        }
        return points;
    }

    private static List<Instant> times(Instant from, Duration step, int count) {
        return IntStream.range(0, count).mapToObj(i -> from.plus(step.multipliedBy(i))).toList();
    }

    private static List<Instant> days(Instant from, Instant to) {
        List<Instant> days = new ArrayList<>();
        Instant day = StatisticsUnit.DAY.start(from);
        for (; !day.isAfter(to); day = day.plus(StatisticsUnit.DAY.length())) {
            days.add(day);
        }
        return days;
    }

    private List<List<?>> hashes(QueueKeys keys, StatisticsUnit unit, List<Instant> times) {
        List<List<?>> hashes = new ArrayList<>();
        executor.send(times.stream()
                .map(time -> RedisCommand.command(Command.HGETALL).key(unit.key(keys, time))).toList())
                .forEach(reply -> hashes.add(Replies.list(reply.get())));
        return hashes;
    }

    /** Groups the fields of a hash by type; a field name is a code and a type, joined by a colon. */
    private static Map<String, Counts> byType(List<?> hash) {
        Map<String, Counts> types = new HashMap<>();
        for (int i = 0; i + 1 < hash.size(); i += 2) {
            String field = Replies.text(hash.get(i));
            int colon = field.indexOf(':');
            if (colon > 0 && field.charAt(0) != 't') {
                types.computeIfAbsent(field.substring(colon + 1), name -> new Counts())
                        .add(field.substring(0, colon), Replies.text(hash.get(i + 1)));
            }
        }
        return types;
    }

    private static Series series(String type, Counts total, List<Map<String, Counts>> points, List<Instant> times) {
        List<Numbers> numbers = IntStream.range(0, times.size())
                .mapToObj(i -> points.get(i).getOrDefault(type, Counts.NONE).numbers(times.get(i))).toList();
        return new Series(type, total.numbers(times.get(0)), numbers);
    }

    private static Series all(List<Map<String, Counts>> points, List<Instant> times) {
        Counts total = new Counts();
        List<Numbers> numbers = new ArrayList<>();
        for (int i = 0; i < times.size(); i++) {
            Counts point = new Counts();
            points.get(i).values().forEach(point::add);
            total.add(point);
            numbers.add(point.numbers(times.get(i)));
        }
        return new Series("", total.numbers(times.get(0)), numbers);
    }

    private long recorded(QueueKeys keys, List<Instant> days) {
        return hashes(keys, StatisticsUnit.DAY, days).stream().map(StatisticsReads::byType)
                .flatMap(day -> day.values().stream()).mapToLong(Counts::processed).sum();
    }

    private long counted(QueueKeys keys, List<Instant> days) {
        RedisCommand read = RedisCommand.command(Command.MGET);
        days.forEach(day -> read.key(keys.processed(day)));
        return Replies.list(executor.send(read)).stream().mapToLong(Replies::counter).sum();
    }

    /** Deletes all statistics of a queue, each hash with a separate command. */
    public void delete(QueueKeys keys) {
        Instant now = clock.instant();
        List<RedisCommand> commands = new ArrayList<>();
        for (StatisticsUnit unit : StatisticsUnit.values()) {
            for (int i = 0; i < unit.count(); i++) {
                commands.add(RedisCommand.command(Command.DEL)
                        .key(unit.key(keys, now.minus(unit.length().multipliedBy(i)))));
            }
        }
        executor.send(commands).forEach(Reply::get);
    }
}
