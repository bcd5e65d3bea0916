package io.github.asynqee.console.alert;

import java.time.Duration;
import java.time.Instant;

import io.github.asynqee.console.json.Stored;
import io.github.asynqee.console.notify.Event;

/**
 * The messages of an incident to one target.
 *
 * @param opened when the message about the start of the incident was sent, {@code null} if it was not sent
 * @param latest when the latest message was sent
 * @param resolved when the message about the end of the incident was sent, {@code null} if it was not sent
 * @param attempts attempts of the message that is due, since the last success
 * @param retryAt when the next attempt may be made
 * @param error why the last attempt failed; {@code null} after a success, and while an attempt has not ended
 * @param maybe whether the target may have received a message that the console does not know was delivered
 */
public record Delivery(Instant opened, Instant latest, Instant resolved, long attempts, Instant retryAt,
        String error, boolean maybe) {

    static final Delivery NONE = new Delivery(null, null, null, 0, null, null, false);

    private static final Duration FIRST_PAUSE = Duration.ofSeconds(10);
    private static final int MAX_DOUBLINGS = 8;

    /**
     * Whether the target has received a message about the incident, or may have received one: a node may have died
     * between an attempt and its record.
     */
    boolean isKnown() {
        return opened != null || maybe || attempts > 0 && error == null;
    }

    /** The state before an attempt. If this node dies during the attempt, the next node waits as after a failure. */
    Delivery begun(Instant now) {
        return new Delivery(opened, latest, resolved, attempts + 1, now.plus(pause(attempts)), null, isKnown());
    }

    Delivery failed(String reason, boolean maybeSent) {
        return new Delivery(opened, latest, resolved, attempts, retryAt, reason, maybe || maybeSent);
    }

    Delivery sent(Event event, Instant now) {
        return new Delivery(opened == null ? now : opened, now, event == Event.RESOLVED ? now : null, 0, null, null,
                false);
    }

    private static Duration pause(long attempts) {
        return FIRST_PAUSE.multipliedBy(1L << Math.min(attempts, MAX_DOUBLINGS));
    }

    static Delivery of(Stored json) {
        return new Delivery(json.time("opened"), json.time("latest"), json.time("resolved"), json.number("attempts"),
                json.time("retryAt"), json.text("error"), json.flag("maybe"));
    }
}
