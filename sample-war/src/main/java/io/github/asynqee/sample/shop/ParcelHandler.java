package io.github.asynqee.sample.shop;

import java.util.List;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import io.github.asynqee.sample.shop.mail.Mail;
import io.github.asynqee.sample.shop.mail.Mailbox;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** A handler of groups: the parcels for a town leave together. */
@ApplicationScoped
public class ParcelHandler {

    @Inject
    private Mailbox mailbox;

    /** Sends the parcels collected for a town. */
    @Incoming("parcels")
    public void dispatch(List<Parcel> parcels) {
        for (Parcel parcel : parcels) {
            mailbox.take(new Mail(parcel.email(), "Your parcel to " + parcel.town(),
                    "It is on its way, with " + (parcels.size() - 1) + " others."));
        }
    }
}
