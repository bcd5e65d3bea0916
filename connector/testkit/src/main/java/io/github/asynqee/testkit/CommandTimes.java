package io.github.asynqee.testkit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

import redis.clients.jedis.Jedis;
import redis.clients.jedis.resps.Slowlog;

/**
 * How long Redis took for each command, from its slow log.
 * <p>
 * The slow log measures by the clock: on a busy machine a single call may take long though it does little. The median of
 * several calls is long only if the command does too much. Commands are distinguished by name and script, and once more by
 * name, script and first key: one slow key is not hidden by many fast ones.
 */
public final class CommandTimes {

    /** Commands made less often have no median. */
    public static final int CALLS = 3;
    private static final int LOG = 100_000;
    private static final String THRESHOLD = "slowlog-log-slower-than";

    private final Jedis redis;

    private CommandTimes(Jedis redis) {
        this.redis = redis;
    }

    /**
     * Begins to record the times of all commands of a server, of the latest 100,000 at most. Changes its configuration of
     * the slow log.
     *
     * @param redis a connection to the server, used by this object only while it is called
     * @return the times, none yet
     */
    public static CommandTimes record(Jedis redis) {
        CommandTimes times = new CommandTimes(Objects.requireNonNull(redis, "redis"));
        redis.configSet("slowlog-max-len", String.valueOf(LOG));
        times.resume();
        times.reset();
        return times;
    }

    /** Records nothing until {@link #resume()}, for example while a test writes its data. */
    public void pause() {
        redis.configSet(THRESHOLD, "-1");
    }

    /** Continues after {@link #pause()}. */
    public void resume() {
        redis.configSet(THRESHOLD, "0");
    }

    /** Forgets what was recorded. */
    public void reset() {
        redis.slowlogReset();
    }

    /**
     * The medians.
     *
     * @return the median times of the commands that were made at least {@value #CALLS} times, sorted by command
     */
    public Map<String, Duration> medians() {
        Map<String, Duration> medians = new TreeMap<>();
        times().forEach((command, micros) -> {
            if (micros.size() >= CALLS) {
                medians.put(command, micros(median(micros)));
            }
        });
        return medians;
    }

    /**
     * The slow commands.
     *
     * @param limit the longest median that is not slow
     * @return those of {@link #medians()} that are longer
     */
    public Map<String, Duration> slowerThan(Duration limit) {
        Map<String, Duration> slow = medians();
        slow.values().removeIf(median -> median.compareTo(limit) <= 0);
        return slow;
    }

    /** The longest call with the median of its command, for people. */
    @Override
    public String toString() {
        return times().entrySet().stream().max((a, b) -> Long.compare(longest(a.getValue()), longest(b.getValue())))
                .map(entry -> "longest " + longest(entry.getValue()) + " µs, " + median(entry.getValue())
                        + " µs in the median of " + entry.getValue().size() + ": " + entry.getKey())
                .orElse("no commands");
    }

    /** The sorted times in microseconds by command. */
    private Map<String, List<Long>> times() {
        Map<String, List<Long>> times = new TreeMap<>();
        for (Slowlog entry : redis.slowlogGet(LOG)) {
            List<String> arguments = entry.getArgs();
            String command = arguments.get(0).toLowerCase(Locale.ROOT);
            if (!command.equals("slowlog") && !command.equals("config")) {
                boolean script = command.startsWith("eval") && arguments.size() > 1;
                String name = script ? command + " " + arguments.get(1) : command;
                int key = script ? 3 : 1;
                add(times, name, entry.getExecutionTime());
                if (arguments.size() > key) {
                    add(times, name + " " + arguments.get(key), entry.getExecutionTime());
                }
            }
        }
        times.values().forEach(list -> list.sort(null));
        return times;
    }

    private static void add(Map<String, List<Long>> times, String command, long micros) {
        times.computeIfAbsent(command, name -> new ArrayList<>()).add(micros);
    }

    private static Duration micros(long micros) {
        return Duration.ofNanos(micros * 1_000);
    }

    private static long median(List<Long> sorted) {
        return sorted.get(sorted.size() / 2);
    }

    private static long longest(List<Long> sorted) {
        return sorted.get(sorted.size() - 1);
    }
}
