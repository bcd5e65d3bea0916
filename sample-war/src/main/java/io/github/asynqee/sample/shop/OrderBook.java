package io.github.asynqee.sample.shop;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import io.github.asynqee.sample.Transactions;

/** The orders that were fulfilled. Takes part in transactions: an order is recorded when they commit. */
@ApplicationScoped
public class OrderBook {

    private final List<Order> orders = new CopyOnWriteArrayList<>();

    @Inject
    private Transactions transactions;

    /** Records an order when the transaction commits. */
    public void write(Order order) {
        transactions.whenEnded(() -> orders.add(order), () -> {});
    }

    /** All orders, oldest first. */
    public List<Order> orders() {
        return List.copyOf(orders);
    }
}
