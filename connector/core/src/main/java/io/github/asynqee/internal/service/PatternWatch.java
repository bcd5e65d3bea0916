package io.github.asynqee.internal.service;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

import io.github.asynqee.internal.protocol.QueueName;
import io.github.asynqee.internal.shard.ShardRegistry;
import io.github.asynqee.internal.shard.Shards;
import io.github.asynqee.redis.BrokerException;

/** Finds the queues that exist and are wanted by a pattern of the worker. */
public final class PatternWatch {

    private static final Logger LOG = System.getLogger(PatternWatch.class.getName());

    private final Supplier<Collection<String>> names;
    private final ShardRegistry registry;
    private final Set<String> refused = ConcurrentHashMap.newKeySet();

    /** @param names reads the names of all queues; throws a {@link BrokerException} if it cannot */
    public PatternWatch(Supplier<Collection<String>> names, ShardRegistry registry) {
        this.names = names;
        this.registry = registry;
    }

    /**
     * Looks for queues once.
     *
     * @param wanted whether a queue must be consumed and is not consumed yet
     * @param add consumes logical queues, given with their numbers of shards; throws an {@link
     *        IllegalArgumentException} if a queue cannot be consumed
     * @throws BrokerException if Redis cannot be reached or refuses
     */
    public void runOnce(Predicate<String> wanted, Consumer<Map<String, Integer>> add) {
        Set<String> found = new TreeSet<>();
        names.get().stream().filter(QueueName::isUsable).filter(wanted).forEach(found::add);
        found.removeAll(refused);
        if (found.isEmpty()) {
            return;
        }
        Map<String, Integer> queues = logical(found);
        queues.keySet().removeIf(wanted.negate());
        if (queues.isEmpty()) {
            return;
        }
        try {
            add.accept(queues);
            LOG.log(Level.INFO, () -> "queues found: " + shown(queues.keySet()));
        } catch (IllegalArgumentException e) {
            queues.forEach((queue, count) -> addAlone(queue, count, add));
        }
    }

    /** Shards are consumed together with their logical queue. */
    private Map<String, Integer> logical(Set<String> found) {
        Set<String> asked = new TreeSet<>(found);
        found.forEach(name -> asked.add(Shards.logical(name)));
        Map<String, Shards> sharded = registry.find(asked, (queue, damaged) -> {
            // its shards are separate queues
        });
        Map<String, Integer> queues = new TreeMap<>();
        for (String name : found) {
            Shards of = sharded.get(Shards.logical(name));
            boolean isShard = of != null && Shards.names(Shards.logical(name), of.count()).contains(name);
            queues.put(isShard ? Shards.logical(name) : name, isShard ? of.count() : 1);
        }
        return queues;
    }

    private void addAlone(String queue, int count, Consumer<Map<String, Integer>> add) {
        try {
            add.accept(Map.of(queue, count));
            LOG.log(Level.INFO, "queue found: {0}", queue);
        } catch (IllegalArgumentException e) {
            refused.addAll(Shards.names(queue, count));
            LOG.log(Level.WARNING, "queue {0} was found and is not consumed: {1}", queue, e.getMessage());
        }
    }

    private static String shown(Set<String> queues) {
        int shown = 10;
        String first = String.join(", ", queues.stream().limit(shown).toList());
        return queues.size() <= shown ? first : first + " and " + (queues.size() - shown) + " more";
    }
}
