package io.github.asynqee.messaging.internal.payload;

import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map.Entry;
import java.util.NavigableMap;
import java.util.TreeMap;

import io.github.asynqee.VersionRange;
import io.github.asynqee.internal.codec.StepwiseCodec;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.internal.protocol.TaskVersion;
import org.jspecify.annotations.Nullable;

/** Decodes payloads of several versions, and upgrades older payloads to the type of the handlers. */
public final class UpgradingReader implements Payloads.TaskReader {

    /**
     * How to read payloads of a range of versions.
     *
     * @param decoder the decoder
     * @param steps the upgrades, in order
     */
    private record Way(Payloads.Reader decoder, List<UpgradeStep> steps) {}

    /** Keyed by the highest version of each range. */
    private final NavigableMap<Integer, Way> ways;

    private UpgradingReader(NavigableMap<Integer, Way> ways) {
        this.ways = ways;
    }

    /**
     * Creates the reader of a channel.
     *
     * @param payloads creates decoders
     * @param type the payload type of the handlers, which is the type of the highest version
     * @param versions the versions of the channel, {@code null} for all
     * @param upgrades all upgrades of the application
     * @return the reader
     * @throws IllegalArgumentException if payloads of a type cannot be decoded
     */
    public static Payloads.TaskReader of(Payloads payloads, Type type, @Nullable VersionRange versions,
            Collection<UpgradeStep> upgrades) {
        Payloads.Reader latest = payloads.reader(type);
        if (versions == null || upgrades.isEmpty()) {
            return Payloads.TaskReader.of(latest);
        }
        NavigableMap<Integer, UpgradeStep> chain = chain(type, versions, upgrades);
        NavigableMap<Integer, Way> ways = new TreeMap<>();
        ways.put(versions.last(), new Way(latest, List.of()));
        chain.forEach((from, step) -> ways.put(from,
                new Way(payloads.reader(step.source()), List.copyOf(chain.tailMap(from, true).values()))));
        return chain.isEmpty() ? Payloads.TaskReader.of(latest) : new UpgradingReader(ways);
    }

    /** Returns the upgrades that lead to a type, by version. */
    private static NavigableMap<Integer, UpgradeStep> chain(Type type, VersionRange versions,
            Collection<UpgradeStep> upgrades) {
        List<UpgradeStep> latestFirst = new ArrayList<>(upgrades);
        latestFirst.sort((one, other) -> Integer.compare(other.from(), one.from()));
        NavigableMap<Integer, UpgradeStep> chain = new TreeMap<>();
        Type next = type;
        for (UpgradeStep step : latestFirst) {
            boolean follows = chain.isEmpty() ? step.from() < versions.last() : step.from() < chain.firstKey();
            if (follows && step.from() >= versions.first() && step.target().equals(next)) {
                chain.put(step.from(), step);
                next = step.source();
            }
        }
        return chain;
    }

    @Override
    public Object read(TaskMessage task) throws UnusablePayloadException {
        Entry<Integer, Way> way = ways.ceilingEntry(TaskVersion.of(task));
        if (way == null) {
            throw new UnusablePayloadException("its version is above " + ways.lastKey(), null);
        }
        Object payload = way.getValue().decoder().read(task.payload());
        for (UpgradeStep step : way.getValue().steps()) {
            payload = step.upgrade(payload, StepwiseCodec.hides(task.headers()));
        }
        return payload;
    }

    @Override
    public boolean upgrades(TaskMessage task) {
        Entry<Integer, Way> way = ways.ceilingEntry(TaskVersion.of(task));
        return way != null && !way.getValue().steps().isEmpty();
    }
}
