package io.github.asynqee.console.scale;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import redis.clients.jedis.Jedis;
import redis.clients.jedis.resps.Slowlog;

/** What a Redis has been made to do since the last reset. */
public final class Work {

    private static final Pattern COMMAND = Pattern.compile("cmdstat_([^:]+):calls=(\\d+)");

    private static final int TIMES = 3;
    private static final int LOG = 100_000;

    private final Jedis jedis;

    public Work(Jedis jedis) {
        this.jedis = jedis;
    }

    /** Counts from 0, and notes the times of commands. */
    public Work reset() {
        jedis.configSet("slowlog-log-slower-than", "0");
        jedis.configSet("slowlog-max-len", String.valueOf(LOG));
        jedis.configResetStat();
        jedis.slowlogReset();
        return this;
    }

    /** The commands by name; those that are executed within scripts count as commands. */
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

    /**
     * The commands whose median time is over a limit, with their first arguments, in microseconds. Single calls may be slow
     * because the machine is busy: those made less than three times do not count.
     */
    public Map<String, Long> slow(long limitMicros) {
        Map<String, Long> medians = new TreeMap<>();
        times().forEach((command, micros) -> {
            if (micros.size() >= TIMES) {
                medians.put(command, median(micros));
            }
        });
        medians.values().removeIf(micros -> micros <= limitMicros);
        return medians;
    }

    /** The sorted times by command with its first arguments, without those of this class. */
    private Map<String, List<Long>> times() {
        return jedis.slowlogGet(LOG).stream().filter(entry -> !entry.getArgs().get(0).equals("SLOWLOG"))
                .collect(Collectors.groupingBy(
                        entry -> entry.getArgs().subList(0, Math.min(4, entry.getArgs().size())).toString(),
                        Collectors.collectingAndThen(Collectors.mapping(Slowlog::getExecutionTime, Collectors.toList()),
                                list -> list.stream().sorted().toList())));
    }

    /** The largest median, and the longest time with the median of the same command. */
    public String slowest() {
        Map<String, List<Long>> times = times();
        String median = times.entrySet().stream().filter(entry -> entry.getValue().size() >= TIMES)
                .max(Comparator.comparing(entry -> median(entry.getValue())))
                .map(entry -> median(entry.getValue()) + " us median of " + entry.getKey()).orElse("");
        return median + ", longest " + times.entrySet().stream()
                .max(Comparator.comparing(entry -> longest(entry.getValue())))
                .map(entry -> longest(entry.getValue()) + " us, " + median(entry.getValue()) + " us in the median of "
                        + entry.getValue().size() + ", " + entry.getKey())
                .orElse("");
    }

    private static long median(List<Long> sorted) {
        return sorted.get(sorted.size() / 2);
    }

    private static long longest(List<Long> sorted) {
        return sorted.get(sorted.size() - 1);
    }
}
