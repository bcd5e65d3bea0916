package io.github.asynqee.internal.redis;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

import io.github.asynqee.internal.broker.Demand;
import io.github.asynqee.internal.broker.Demand.Kind;
import io.github.asynqee.internal.broker.Demand.Reach;
import io.github.asynqee.internal.broker.Demand.Route;
import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.broker.MatchingTasks;
import io.github.asynqee.internal.broker.NewTask;
import io.github.asynqee.internal.broker.NewTask.Placement;
import io.github.asynqee.internal.feature.limit.LimitCommands;
import io.github.asynqee.internal.feature.limit.LimitCommands.LimitLook;
import io.github.asynqee.internal.feature.limit.LimitRule;
import io.github.asynqee.internal.protocol.TaskMessage;
import io.github.asynqee.worker.Limit;

/** A queue with limits: tasks, dequeues and checks of its keys. */
abstract class LimitedQueueTest extends BrokerTest {

    static final String RUNNING = DEFAULT.limits() + "running";
    static final String WAITING = DEFAULT.limits() + "waiting";
    static final String LOOKS = DEFAULT.limits() + "looks";
    static final String READY = DEFAULT.limits() + "ready:limit";
    static final LimitRule ONE_OF_TENANT = running("header:tenant", 1);

    static LimitRule running(String by, int running) {
        return new LimitRule(Limit.of("limit", by, running, null));
    }

    static NewTask task(String id, UnaryOperator<TaskMessage.Builder> with) {
        return new NewTask(with.apply(TaskMessage.builder("email", id, "default").maxRetry(3)).build(),
                new Placement.Pending(), null);
    }

    /** A task of the tenant with the first letter of its ID. */
    static NewTask task(String id) {
        return task(id, message -> message.headers(Map.of("first", "1", "tenant", id.substring(0, 1), "last", "2")));
    }

    void push(String... ids) {
        store(Arrays.stream(ids).map(LimitedQueueTest::task).toArray(NewTask[]::new));
    }

    MatchingTasks dequeue(Route... routes) {
        return broker.workerCommands().dequeue("default",
                new Demand(List.of(routes), null, Reach.far(16), null));
    }

    MatchingTasks dequeue(int max, LimitRule limit) {
        return dequeue(new Route(Kind.TYPE, "", max, null, null, limit));
    }

    Map<String, Lease> take(int max, LimitRule limit) {
        Map<String, Lease> leases = new HashMap<>();
        dequeue(max, limit).tasks().leases().forEach(lease -> leases.put(lease.id(), lease));
        return leases;
    }

    static List<String> ids(MatchingTasks found) {
        return found.tasks().leases().stream().map(Lease::id).toList();
    }

    LimitLook look(LimitRule... rules) {
        return broker.commands(LimitCommands.class).look("default", List.of(rules), 0);
    }

    /** All keys are due now. */
    void lookAtAllNow() {
        for (String key : zset(LOOKS)) {
            redis.at(LOOKS).zadd(LOOKS, 1, key);
        }
    }

    List<String> pending() {
        List<String> ids = new ArrayList<>(list(DEFAULT.pending()));
        Collections.reverse(ids);
        return ids;
    }

    static String key(Lease lease) {
        return ((LimitRule.Key) lease.admitted()).key();
    }
}
