package io.github.asynqee.sample.shop.newsletter;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

import jakarta.enterprise.context.ApplicationScoped;

/** The subscribers of the newsletter. */
@ApplicationScoped
public class Subscribers {

    private final Map<String, Subscriber> byEmail = new ConcurrentSkipListMap<>(String.CASE_INSENSITIVE_ORDER);

    /** Adds a subscriber, or changes the name. */
    public void add(Subscriber subscriber) {
        byEmail.put(subscriber.email(), subscriber);
    }

    /** Removes a subscriber. */
    public void remove(String email) {
        byEmail.remove(email);
    }

    /** Whether this address has subscribed. */
    public boolean include(String email) {
        return byEmail.containsKey(email);
    }

    /** All subscribers, by email address. */
    public List<Subscriber> all() {
        return List.copyOf(byEmail.values());
    }
}
