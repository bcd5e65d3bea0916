package io.github.asynqee.worker;

import java.util.concurrent.Executor;

/** A lane that runs a {@link TaskHandler} on an executor. */
public final class HandlerLane implements Lane {

    private final Channel channel;
    private final TaskHandler handler;
    private final Executor executor;

    private HandlerLane(Channel channel, TaskHandler handler, Executor executor) {
        this.channel = channel;
        this.handler = handler;
        this.executor = executor;
    }

    /**
     * Opens lanes for a handler.
     *
     * @param channel the channel that gets the lanes
     * @param lanes how many tasks run at once
     * @param handler handles the tasks
     * @param executor runs the handler; must be able to run as many at once
     */
    public static void open(Channel channel, int lanes, TaskHandler handler, Executor executor) {
        for (int i = 0; i < lanes; i++) {
            channel.ready(new HandlerLane(channel, handler, executor));
        }
    }

    @Override
    public void deliver(Delivery delivery) {
        executor.execute(() -> run(delivery));
    }

    private void run(Delivery delivery) {
        if (!delivery.begin()) {
            channel.ready(this);
            return;
        }
        try {
            handler.handle((TaskDelivery) delivery);
            delivery.end();
            delivery.succeed().whenComplete((ok, error) -> channel.ready(this));
        } catch (Throwable failure) {
            delivery.end();
            delivery.fail(failure).whenComplete((ok, error) -> channel.ready(this));
        }
    }
}
