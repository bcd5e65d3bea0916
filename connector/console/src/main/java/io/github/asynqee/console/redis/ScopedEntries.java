package io.github.asynqee.console.redis;

import java.util.List;

import io.github.asynqee.TaskInfo;
import io.github.asynqee.inspect.PeriodicEntries;
import io.github.asynqee.inspect.PeriodicEntryDetails;

/** Periodic entries whose queue is in a scope. */
final class ScopedEntries implements PeriodicEntries {

    private final PeriodicEntries all;
    private final ScopeFilter scope;

    ScopedEntries(PeriodicEntries all, ScopeFilter scope) {
        this.all = all;
        this.scope = scope;
    }

    @Override
    public List<PeriodicEntryDetails> entries() {
        return all.entries().stream().filter(entry -> scope.scope().contains(entry.queue())).toList();
    }

    @Override
    public void pause(String entryId) {
        scope.requireEntry(entryId);
        all.pause(entryId);
    }

    @Override
    public void resume(String entryId) {
        scope.requireEntry(entryId);
        all.resume(entryId);
    }

    @Override
    public TaskInfo run(String entryId) {
        scope.requireEntry(entryId);
        return all.run(entryId);
    }
}
