package io.github.asynqee.internal.cron;

import java.util.List;

import io.github.asynqee.TaskInfo;
import io.github.asynqee.inspect.PeriodicEntries;
import io.github.asynqee.inspect.PeriodicEntryDetails;
import io.github.asynqee.internal.broker.Broker;

/** {@link PeriodicEntries} by a broker. */
public final class EntryControl implements PeriodicEntries {

    private final Broker broker;

    /**
     * Creates the control.
     *
     * @param broker the Redis of the entries
     */
    public EntryControl(Broker broker) {
        this.broker = broker;
    }

    @Override
    public List<PeriodicEntryDetails> entries() {
        throw new UnsupportedOperationException("not implemented yet: " + broker);
    }

    @Override
    public void pause(String entryId) {
        throw new UnsupportedOperationException("not implemented yet");
    }

    @Override
    public void resume(String entryId) {
        throw new UnsupportedOperationException("not implemented yet");
    }

    @Override
    public TaskInfo run(String entryId) {
        throw new UnsupportedOperationException("not implemented yet");
    }
}
