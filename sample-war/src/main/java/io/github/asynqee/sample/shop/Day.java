package io.github.asynqee.sample.shop;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.asynqee.Task;
import io.github.asynqee.sample.shop.newsletter.Newsletter;
import io.github.asynqee.sample.shop.newsletter.Subscriber;

/** The events of a day in the shop, the same every day. They include every outcome that a task can have. */
final class Day {

    /** The subscribers of the newsletter; they exist before its tasks are handled. */
    static final List<Subscriber> SUBSCRIBERS = List.of(new Subscriber("Ada", "ada@paper.boat"),
            new Subscriber("Grace", "grace@paper.boat"), new Subscriber("Edsger", "edsger@paper.boat"),
            new Subscriber("Nobody", "nobody@nowhere.example"));

    private static final Duration FOLLOW_UP = Duration.ofSeconds(30);
    private static final Duration KEPT = Duration.ofHours(1);
    private static final String INK = "Ink, midnight blue";
    private static final int TOO_MUCH_INK = 4;
    private static final List<String> TOWNS = List.of("Kiel", "Porto", "Bergen");
    private static final int PARCELS_PER_TOWN = 4;
    private static final int FOREVER = 1000;

    private Day() {}

    static List<Task<?>> tasks() {
        return Stream.of(welcomes(), orders(), debits(), parcels(), letters()).<Task<?>>flatMap(part -> part).toList();
    }

    /**
     * One address does not exist: its tasks are archived at once. A follow-up that still waits remains the only
     * follow-up.
     */
    private static Stream<Task<?>> welcomes() {
        return SUBSCRIBERS.stream().flatMap(subscriber -> Stream.of(
                Task.of("shop:welcome", subscriber).queue("critical"),
                Task.of("shop:follow-up", subscriber).queue("low").processIn(FOLLOW_UP).unique(KEPT)));
    }

    /**
     * The stock is enough for the orders of three days at once. The last order exceeds the whole stock and is archived
     * at once.
     */
    private static Stream<Task<?>> orders() {
        return Stream.of(new Order("A dozen envelopes", 10), new Order("A dozen envelopes", 15),
                new Order("Newsletters of spring, bound", 1), new Order("Newsletters of spring, bound", 1),
                new Order("Newsletters of spring, bound", 2), new Order(INK, 1), new Order(INK, TOO_MUCH_INK))
                .map(order -> Task.of("shop:order", order).queue("critical").retention(KEPT));
    }

    /**
     * Two debits are paid at once, one is retried once, one is archived after a retry, and one is still being retried.
     */
    private static Stream<Task<?>> debits() {
        return Stream.of(
                debit(new Debit("ada@paper.boat", 1_490, 0)),
                debit(new Debit("grace@paper.boat", 4_990, 0)),
                debit(new Debit("edsger@paper.boat", 900, 1)),
                debit(new Debit("barbara@paper.boat", 12_900, FOREVER)).maxRetry(1),
                debit(new Debit("niklaus@paper.boat", 250, FOREVER)));
    }

    private static Task<Debit> debit(Debit debit) {
        return Task.of("shop:debit", debit).retention(KEPT);
    }

    private static Stream<Task<?>> parcels() {
        return TOWNS.stream().flatMap(town -> IntStream.range(0, PARCELS_PER_TOWN)
                .mapToObj(i -> SUBSCRIBERS.get(i % 3))
                .map(to -> Task.of("shop:parcel", new Parcel(to.email(), town)).queue("low")
                        .group("parcels:" + town)));
    }

    /** The newsletter becomes one task per subscriber; the yearbook takes some seconds and shows its progress. */
    private static Stream<Task<?>> letters() {
        return Stream.of(
                Task.of("newsletter:render", new Newsletter("Fair wind", "the paper boat is afloat, and so are we.")),
                Task.of("shop:yearbook", new Yearbook(2025)).queue("low").header("for", "ada@paper.boat")
                        .timeout(Duration.ofMinutes(1)).retention(KEPT));
    }
}
