package io.github.asynqee.internal.statistics;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/** The statistics of a worker, by queue and type, until they are written. Thread-safe. */
public final class WorkerStatistics {

    /** The maximum number of types of a queue, besides {@link #OTHER}. */
    public static final int MAX_TYPES = 200;
    /** The type under which all further types are counted. */
    public static final String OTHER = "other";

    private final Map<String, Map<String, TypeStatistics>> queues = new ConcurrentHashMap<>();

    /**
     * The statistics of a type.
     *
     * @param queue the queue
     * @param type the type
     * @return the same object at each call; beyond {@link #MAX_TYPES}, the object of {@link #OTHER}
     */
    public TypeStatistics of(String queue, String type) {
        Map<String, TypeStatistics> types = queues.computeIfAbsent(queue, name -> new ConcurrentHashMap<>());
        TypeStatistics known = types.get(type);
        if (known != null) {
            return known;
        }
        String used = types.size() < MAX_TYPES ? type : OTHER;
        return types.computeIfAbsent(used, TypeStatistics::new);
    }

    /** @return the numbers recorded since the last call, by queue; queues and types without numbers are omitted */
    public Map<String, List<TypeNumbers>> take() {
        Map<String, List<TypeNumbers>> taken = new HashMap<>();
        queues.forEach((queue, types) -> {
            List<TypeNumbers> numbers = new ArrayList<>();
            types.values().stream().map(TypeStatistics::take).filter(Objects::nonNull).forEach(numbers::add);
            if (!numbers.isEmpty()) {
                taken.put(queue, numbers);
            }
        });
        return taken;
    }
}
