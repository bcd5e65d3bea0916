package io.github.asynqee.bench.contender;

import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.function.Function;

/** Carries out the orders that all contenders in Java carry out alike: all but {@code start} and {@code stop}. */
public class OrderDesk {

    private final Function<Order, Production.Target> targets;
    private volatile Tally tally = new Tally(0);

    /**
     * Opens the desk.
     *
     * @param targets where the tasks of an order are enqueued
     */
    public OrderDesk(Function<Order, Production.Target> targets) {
        this.targets = targets;
    }

    /** @return what has been handled since the last {@code expect} */
    public final Tally tally() {
        return tally;
    }

    /**
     * Carries out an order.
     *
     * @param line the order
     * @return {@code ok} and values, or {@code failed:} and why
     */
    public final String answer(String line) {
        try {
            Order answer = Order.to("ok");
            for (Map.Entry<String, Long> value : obey(Order.parse(line)).entrySet()) {
                answer = answer.with(value.getKey(), value.getValue());
            }
            return answer.toString();
        } catch (RuntimeException | LinkageError e) {
            // what an older engine lacks is known when it is needed
            return "failed: " + e;
        }
    }

    /**
     * Carries out an order.
     *
     * @param order the order
     * @return the values of the answer
     * @throws IllegalArgumentException if there is no such order
     */
    protected Map<String, Long> obey(Order order) {
        switch (order.verb()) {
            case "expect" -> tally = new Tally((int) order.number("tasks"));
            case "await" -> {
                int group = Integer.parseInt(order.text("group", String.valueOf(Tally.ALL)));
                tally.await((int) order.number("tasks"), group, order.number("within"));
                return tally.summary(group);
            }
            case "enqueue" -> {
                return Map.of("nanos", production(order).enqueue(order.text("mode"), (int) order.number("producers")));
            }
            case "produce" -> produce(order);
            case "heap" -> {
                return Map.of("bytes", heap());
            }
            default -> throw new IllegalArgumentException("there is no order \"" + order.verb() + "\"");
        }
        return Map.of();
    }

    private Production production(Order order) {
        return new Production(targets.apply(order), order);
    }

    private void produce(Order order) {
        if (order.values().containsKey("rate")) {
            production(order).atRate((int) order.number("rate"));
        } else {
            production(order).withPauses((int) order.number("from"), (int) order.number("to"));
        }
    }

    /** @return bytes in use on the heap after a garbage collection */
    public static long heap() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
