package io.github.asynqee.sample.shop;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

import jakarta.enterprise.context.ApplicationScoped;

/** Where all mail of this shop arrives, so that one can see it. */
@ApplicationScoped
public class Letterbox {

    private static final int ROOM = 50;

    private final Deque<Mail> latestFirst = new ArrayDeque<>();
    private long count;

    /**
     * Takes a mail.
     *
     * @throws UnknownAddressException if nobody lives there, and never will
     * @throws BoxFullException if there is no room now, but may be later
     */
    public synchronized void take(Mail mail) {
        if (mail.email().endsWith("@nowhere.example")) {
            throw new UnknownAddressException(mail.email());
        }
        if (mail.email().endsWith("@busy.example")) {
            throw new BoxFullException(mail.email());
        }
        if (latestFirst.size() == ROOM) {
            latestFirst.removeLast();
        }
        latestFirst.addFirst(mail);
        count++;
    }

    /** The latest mails, latest first. */
    public synchronized List<Mail> latest() {
        return List.copyOf(latestFirst);
    }

    /** How many mails have arrived. */
    public synchronized long count() {
        return count;
    }
}
