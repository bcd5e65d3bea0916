package io.github.asynqee.server.faults;

import java.util.List;
import java.util.concurrent.TimeUnit;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.EnqueueException;
import io.github.asynqee.engine.Asynq;
import io.github.asynqee.server.faults.app.Kind;

/** Sends a task of a megabyte each second; when their servers die, many of them must be recovered at once. */
final class BigTasks implements AutoCloseable {

    private final AsynqClient client;
    private final Ledger ledger;
    private final Thread thread = new Thread(this::run, "big-tasks");
    private volatile boolean stopped;

    BigTasks(String url, Ledger ledger) {
        this.client = Asynq.connect(url);
        this.ledger = ledger;
    }

    void start() {
        thread.start();
    }

    void stop() throws InterruptedException {
        stopped = true;
        thread.join();
    }

    private void run() {
        for (long number = 0; !stopped; number++) {
            String id = Kind.BIG.id(number);
            ledger.attempt(List.of(id));
            try {
                client.enqueue(Kind.BIG.task(id));
                ledger.acknowledge(List.of(id));
            } catch (EnqueueException e) {
                // not acknowledged: Redis is away, or has refused it
            }
            try {
                TimeUnit.SECONDS.sleep(1);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    @Override
    public void close() {
        thread.interrupt();
        client.close();
    }
}
