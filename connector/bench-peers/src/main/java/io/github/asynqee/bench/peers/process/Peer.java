package io.github.asynqee.bench.peers.process;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

import io.github.asynqee.bench.process.Subject;
import io.github.asynqee.bench.subject.Command;

/** A job system under test: an application in its own process, and the store of its tasks. */
public class Peer implements AutoCloseable {

    /** The size of payloads in bytes. */
    private static final int SIZE = 100;

    private final String name;
    private final Subject application;
    private final Subject queue;
    private final LongSupplier storeNanos;
    private final List<AutoCloseable> parts = new ArrayList<>();

    /**
     * Uses an application.
     *
     * @param name its name in reports
     * @param application executes the commands
     * @param queue pauses the queue and counts the remaining tasks: the application, or its broker
     * @param storeNanos processor time of the store, zero if it is part of the application's process
     * @param store is closed after the application
     */
    Peer(String name, Subject application, Subject queue, LongSupplier storeNanos, AutoCloseable... store) {
        this.name = name;
        this.application = application;
        this.queue = queue;
        this.storeNanos = storeNanos;
        parts.addAll(List.of(store));
        parts.add(application::close);
        Collections.reverse(parts);
    }

    /** The name of this system in reports. */
    public final String name() {
        return name;
    }

    /** Adds the parameters that the application's commands need. */
    Command addressed(Command command) {
        return command;
    }

    /** Starts the worker. */
    public final void start(int concurrency) {
        application.send(addressed(Command.of("start").with("concurrency", concurrency)));
    }

    /** Stops the worker. */
    public final void stop() {
        application.send(Command.of("stop"));
    }

    /** Begins a round with tasks that are numbered from 0. */
    public final void expect(int tasks) {
        application.send(Command.of("expect").with("tasks", tasks));
    }

    /** Stores tasks by one thread, {@code single} or in {@code bulk}; returns how long it took. */
    public final long enqueueNanos(String mode, int tasks) {
        return application.send(addressed(Command.of("enqueue").with("mode", mode).with("tasks", tasks)
                .with("producers", 1).with("size", SIZE))).get("nanos");
    }

    /** Stores tasks at a rate. */
    public final void produceAtRate(int perSecond, int tasks) {
        produce(Command.of("produce").with("tasks", tasks).with("rate", perSecond));
    }

    /** Stores tasks with pauses of random lengths. */
    public final void produceWithPauses(int fromMillis, int toMillis, int tasks) {
        produce(Command.of("produce").with("tasks", tasks).with("from", fromMillis).with("to", toMillis));
    }

    private void produce(Command command) {
        application.send(addressed(command.with("size", SIZE)));
    }

    /** Waits until this number of different tasks was started, or for a time; returns the counts of the ledger. */
    public final Map<String, Long> await(int tasks, long millis) {
        return application.send(Command.of("await").with("tasks", tasks).with("within", millis));
    }

    /** Stops taking tasks, or takes them again. */
    public void pause(boolean paused) {
        queue.send(Command.of(paused ? "pause" : "resume"));
    }

    /** The number of tasks that wait or run. */
    public long left() {
        return queue.send(Command.of("left")).get("left");
    }

    /** Processor time of the application. */
    public final long workerNanos() {
        return application.cpuNanos();
    }

    /** Processor time of the store. */
    public final long storeNanos() {
        return storeNanos.getAsLong();
    }

    @Override
    public final void close() {
        for (AutoCloseable part : parts) {
            try {
                part.close();
            } catch (Exception e) {
                System.getLogger(Peer.class.getName()).log(System.Logger.Level.WARNING, name + " does not end", e);
            }
        }
    }
}
