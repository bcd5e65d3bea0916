package io.github.asynqee.server.faults;

import java.util.List;
import java.util.concurrent.TimeUnit;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.EnqueueException;
import io.github.asynqee.engine.Asynq;
import io.github.asynqee.server.faults.app.Kind;

/** Sends tasks of megabytes, several at once; when their servers die, many of them must be recovered at once. */
final class BigTasks implements AutoCloseable {

    /** With so many of two megabytes on average, a megabyte each second. */
    private static final int AT_ONCE = 6;
    private static final int PAUSE_SECONDS = 12;

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
        thread.interrupt();
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
                TimeUnit.SECONDS.sleep(stopped || (number + 1) % AT_ONCE > 0 ? 0 : PAUSE_SECONDS);
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
