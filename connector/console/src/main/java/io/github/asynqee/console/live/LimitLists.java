package io.github.asynqee.console.live;

import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

import io.github.asynqee.inspect.LimitKey;

/** The keys of limits of queues that are viewed, read once for all viewers, and a long list less often. */
final class LimitLists {

    private static final int MAX_QUEUES = 16;
    /** How much longer a list is cached for each of its keys. */
    private static final Duration FOR_EACH = Duration.ofMillis(1);

    private final Clock clock;
    private final Duration age;
    private final Function<String, List<LimitKey.State>> source;
    private final Map<String, CachedValue<List<LimitKey.State>>> lists = new LinkedHashMap<>(16, 0.75f, true) {

        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, CachedValue<List<LimitKey.State>>> eldest) {
            return size() > MAX_QUEUES;
        }
    };

    LimitLists(Clock clock, Duration age, Function<String, List<LimitKey.State>> source) {
        this.clock = clock;
        this.age = age;
        this.source = source;
    }

    List<LimitKey.State> of(String queue) {
        CachedValue<List<LimitKey.State>> list = list(queue);
        List<LimitKey.State> last = list.last();
        return list.get(last == null ? age : age.plus(FOR_EACH.multipliedBy(last.size())));
    }

    private synchronized CachedValue<List<LimitKey.State>> list(String queue) {
        return lists.computeIfAbsent(queue, name -> new CachedValue<>(clock, () -> source.apply(name)));
    }

    synchronized void changed(String queue) {
        CachedValue<List<LimitKey.State>> list = lists.get(queue);
        if (list != null) {
            list.expire();
        }
    }
}
