package io.github.asynqee.sample.shop;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;

import jakarta.enterprise.context.ApplicationScoped;

/** Who wants our letters. */
@ApplicationScoped
public class Subscribers {

    private final Map<String, Subscriber> byEmail = new ConcurrentSkipListMap<>(String.CASE_INSENSITIVE_ORDER);

    /** Adds somebody, or changes their name. */
    public void add(Subscriber subscriber) {
        byEmail.put(subscriber.email(), subscriber);
    }

    /** Forgets somebody. */
    public void remove(String email) {
        byEmail.remove(email);
    }

    /** Whether they want our letters. */
    public boolean include(String email) {
        return byEmail.containsKey(email);
    }

    /** All of them, by email address. */
    public List<Subscriber> all() {
        return List.copyOf(byEmail.values());
    }
}
