package io.github.asynqee.console.alert;

import java.time.Instant;

import io.github.asynqee.console.json.Stored;

/**
 * A time in which no message is sent about some incidents.
 *
 * @param id the ID of the silence
 * @param code the code of the incidents, {@code null} for all
 * @param queues pattern of the queues' names, with {@code *}; {@code null} for all incidents, including incidents
 *        without a queue
 * @param until the end
 * @param reason the reason given by the user
 * @param user who created it
 * @param createdAt when
 */
public record Silence(String id, String code, String queues, Instant until, String reason, String user,
        Instant createdAt) {

    boolean covers(String ofCode, String queue, Instant now) {
        return now.isBefore(until) && (code == null || code.equals(ofCode))
                && (queues == null || Patterns.matches(queues, queue));
    }

    static Silence of(Stored json) {
        return new Silence(json.text("id"), json.text("code"), json.text("queues"), json.time("until"),
                json.text("reason"), json.text("user"), json.time("createdAt"));
    }
}
