package io.github.asynqee.sample.shop;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import io.github.asynqee.sample.Transactions;

/** The orders that were fulfilled. Takes part in transactions: what is rolled back was never written. */
@ApplicationScoped
public class OrderBook {

    private final List<Order> orders = new CopyOnWriteArrayList<>();

    @Inject
    private Transactions transactions;

    /** Writes an order down, visible when the transaction commits. */
    public void write(Order order) {
        transactions.whenEnded(() -> orders.add(order), () -> {});
    }

    /** All orders, oldest first. */
    public List<Order> orders() {
        return List.copyOf(orders);
    }
}
