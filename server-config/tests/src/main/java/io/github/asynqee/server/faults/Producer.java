package io.github.asynqee.server.faults;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;

import io.github.asynqee.server.faults.app.Kind;

/** Sends tasks of some kinds to a servlet of a node while that serves, until it is stopped. */
final class Producer {

    private static final int PAUSE_MILLIS = 40;

    private final Node node;
    private final String servlet;
    private final List<Kind> kinds;
    private final Ledger ledger;
    private final int rounds;
    private final AtomicLong numbers;
    private final BooleanSupplier busy;
    private final Thread thread = new Thread(this::run, "producer");
    private volatile boolean stopped;

    /**
     * @param node where to send
     * @param servlet the servlet there
     * @param kinds of the tasks
     * @param ledger records the sent tasks
     * @param rounds how many rounds of consecutive numbers are sent at once
     * @param numbers for the IDs of tasks, each used once
     * @param busy whether too many tasks wait to send more now
     */
    Producer(Node node, String servlet, List<Kind> kinds, Ledger ledger, int rounds, AtomicLong numbers,
            BooleanSupplier busy) {
        this.node = node;
        this.servlet = servlet;
        this.kinds = kinds;
        this.ledger = ledger;
        this.rounds = rounds;
        this.numbers = numbers;
        this.busy = busy;
    }

    void start() {
        thread.start();
    }

    void stop() throws InterruptedException {
        stopped = true;
        thread.join();
    }

    private void run() {
        while (!stopped) {
            try {
                if (node.serves() && !busy.getAsBoolean()) {
                    send();
                }
                Thread.sleep(PAUSE_MILLIS);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private void send() throws InterruptedException {
        long last = numbers.addAndGet(rounds);
        List<String> ids = LongStream.rangeClosed(last - rounds + 1, last).boxed()
                .flatMap(number -> kinds.stream().filter(kind -> kind.isIn(number)).map(kind -> kind.id(number)))
                .toList();
        ledger.attempt(ids);
        try {
            ledger.acknowledge(node.send(servlet, ids));
        } catch (IOException e) {
            // not acknowledged: the node has gone, or does not answer in time
        }
    }
}
