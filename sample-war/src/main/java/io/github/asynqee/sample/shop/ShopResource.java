package io.github.asynqee.sample.shop;

import java.util.List;
import java.util.Map;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.MediaType;

import io.github.asynqee.sample.shop.mail.Mail;
import io.github.asynqee.sample.shop.mail.Mailbox;
import io.github.asynqee.sample.shop.newsletter.Subscriber;
import io.github.asynqee.sample.shop.newsletter.Subscribers;

/** The state of the shop, for its web page. */
@ApplicationScoped
@Path("/shop")
public class ShopResource {

    @Inject
    private Subscribers subscribers;
    @Inject
    private Mailbox mailbox;
    @Inject
    private OrderBook book;
    @Inject
    private Warehouse warehouse;

    /**
     * The shop's state.
     *
     * @param subscribers the subscribers of the newsletter
     * @param mails       the number of mails that have arrived
     * @param latestMails the latest mails, latest first
     * @param orders      orders fulfilled, oldest first
     * @param stock       the remaining number of each item
     */
    public record View(List<Subscriber> subscribers, long mails, List<Mail> latestMails, List<Order> orders,
            Map<String, Integer> stock) {}

    /** The state. */
    @GET
    @Produces(MediaType.APPLICATION_JSON)
    public View view() {
        return new View(subscribers.all(), mailbox.count(), mailbox.latest(), book.orders(), warehouse.stock());
    }
}
