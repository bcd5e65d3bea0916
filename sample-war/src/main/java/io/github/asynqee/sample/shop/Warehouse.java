package io.github.asynqee.sample.shop;

import java.util.Map;
import java.util.TreeMap;

import jakarta.ejb.Lock;
import jakarta.ejb.LockType;
import jakarta.ejb.Singleton;

/** What there is to sell. An enterprise bean, because the container sees to it that only one takes from it at a time. */
@Singleton
@Lock(LockType.READ)
public class Warehouse {

    private final Map<String, Integer> stock = new TreeMap<>(Map.of(
            "Letters of spring, bound", 12, "A dozen envelopes", 100, "Ink, midnight blue", 3));

    /**
     * Takes something out.
     *
     * @throws SoldOutException if there is not enough of it
     */
    @Lock(LockType.WRITE)
    public void take(String item, int quantity) {
        int left = stock.getOrDefault(item, 0);
        if (left < quantity) {
            throw new SoldOutException(quantity + " × " + item + " wanted, but only " + left + " left");
        }
        stock.put(item, left - quantity);
    }

    /** What is left of each item. */
    public Map<String, Integer> stock() {
        return new TreeMap<>(stock);
    }
}
