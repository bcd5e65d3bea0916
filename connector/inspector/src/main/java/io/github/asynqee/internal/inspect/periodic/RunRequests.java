package io.github.asynqee.internal.inspect.periodic;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.UUID;

import io.github.asynqee.TaskInfo;
import io.github.asynqee.inspect.PeriodicEntries;
import io.github.asynqee.inspect.PeriodicEntries.RefusedException;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.broker.CronCommands;
import io.github.asynqee.internal.broker.CronCommands.Entry;
import io.github.asynqee.internal.broker.CronCommands.Result;
import io.github.asynqee.internal.broker.CronCommands.RunAnswer;
import io.github.asynqee.internal.broker.CronCommands.RunRequest;
import io.github.asynqee.internal.cron.ManualRun;
import io.github.asynqee.redis.BrokerException;

/** Requests tasks from the nodes of entries whose payload the application produces, and waits for the answers. */
final class RunRequests {

    private final Broker broker;
    private final Delay delay;

    RunRequests(Broker broker, Delay delay) {
        this.broker = broker;
        this.delay = delay;
    }

    TaskInfo run(Entry entry) {
        CronCommands commands = broker.cronCommands();
        Instant expires = broker.clock().instant().plus(PeriodicEntries.MAX_WAIT).truncatedTo(ChronoUnit.MILLIS);
        RunRequest request = new RunRequest(UUID.randomUUID().toString(), expires);
        if (!commands.requestRun(entry, request)) {
            throw new RefusedException(
                    "a run of periodic entry " + entry.id() + " is already requested: wait for its end");
        }
        try {
            while (broker.clock().instant().isBefore(expires)) {
                Optional<RunAnswer> answer = read(entry, request);
                if (answer.isPresent()) {
                    return task(entry, answer.get());
                }
                delay.await();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return withdraw(entry, request);
    }

    /** Reads the answer; returns empty during an outage. */
    private Optional<RunAnswer> read(Entry entry, RunRequest request) {
        try {
            return broker.cronCommands().runAnswer(entry, request.id());
        } catch (BrokerException e) {
            return Optional.empty();
        }
    }

    /** Withdraws the request, unless a node has answered it at the last moment. */
    private TaskInfo withdraw(Entry entry, RunRequest request) {
        CronCommands commands = broker.cronCommands();
        if (!commands.withdrawRun(entry, request.id())) {
            Optional<RunAnswer> answer = commands.runAnswer(entry, request.id());
            if (answer.isPresent()) {
                return task(entry, answer.get());
            }
        }
        throw new RefusedException("no node has run periodic entry " + entry.id() + " within "
                + PeriodicEntries.MAX_WAIT.toSeconds() + " s; the request is withdrawn");
    }

    private static TaskInfo task(Entry entry, RunAnswer answer) {
        if (answer.result() == Result.PASSED) {
            throw new RefusedException("periodic entry " + entry.id() + ": "
                    + (answer.error().isEmpty() ? "the application has no payload"
                            : "the application failed to produce the payload: " + answer.error()));
        }
        ManualRun.requireStored(answer.result(), "task " + (answer.task() == null ? "" : answer.task().id())
                + " of periodic entry " + entry.id());
        return answer.task();
    }
}
