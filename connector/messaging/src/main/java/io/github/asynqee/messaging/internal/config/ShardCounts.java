package io.github.asynqee.messaging.internal.config;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.github.asynqee.internal.shard.Shards;
import io.github.asynqee.messaging.internal.config.property.Attribute;
import io.github.asynqee.messaging.internal.config.property.Properties;
import io.github.asynqee.messaging.internal.config.property.Scope;
import org.eclipse.microprofile.config.Config;

/**
 * Numbers of shards of queues. If channels of a queue configure different numbers, the largest number is used.
 *
 * @param byUrl number of shards by Redis URL and queue, for queues with shards
 */
public record ShardCounts(Map<String, Map<String, Integer>> byUrl) {

    /** @return number of shards by queue, for queues of a Redis with shards */
    public Map<String, Integer> of(String url) {
        return Map.copyOf(byUrl.getOrDefault(url, Map.of()));
    }

    static ShardCounts read(Config config, Set<String> incoming, Set<String> outgoing) {
        Map<String, Map<String, Integer>> byUrl = new HashMap<>();
        for (String channel : incoming) {
            Properties properties = Properties.ofChannel(config, Scope.INCOMING, channel);
            add(byUrl, properties, QueuePriorities.read(properties).keySet());
        }
        for (String channel : outgoing) {
            Properties properties = Properties.ofChannel(config, Scope.OUTGOING, channel);
            add(byUrl, properties, List.of(OutgoingConfig.defaults(properties).queue()));
        }
        return new ShardCounts(byUrl);
    }

    private static void add(Map<String, Map<String, Integer>> byUrl, Properties properties, Collection<String> queues) {
        properties.find(Attribute.SHARDS).map(property -> property.integer(1, Shards.MAX)).filter(count -> count > 1)
                .ifPresent(count -> queues.forEach(queue -> byUrl
                        .computeIfAbsent(properties.url(), url -> new HashMap<>()).merge(queue, count, Math::max)));
    }
}
