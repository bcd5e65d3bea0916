package io.github.asynqee.sample.shop;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.Transactional;

import org.eclipse.microprofile.reactive.messaging.Incoming;

/** A handler in a JTA transaction: the task is done after the commit and fails after a rollback. */
@ApplicationScoped
public class OrderHandler {

    @Inject
    private OrderBook book;
    @Inject
    private Warehouse warehouse;

    /** Records an order and takes it from the stock, both or neither. */
    @Incoming("orders")
    @Transactional
    public void fulfil(Order order) {
        book.write(order);
        warehouse.take(order.item(), order.quantity());
    }
}
