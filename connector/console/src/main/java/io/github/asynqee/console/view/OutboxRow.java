package io.github.asynqee.console.view;

import java.time.Duration;

import io.github.asynqee.console.json.Member;
import io.github.asynqee.console.mask.Masking;
import io.github.asynqee.inspect.OutboxDetails;

/**
 * The outbox of an application on a server.
 *
 * @param application the application
 * @param host the host name of the server
 * @param dataSource the JNDI name of its database
 * @param rows the rows that wait to be stored in Redis
 * @param ageMs the age of the oldest of these rows
 * @param setAside the rows that cannot be stored
 * @param error the error of one of the rows last set aside; empty if there is none
 * @param problem why rows are not stored; empty if there is no problem
 */
public record OutboxRow(String application, String host, @Member(min = Member.ANY) long pid, String dataSource,
        @Member(min = Member.ANY) long rows, Duration ageMs, @Member(min = Member.ANY) long setAside, String error,
        String problem) {

    public static OutboxRow of(OutboxDetails outbox, Masking masking) {
        return new OutboxRow(outbox.application(), outbox.host(), outbox.pid(), outbox.dataSource(), outbox.rows(),
                outbox.age(), outbox.setAside(), masking.error(outbox.error()), masking.error(outbox.problem()));
    }
}
