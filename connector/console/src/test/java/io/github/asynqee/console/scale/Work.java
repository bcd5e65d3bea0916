package io.github.asynqee.console.scale;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.asynqee.fixtures.CommandTimes;
import redis.clients.jedis.Jedis;

/** The work of a Redis since the last reset. */
public final class Work {

    private static final Pattern COMMAND = Pattern.compile("cmdstat_([^:]+):calls=(\\d+)");

    private final Jedis jedis;
    private CommandTimes times;

    public Work(Jedis jedis) {
        this.jedis = jedis;
    }

    /** Counts from 0, and notes the times of commands. */
    public Work reset() {
        jedis.configResetStat();
        times = CommandTimes.record(jedis);
        return this;
    }

    /** The commands by name, including commands that scripts execute. */
    public Map<String, Long> commands() {
        Map<String, Long> found = new TreeMap<>();
        Matcher matcher = COMMAND.matcher(jedis.info("commandstats"));
        while (matcher.find()) {
            String name = matcher.group(1);
            if (!name.startsWith("config") && !name.startsWith("slowlog") && !name.equals("info")) {
                found.put(name, Long.valueOf(matcher.group(2)));
            }
        }
        return found;
    }

    /** The number of commands. */
    public long total() {
        return commands().values().stream().mapToLong(Long::longValue).sum();
    }

    /** The processor time of Redis since its start, in milliseconds. */
    public long cpuMillis() {
        double seconds = jedis.info("cpu").lines().filter(line -> line.matches("used_cpu_(user|sys):.*"))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.indexOf(':') + 1))).sum();
        return Math.round(seconds * 1_000);
    }

    /** The commands that take longer than a limit, in three quarters of their calls. */
    public Map<String, Duration> slowerThan(Duration limit) {
        return times.slowerThan(limit);
    }

    /** The longest call. */
    public String slowest() {
        return times.toString();
    }
}
