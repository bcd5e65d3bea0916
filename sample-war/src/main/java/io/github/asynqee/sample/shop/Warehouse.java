package io.github.asynqee.sample.shop;

import java.util.Map;
import java.util.TreeMap;

import jakarta.ejb.Lock;
import jakarta.ejb.LockType;
import jakarta.ejb.Singleton;

/** The stock. An enterprise bean: the container serializes calls that change it. */
@Singleton
@Lock(LockType.READ)
public class Warehouse {

    private static final Map<String, Integer> FULL = Map.of(
            "Newsletters of spring, bound", 12, "A dozen envelopes", 100, "Ink, midnight blue", 3);

    private final Map<String, Integer> stock = new TreeMap<>(FULL);

    /**
     * Removes items.
     *
     * @throws SoldOutException if there are not enough items
     */
    @Lock(LockType.WRITE)
    public void take(String item, int quantity) {
        int left = stock.getOrDefault(item, 0);
        if (left < quantity) {
            throw new SoldOutException(quantity + " × " + item + " wanted, but only " + left + " left");
        }
        stock.put(item, left - quantity);
    }

    /** Fills the stock up, as in the morning. */
    @Lock(LockType.WRITE)
    public void fill() {
        stock.putAll(FULL);
    }

    /** The remaining number of each item. */
    public Map<String, Integer> stock() {
        return new TreeMap<>(stock);
    }
}
