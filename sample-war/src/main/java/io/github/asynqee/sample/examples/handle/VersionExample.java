package io.github.asynqee.sample.examples.handle;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import io.github.asynqee.messaging.FromVersion;
import io.github.asynqee.messaging.PayloadUpgrade;
import io.github.asynqee.sample.examples.run.ExampleLog;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** Handles versions 2 and 3 of a payload; later versions stay in the queue for servers that know them. */
@ApplicationScoped
public class VersionExample {

    @Inject
    private ExampleLog log;

    /** Version 2. */
    public record OldMove(String city) {}

    /** Version 3. */
    public record Move(String city, String country) {}

    /** From version 2 to 3. */
    @FromVersion(2)
    @ApplicationScoped
    public static class MoveWithCountry implements PayloadUpgrade<OldMove, Move> {

        @Override
        public Move upgrade(OldMove move) {
            return new Move(move.city(), "PT");
        }
    }

    /** Handles version 3. */
    @Incoming("moves")
    public void move(Move move) {
        log.add("VersionExample", move.city() + ", " + move.country());
    }
}
