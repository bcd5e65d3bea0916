package io.github.asynqee.internal.thread;

import io.github.asynqee.redis.BrokerException;

/** A failure of a {@link PeriodicJob} that the job has logged. */
public final class LoggedException extends BrokerException {

    private static final long serialVersionUID = 1L;

    /** @param logged the failure */
    public LoggedException(BrokerException logged) {
        super(logged.getMessage(), logged.getCause());
        for (Throwable suppressed : logged.getSuppressed()) {
            addSuppressed(suppressed);
        }
    }
}
