package io.github.asynqee.bench.arena;

import java.util.Map;

import io.github.asynqee.bench.contender.Order;

/** A program that is measured, in a process of its own. Takes the orders that {@link Order} lists. */
public interface Contender extends AutoCloseable {

    /** @return what it is called in reports */
    String name();

    /** @return what it is called in names of queues: lower case letters, digits and dashes */
    String id();

    /**
     * Whether it knows an order.
     *
     * @param order the order
     * @return false if it would refuse; then it takes no part
     */
    boolean can(Order order);

    /**
     * Gives an order and waits until it is carried out.
     *
     * @param order the order
     * @return the numbers it answers with, by their names
     * @throws IllegalStateException if it fails, with what the contender says
     */
    Map<String, Long> ask(Order order);

    /** @return the processor time it has used so far, in nanoseconds, all its processes together */
    long cpuNanos();

    /** Ends the process. */
    @Override
    void close();
}
