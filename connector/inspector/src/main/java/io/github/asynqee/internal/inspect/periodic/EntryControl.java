package io.github.asynqee.internal.inspect.periodic;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

import io.github.asynqee.PayloadEncoder;
import io.github.asynqee.Task;
import io.github.asynqee.TaskInfo;
import io.github.asynqee.TaskOptions;
import io.github.asynqee.inspect.EnqueueEvent;
import io.github.asynqee.inspect.PeriodicEntries;
import io.github.asynqee.inspect.PeriodicEntryDetails;
import io.github.asynqee.inspect.SchedulerEntryDetails;
import io.github.asynqee.internal.broker.Broker;
import io.github.asynqee.internal.broker.CronCommands.Answer;
import io.github.asynqee.internal.broker.CronCommands.Entry;
import io.github.asynqee.internal.broker.CronCommands.Firing;
import io.github.asynqee.internal.broker.CronCommands.State;
import io.github.asynqee.internal.broker.registry.SchedulerRegistry.Published;
import io.github.asynqee.internal.client.ComposedTask;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.client.TaskComposer;
import io.github.asynqee.internal.cron.EntryPublisher;
import io.github.asynqee.internal.cron.ManualRun;
import io.github.asynqee.internal.inspect.queue.Scope;
import io.github.asynqee.internal.protocol.SchedulerEnqueueEvent;
import io.github.asynqee.internal.protocol.SchedulerEntry;
import io.github.asynqee.redis.BrokerException;
import org.jspecify.annotations.Nullable;

/** {@link PeriodicEntries} on a broker. Changes the state shared by the schedulers. */
public final class EntryControl implements PeriodicEntries {

    private static final Logger LOG = System.getLogger(EntryControl.class.getName());

    private final Broker broker;
    private final Supplier<List<String>> queues;
    private final Scope scope;
    private final RunRequests requests;
    private final String id = UUID.randomUUID().toString();

    /**
     * Creates the control.
     *
     * @param broker the Redis of the entries
     * @param queues supplies the names of all queues
     * @param scope the queues whose entries are visible
     * @param delay waits between two reads of an answer
     */
    public EntryControl(Broker broker, Supplier<List<String>> queues, Scope scope, Delay delay) {
        this.broker = broker;
        this.queues = queues;
        this.scope = scope;
        this.requests = new RunRequests(broker, delay);
    }

    @Override
    public List<PeriodicEntryDetails> entries() {
        List<Published> published = broker.schedulers().published();
        Map<Entry, State> states = broker.cronCommands()
                .states(published.stream().filter(EntryControl::isOurs).map(EntryControl::key).toList());
        return published.stream().map(each -> details(each, states.get(key(each))))
                .filter(entry -> scope.contains(entry.queue()))
                .sorted(Comparator.comparing(PeriodicEntryDetails::spec).thenComparing(PeriodicEntryDetails::id))
                .toList();
    }

    /** Whether an entry belongs to this project, whose nodes publish it under an ID without a process. */
    private static boolean isOurs(Published published) {
        return published.schedulerId().equals(EntryPublisher.schedulerId(published.entry().id()));
    }

    private static Entry key(Published published) {
        return new Entry(OptionTexts.queue(published.entry().options()), published.entry().id());
    }

    private static PeriodicEntryDetails details(Published published, @Nullable State state) {
        SchedulerEntry entry = published.entry();
        boolean ours = isOurs(published);
        return new PeriodicEntryDetails(entry.id(), entry.spec(), entry.taskType(), entry.taskPayload(),
                entry.options(), entry.next().equals(EntryPublisher.NEVER) ? null : entry.next(), entry.previous(),
                key(published).queue(), ours && state != null && state.paused(), ours,
                ours && state != null && state.produced());
    }

    @Override
    public void pause(String entryId) {
        broker.cronCommands().pause(ours(entryId));
    }

    @Override
    public void resume(String entryId) {
        broker.cronCommands().resume(ours(entryId));
    }

    /**
     * Returns an entry of this project that is published or has stored state; throws an exception for other entries.
     */
    private Entry ours(String entryId) {
        Optional<Published> published = find(entryId);
        if (published.isPresent()) {
            if (!isOurs(published.get())) {
                throw new RefusedException(
                        "periodic entry " + entryId + " belongs to a scheduler of Go, which cannot be "
                                + "paused or resumed: stop that scheduler, or change its entries");
            }
            return key(published.get());
        }
        return broker.cronCommands().states(queues.get().stream().map(queue -> new Entry(queue, entryId)).toList())
                .keySet().stream().findFirst().orElseThrow(() -> notFound(entryId));
    }

    /** Returns a published entry in the scope. The queue of an unpublished entry is unknown. */
    private Optional<Published> find(String entryId) {
        Optional<Published> found = broker.schedulers().published().stream()
                .filter(it -> it.entry().id().equals(entryId) && scope.contains(key(it).queue())).findFirst();
        if (found.isEmpty() && !scope.isAll()) {
            throw new NotFoundException("there is no periodic entry " + entryId);
        }
        return found;
    }

    private static NotFoundException notFound(String entryId) {
        return new NotFoundException(
                "there is no periodic entry " + entryId + ": no running scheduler has published it");
    }

    @Override
    public TaskInfo run(String entryId) {
        Published published = find(entryId).orElseThrow(() -> notFound(entryId));
        if (!isOurs(published)) {
            Task<?> task = task(published.entry());
            TaskInfo info = DefaultAsynqClient.of(broker).enqueue(task);
            record(() -> broker.schedulers().record(entryId,
                    new SchedulerEnqueueEvent(info.id(), broker.clock().instant())), entryId, info);
            return info;
        }
        Entry key = key(published);
        State state = broker.cronCommands().states(List.of(key)).get(key);
        if (state == null || state.schedule() == null) {
            throw new RefusedException("no node has joined periodic entry " + entryId + " yet: try again in 10 s");
        }
        return state.produced() ? requests.run(key) : runConstant(key, task(published.entry()));
    }

    private static Task<?> task(SchedulerEntry entry) {
        TaskOptions options;
        try {
            options = OptionTexts.parse(entry.options());
        } catch (IllegalArgumentException e) {
            throw new RefusedException("periodic entry " + entry.id() + " cannot be run: " + e.getMessage());
        }
        // a missing and an empty payload are published alike; asynq's clients omit the payload
        byte[] payload = entry.taskPayload().length == 0 ? null : entry.taskPayload();
        return Task.of(entry.taskType(), payload).with(options);
    }

    private TaskInfo runConstant(Entry key, Task<?> task) {
        ComposedTask composed = new TaskComposer(broker.clock(), () -> UUID.randomUUID().toString(),
                PayloadEncoder.bytesAndText()).compose(task);
        TaskInfo info = composed.info();
        Answer answer = ManualRun.store(broker.cronCommands(), key, id, composed);
        ManualRun.requireStored(answer.result(), "task " + info.id() + " of periodic entry " + key.id());
        record(() -> answer.state().unrecorded().stream().filter(it -> it.taskId().equals(info.id()))
                .forEach(firing -> record(key, firing)), key.id(), info);
        return info;
    }

    private void record(Entry key, Firing firing) {
        broker.schedulers().record(key.id(), new SchedulerEnqueueEvent(firing.taskId(), firing.at()));
        broker.cronCommands().recorded(key, firing.taskId());
    }

    /** Runs a write; only logs a failure, because the task is already enqueued. */
    private static void record(Runnable write, String entryId, TaskInfo info) {
        try {
            write.run();
        } catch (BrokerException e) {
            LOG.log(Level.WARNING, "task {0} is enqueued but missing in the history of periodic entry {1}: {2}",
                    info.id(), entryId, e.getMessage());
        }
    }

    @Override
    public List<SchedulerEntryDetails> schedulerEntries() {
        scope.requireAll();
        return broker.schedulers().entries().stream()
                .map(entry -> new SchedulerEntryDetails(entry.id(), entry.spec(), entry.taskType(),
                        entry.taskPayload(), entry.options(), entry.next(), entry.previous()))
                .sorted(Comparator.comparing(SchedulerEntryDetails::spec).thenComparing(SchedulerEntryDetails::id))
                .toList();
    }

    @Override
    public List<EnqueueEvent> enqueueEvents(String entryId, int page, int size) {
        if (!scope.isAll()) {
            find(entryId);
        }
        return broker.schedulers().history(entryId, page, size).stream()
                .map(event -> new EnqueueEvent(event.taskId(), event.enqueuedAt())).toList();
    }
}
