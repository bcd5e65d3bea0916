package io.github.asynqee.internal.feature;

import java.util.List;
import java.util.Map;

import io.github.asynqee.internal.broker.AdmissionRule;
import io.github.asynqee.internal.broker.Demand;
import io.github.asynqee.internal.broker.DequeuedTasks;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.internal.redis.connection.RedisCommand;
import io.github.asynqee.internal.redis.lua.Script;

/** How a feature extends a dequeue with rules. A dequeue without rules does not call this interface. */
public interface Admission {

    /** @return the script that dequeues with rules */
    Script script();

    /**
     * Adds the feature's arguments of a route after the arguments that each route has.
     *
     * @param command the dequeue
     * @param rule the rule of the route; {@code null} if the route has no rule
     */
    void addRoute(RedisCommand command, AdmissionRule rule);

    /**
     * Adds the keys and arguments that follow the routes.
     *
     * @param command the dequeue
     * @param keys the keys of the queue
     * @param demand the demand
     */
    void addEnd(RedisCommand command, QueueKeys keys, Demand demand);

    /**
     * Reads the last element of the reply, and notes in each lease how its task was admitted.
     *
     * @param queue the queue
     * @param reply the reply
     * @param firstTask the index of the first task in the reply; each task has three elements
     * @param demand the demand
     * @param tasks the tasks of the reply
     * @return how many tasks of each route were postponed
     */
    List<Integer> read(String queue, List<?> reply, int firstTask, Demand demand, DequeuedTasks tasks);

    /**
     * Notes in each lease how its task was admitted, by a dequeue whose reply was lost.
     *
     * @param noted the notes of the dequeue, by ID
     * @param demand the demand
     * @param tasks the recalled tasks
     */
    void recalled(Map<String, String> noted, Demand demand, DequeuedTasks tasks);
}
