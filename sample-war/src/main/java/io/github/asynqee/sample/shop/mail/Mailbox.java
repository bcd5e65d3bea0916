package io.github.asynqee.sample.shop.mail;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

import jakarta.enterprise.context.ApplicationScoped;

/** Keeps the latest mails of the shop in place of a mail server. */
@ApplicationScoped
public class Mailbox {

    private static final int ROOM = 50;

    private final Deque<Mail> latestFirst = new ArrayDeque<>();
    private long count;

    /**
     * Takes a mail.
     *
     * @throws UnknownAddressException if the address does not exist
     * @throws BoxFullException if the mailbox is full for now
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
