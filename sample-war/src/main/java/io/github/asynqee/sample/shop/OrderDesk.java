package io.github.asynqee.sample.shop;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;

import org.eclipse.microprofile.reactive.messaging.Incoming;

/** A transactional handler: the task is done after the commit, and fails after the rollback. */
@ApplicationScoped
public class OrderDesk {

    @Inject
    private OrderBook book;
    @Inject
    private Warehouse warehouse;

    /** Fulfils an order, or leaves no trace of it in the book. */
    @Incoming("orders")
    @Transactional
    public void fulfil(Order order) {
        book.write(order);
        warehouse.take(order.item(), order.quantity());
    }
}
