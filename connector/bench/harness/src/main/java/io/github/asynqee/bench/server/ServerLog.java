package io.github.asynqee.bench.server;

import java.time.Duration;
import java.time.LocalTime;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.asynqee.server.AppServer;

/** What servers say themselves about how long a deployment took. */
final class ServerLog {

    private static final Pattern LIBERTY = Pattern.compile("CWWKZ0001I: Application \\S+ started in ([0-9.]+) seconds");
    private static final String WILDFLY_TIME = "(?m)^\\S*?([0-9]{2}:[0-9]{2}:[0-9]{2}),([0-9]{3}) .*";
    private static final Pattern WILDFLY_BEGIN = Pattern.compile(WILDFLY_TIME + "WFLYSRV0027: Starting deployment of ");
    private static final Pattern WILDFLY_END = Pattern.compile(WILDFLY_TIME + "WFLYSRV0010: Deployed ");

    private ServerLog() {}

    /**
     * How long the only application of a server took to be deployed.
     *
     * @param server which wrote the log
     * @param log what it printed
     * @return the time; Open Liberty says it, for WildFly it is the time between beginning and end
     * @throws IllegalStateException if the log does not have it
     */
    static Duration deployment(AppServer server, String log) {
        return switch (server) {
            case LIBERTY -> Duration.ofMillis(Math.round(1_000 * Double.parseDouble(find(LIBERTY, log).group(1))));
            case WILDFLY -> between(time(find(WILDFLY_BEGIN, log)), time(find(WILDFLY_END, log)));
        };
    }

    private static LocalTime time(Matcher line) {
        return LocalTime.parse(line.group(1) + "." + line.group(2));
    }

    /** The log has no dates: a deployment over midnight ends before it begins. */
    private static Duration between(LocalTime begin, LocalTime end) {
        Duration duration = Duration.between(begin, end);
        return duration.isNegative() ? duration.plusDays(1) : duration;
    }

    private static Matcher find(Pattern pattern, String log) {
        Matcher matcher = pattern.matcher(log);
        if (!matcher.find()) {
            throw new IllegalStateException("the log has no line like " + pattern + "\n" + log);
        }
        return matcher;
    }
}
