package io.github.asynqee.internal.protocol;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Says when a worker handles groups of a queue, as the worker publishes it for tools (private, protocol section 13).
 *
 * @param prefix prefix of the names of the groups
 * @param maxSize number of tasks at which a group is due; 0 for no limit
 * @param maxDelay maximum waiting time of the oldest task, in whole seconds; zero for no limit
 * @param gracePeriod time since the last task joined, in whole seconds
 */
public record GroupRule(String prefix, int maxSize, Duration maxDelay, Duration gracePeriod) {

    /** How long a published rule is valid. */
    public static final Duration LIFE = Duration.ofSeconds(90);

    private static final int FIELDS = 4;

    /**
     * Encodes the rule without its prefix.
     *
     * @param now the current time
     * @return the text
     */
    public String toText(Instant now) {
        return maxSize + " " + maxDelay.getSeconds() + " " + gracePeriod.getSeconds() + " " + now.getEpochSecond();
    }

    /**
     * Decodes a rule.
     *
     * @param prefix prefix of the names of the groups
     * @param text the encoded rule
     * @param now the current time
     * @return the rule; empty if it is too old, or the text is not a rule
     */
    public static Optional<GroupRule> parse(String prefix, String text, Instant now) {
        String[] fields = text.split(" ", -1);
        if (fields.length != FIELDS) {
            return Optional.empty();
        }
        try {
            long written = Long.parseLong(fields[3]);
            return written + LIFE.getSeconds() < now.getEpochSecond() ? Optional.empty()
                    : Optional.of(new GroupRule(prefix, Integer.parseUnsignedInt(fields[0]),
                            Duration.ofSeconds(Integer.parseUnsignedInt(fields[1])),
                            Duration.ofSeconds(Integer.parseUnsignedInt(fields[2]))));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}
