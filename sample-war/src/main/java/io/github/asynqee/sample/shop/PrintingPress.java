package io.github.asynqee.sample.shop;

import java.nio.charset.StandardCharsets;
import java.util.UUID;

import jakarta.enterprise.context.ApplicationScoped;

import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.eclipse.microprofile.reactive.messaging.Outgoing;

/** A processor: the task that comes in is done when the task that goes out is in Redis. */
@ApplicationScoped
public class PrintingPress {

    /** Prints a letter. */
    @Incoming("letters")
    @Outgoing("editions-out")
    public Edition print(Letter letter) {
        String text = letter.text() + "\n\nYours, the crew of the Paper Boat";
        return new Edition(idOf(letter), letter.subject(), text);
    }

    private static String idOf(Letter letter) {
        return UUID.nameUUIDFromBytes(letter.toString().getBytes(StandardCharsets.UTF_8)).toString();
    }
}
