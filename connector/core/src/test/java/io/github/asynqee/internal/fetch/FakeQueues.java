package io.github.asynqee.internal.fetch;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.broker.Demand;
import io.github.asynqee.internal.broker.DequeuedTasks;
import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.broker.MatchingTasks;
import io.github.asynqee.internal.broker.MatchingTasks.RouteState;
import io.github.asynqee.internal.broker.WorkerCommands;
import io.github.asynqee.internal.broker.watch.QueueChanges;
import io.github.asynqee.internal.broker.watch.QueueChanges.QueueLook;
import io.github.asynqee.internal.broker.watch.QueueEnds;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.redis.BrokerUnavailableException;

/**
 * Queues in memory instead of Redis. Records the requests, and answers from the number of tasks that a test has set.
 */
final class FakeQueues {

    private static final long YEAR_9999 = 253_402_300_799L;

    /** Each request: the queue and the number of tasks of each route, for example {@code mails 8}. */
    final List<String> asked = new CopyOnWriteArrayList<>();
    /** Each request by type. */
    final List<Demand> demands = new ArrayList<>();
    /** For each read of queue ends, the queues that it covered. */
    final List<List<String>> looks = new ArrayList<>();
    /** Queue to number of tasks that can be dequeued. */
    final Map<String, Integer> pending = new ConcurrentHashMap<>();
    final Set<String> paused = new HashSet<>();
    /** Queues whose node answers late. */
    final Set<String> slow = new HashSet<>();
    final Set<String> unreachable = new HashSet<>();
    /** Thrown by the next read of ends, {@code null} if it succeeds. */
    RuntimeException lookFailure;
    /** Whether changes are notified. */
    boolean notifies = true;
    /** Ends of a queue that were read after the last dequeue. */
    QueueEnds ends = QueueEnds.EMPTY;
    /** Tasks of others that a request by type has passed over, and the ID of one at the head that nobody handles. */
    int foreign;
    String unhandled;
    /** What happens while the reply to a request is on its way. */
    Runnable beforeReply = () -> {};
    private long tasks;

    Broker broker() {
        return fake(Broker.class, (proxy, method, arguments) -> switch (method.getName()) {
            case "workerCommands" -> commands();
            case "queueChanges" -> changes();
            case "clock" -> Clock.systemUTC();
            default -> null;
        });
    }

    WorkerCommands commands() {
        return fake(WorkerCommands.class, (proxy, method, arguments) -> {
            String queue = (String) arguments[0];
            if (method.getName().equals("isSlow")) {
                return slow.contains(queue);
            }
            return arguments[1] instanceof Demand demand ? matching(queue, demand) : next(queue, (int) arguments[1]);
        });
    }

    private List<QueueLook> look(List<String> queues) {
        looks.add(List.copyOf(queues));
        if (lookFailure != null) {
            RuntimeException failure = lookFailure;
            lookFailure = null;
            throw failure;
        }
        return queues.stream().map(queue -> new QueueLook(ends, paused.contains(queue), null)).toList();
    }

    @SuppressWarnings("unchecked")
    private QueueChanges changes() {
        return fake(QueueChanges.class, (proxy, method, arguments) -> switch (method.getName()) {
            case "isTracking" -> notifies;
            case "look" -> look((List<String>) arguments[0]);
            default -> null;
        });
    }

    @SuppressWarnings("unchecked")
    private static <T> T fake(Class<T> type, InvocationHandler handler) {
        return (T) Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[]{ type }, handler);
    }

    private DequeuedTasks next(String queue, int max) {
        asked.add(queue + " " + max);
        if (unreachable.contains(queue)) {
            throw new BrokerUnavailableException("no Redis", null);
        }
        int taken = paused.contains(queue) ? 0 : Math.min(max, pending.getOrDefault(queue, 0));
        pending.merge(queue, -taken, Integer::sum);
        beforeReply.run();
        return new DequeuedTasks(Stream.generate(() -> lease(queue, "type")).limit(taken).toList(), List.of(),
                List.of(),
                paused.contains(queue));
    }

    private static Lease lease(String queue, String type) {
        return new Lease(TaskMessage.builder(type, "id", queue).build(), YEAR_9999, null, "");
    }

    /** Finds tasks of the first route only. */
    private MatchingTasks matching(String queue, Demand demand) {
        demands.add(demand);
        asked.add(queue + " " + demand.routes().stream().map(Demand.Route::max).toList());
        Demand.Route first = demand.routes().get(0);
        int taken = Math.min(Math.max(0, first.max()), pending.getOrDefault(queue, 0));
        pending.merge(queue, -taken, Integer::sum);
        DequeuedTasks found = new DequeuedTasks(
                Stream.generate(() -> lease(queue, first.prefix())).limit(taken).toList(),
                List.of(), List.of(), false);
        List<RouteState> states = demand.routes().stream()
                .map(route -> new RouteState(++tasks + " 0 f", foreign == 0 && pending.get(queue) == 0)).toList();
        return new MatchingTasks(found, taken + foreign, 0, QueueEnds.EMPTY, unhandled, "anchor", states);
    }
}
