package io.github.asynqee.internal.lane;

import java.util.concurrent.Executor;

import io.github.asynqee.internal.delivery.Delivery;
import io.github.asynqee.internal.delivery.GroupDelivery;
import io.github.asynqee.internal.delivery.TaskDelivery;
import io.github.asynqee.internal.lane.Channel.Lane;

/** A lane that runs a {@link TaskHandler} or a {@link GroupHandler} on an executor. */
public final class HandlerLane implements Lane {

    private final Channel channel;
    private final Handler handler;
    private final Executor executor;

    /** Handles one delivery: a task or a group. */
    private interface Handler {
        void handle(Delivery delivery) throws Exception;
    }

    private HandlerLane(Channel channel, Handler handler, Executor executor) {
        this.channel = channel;
        this.handler = handler;
        this.executor = executor;
    }

    /**
     * Opens lanes for a handler of single tasks.
     *
     * @param channel the channel that gets the lanes
     * @param lanes number of lanes: tasks that run at once
     * @param handler handles the tasks
     * @param executor runs the handler; needs a thread per lane
     */
    public static void open(Channel channel, int lanes, TaskHandler handler, Executor executor) {
        openAll(channel, lanes, executor, delivery -> handler.handle((TaskDelivery) delivery));
    }

    /**
     * Opens lanes for a handler of groups.
     *
     * @param channel the channel that gets the lanes; its configuration names the groups it handles
     * @param lanes number of lanes: groups handled at once
     * @param handler handles the groups
     * @param executor runs the handler; needs a thread per lane
     */
    public static void openForGroups(Channel channel, int lanes, GroupHandler handler, Executor executor) {
        openAll(channel, lanes, executor, delivery -> handler.handle(delivery));
    }

    private static void openAll(Channel channel, int lanes, Executor executor, Handler handler) {
        for (int i = 0; i < lanes; i++) {
            channel.ready(new HandlerLane(channel, handler, executor));
        }
    }

    @Override
    public void deliver(Delivery delivery) {
        executor.execute(() -> run(delivery));
    }

    private void run(Delivery first) {
        for (Delivery delivery = first; delivery != null; delivery = next(delivery)) {
            handle(delivery);
        }
    }

    /**
     * Returns the next delivery. The outcome of a task is written while the lane runs the next task; the outcome of a
     * group is written before.
     */
    private Delivery next(Delivery last) {
        if (last instanceof GroupDelivery) {
            last.confirmed().whenComplete((ok, error) -> channel.ready(this));
            return null;
        }
        // an interrupt left by the handler must not reach the next one
        Thread.interrupted();
        return channel.next(this);
    }

    private void handle(Delivery delivery) {
        try {
            if (!delivery.begin()) {
                return;
            }
            handler.handle(delivery);
            delivery.end();
            delivery.succeedUnawaited();
        } catch (Throwable failure) {
            delivery.fail(failure);
            delivery.end();
        }
    }
}
