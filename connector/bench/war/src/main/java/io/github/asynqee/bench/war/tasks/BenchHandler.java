package io.github.asynqee.bench.war.tasks;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.Task;
import io.github.asynqee.bench.contender.ClientTarget;
import io.github.asynqee.bench.contender.OrderDesk;
import org.eclipse.microprofile.config.ConfigProvider;
import org.eclipse.microprofile.reactive.messaging.Channel;
import org.eclipse.microprofile.reactive.messaging.Emitter;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** The handler, as an application would write it. */
@ApplicationScoped
public class BenchHandler {

    private final long sleep = ConfigProvider.getConfig().getOptionalValue("bench.sleep", Long.class).orElse(0L);
    @Inject
    private AsynqClient client;
    @Inject
    @Channel("tasks")
    private Emitter<Task<byte[]>> emitter;
    /** An emitter does not wait: whoever wants to wait for each task has the client. */
    private final OrderDesk desk = new OrderDesk(order -> order.text("mode", "coalesced").equals("single")
            ? new ClientTarget(client) : new EmitterTarget(emitter, client));

    /**
     * Counts a task, and takes as long as configured.
     *
     * @param payload the task's
     * @throws InterruptedException if the application ends before
     */
    @Incoming("bench")
    public void handle(byte[] payload) throws InterruptedException {
        desk.tally().started(payload);
        if (sleep > 0) {
            Thread.sleep(sleep);
        }
    }

    /** @return what takes the orders */
    OrderDesk desk() {
        return desk;
    }
}
