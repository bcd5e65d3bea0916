package io.github.asynqee.console.alert;

import java.time.Instant;

import io.github.asynqee.console.json.Member;
import io.github.asynqee.console.json.Stored;

/**
 * The last evaluation of alerts.
 *
 * @param at when
 * @param node the host of the node that looked
 * @param tookMs how long it took
 */
public record AlertStatus(Instant at, String node, @Member(min = Member.ANY) long tookMs) {

    static AlertStatus of(Stored json) {
        return new AlertStatus(json.time("at"), json.text("node"), json.number("tookMs"));
    }
}
