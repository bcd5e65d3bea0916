package io.github.asynqee.console.api;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.Produces;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MediaType;

import io.github.asynqee.TaskInfo;
import io.github.asynqee.TaskState;
import io.github.asynqee.console.http.Action;
import io.github.asynqee.console.http.ApiGuard;
import io.github.asynqee.console.http.AuditNotes;
import io.github.asynqee.console.http.Segment;
import io.github.asynqee.console.json.Body;
import io.github.asynqee.console.mask.HiddenValues;
import io.github.asynqee.console.problem.ProblemException;
import io.github.asynqee.console.runtime.Console;
import io.github.asynqee.console.runtime.RedisConsole;
import io.github.asynqee.console.security.Allowed;
import io.github.asynqee.console.security.Role;
import io.github.asynqee.console.security.WithinScope;
import io.github.asynqee.console.view.Page;
import io.github.asynqee.console.view.TaskActions;
import io.github.asynqee.console.view.TaskDetails;
import io.github.asynqee.console.view.TaskDetails.Running;
import io.github.asynqee.console.view.TaskRow;
import io.github.asynqee.console.view.WaitingRow;
import io.github.asynqee.inspect.InspectedTask;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.QueueNotFoundException;
import io.github.asynqee.inspect.TaskEdit;
import io.github.asynqee.inspect.TaskNotFoundException;
import io.github.asynqee.redis.BrokerException;

/** One task and its changes. */
@Path("{redis}/tasks/{queue}/{id}")
@RequestScoped
@WithinScope
@Produces(MediaType.APPLICATION_JSON)
public class OneTaskResource {

    private static final Logger LOG = System.getLogger(OneTaskResource.class.getName());

    @PathParam("redis")
    String redis;

    @PathParam("queue")
    Segment queue;

    @PathParam("id")
    Segment id;

    @Context
    HttpServletRequest http;

    @Inject
    Console console;

    @Inject
    AuditNotes notes;

    @GET
    @Allowed(Role.VIEWER)
    public TaskDetails details() {
        List<Role> roles = Role.of(http::isUserInRole);
        boolean writable = !console.config().readOnly();
        TaskDetails details = console.of(redis).redis().ask(inspector -> {
            InspectedTask task = inspector.tasks().get(queue.name(), id.name());
            TaskState state = task.info().state();
            Running running = state != TaskState.ACTIVE ? null
                    : inspector.servers().stream().flatMap(server -> server.activeWorkers().stream()
                            .filter(active -> active.taskId().equals(id.name())
                                    && active.queue().equals(task.info().queue()))
                            .map(active -> new Running(server.id(), active.startedAt()))).findFirst().orElse(null);
            return TaskDetails.of(task, console.masking(), console.payloads(roles), running,
                    inspector.tasks().uniqueLock(queue.name(), id.name()).orElse(null),
                    inspector.tasks().attempts(queue.name(), id.name()), TaskActions.of(state,
                            writable && roles.contains(Role.OPERATOR), writable && roles.contains(Role.ADMIN)));
        });
        if (details.payload().isDecrypted()) {
            noteReading(details.payload().stored().key());
        }
        return details;
    }

    private void noteReading(String key) {
        try {
            console.of(redis).audit().read(ApiGuard.user(http), queue.name(), id.name(), key, Instant.now());
        } catch (RuntimeException e) {
            LOG.log(Level.ERROR, "The audit entry of a reading by " + ApiGuard.user(http) + " could not be written.",
                    e);
        }
    }

    /** Why the task does not run now. */
    @GET
    @Path("why")
    @Allowed(Role.VIEWER)
    public Page<WaitingRow> why() {
        RedisConsole instance = console.of(redis);
        return WaitingRow.page(instance.redis().ask(inspector -> inspector.tasks().why(queue.name(), id.name())),
                console.masking(), since -> instance.audit().pausedBy(queue.name(), since));
    }

    @POST
    @Path("run")
    @Allowed(Role.OPERATOR)
    @Action("task.run")
    public void run() {
        change(inspector -> inspector.changes().run(queue.name(), id.name()));
    }

    @POST
    @Path("archive")
    @Allowed(Role.OPERATOR)
    @Action("task.archive")
    public void archive() {
        change(inspector -> inspector.changes().archiveRestorable(queue.name(), id.name()));
    }

    /** Undoes {@link #archive}, or the change of an archive job. */
    @POST
    @Path("restore")
    @Allowed(Role.OPERATOR)
    @Action("task.restore")
    public void restore() {
        change(inspector -> inspector.changes().restore(queue.name(), id.name()));
    }

    @POST
    @Path("cancel")
    @Allowed(Role.OPERATOR)
    @Action("task.cancel")
    public void cancel() {
        change(inspector -> {
            TaskState state = inspector.tasks().get(queue.name(), id.name()).info().state();
            if (state != TaskState.ACTIVE) {
                throw ProblemException.conflict("Only an active task can be cancelled; this one is "
                        + state.name().toLowerCase(Locale.ROOT) + ".");
            }
            inspector.changes().cancel(id.name());
        });
    }

    @POST
    @Path("unlock")
    @Allowed(Role.OPERATOR)
    @Action("task.unlock")
    public void unlock() {
        change(inspector -> {
            if (!inspector.changes().releaseLock(queue.name(), id.name())) {
                throw ProblemException.conflict("The task holds no unique lock.");
            }
        });
    }

    @DELETE
    @Allowed(Role.ADMIN)
    @Action("task.delete")
    public void delete() {
        String deleted = changed(inspector -> {
            String described = described(inspector);
            inspector.changes().delete(queue.name(), id.name());
            return described;
        });
        notes.detail(deleted);
    }

    /**
     * Describes the task for the audit log; {@code null} for a task that cannot be read, because such a task can be
     * deleted too.
     */
    private String described(Inspector inspector) {
        try {
            return new EditNotes(console.masking()).of(inspector.tasks().get(queue.name(), id.name()).info());
        } catch (RuntimeException e) {
            LOG.log(Level.DEBUG, "A task that cannot be read is deleted.", e);
            return null;
        }
    }

    @POST
    @Path("reschedule")
    @Consumes(MediaType.APPLICATION_JSON)
    @Allowed(Role.OPERATOR)
    @Action("task.reschedule")
    public TaskRow reschedule(String body) {
        Instant at = Body.of(body, Set.of("at")).time("at");
        if (at == null) {
            throw ProblemException.badRequest("\"at\" is missing.");
        }
        notes.detail("at " + at);
        change(inspector -> inspector.changes().reschedule(queue.name(), id.name(), at));
        return read(queue.name());
    }

    @POST
    @Path("edit")
    @Consumes(MediaType.APPLICATION_JSON)
    @Allowed(Role.OPERATOR)
    @Action("task.edit")
    public TaskRow edit(String body) {
        TaskEdit edit = TaskEdits.edit(body);
        Edited edited = changed(
                inspector -> new Edited(inspector.tasks().get(queue.name(), id.name()).info(),
                        inspector.changes().edit(queue.name(), id.name(), restored(inspector, edit))));
        notes.detail(new EditNotes(console.masking()).of(edited.before(), edited.after()));
        return row(edited.after());
    }

    private record Edited(TaskInfo before, TaskInfo after) {}

    @POST
    @Path("clone")
    @Consumes(MediaType.APPLICATION_JSON)
    @Allowed(Role.OPERATOR)
    @Action("task.clone")
    public TaskRow duplicate(String body) {
        TaskEdit edit = TaskEdits.ofClone(body);
        TaskInfo copy = changed(
                inspector -> inspector.changes().duplicate(queue.name(), id.name(), restored(inspector, edit)));
        notes.detail("copy: " + copy.id() + " in " + copy.queue());
        return row(copy);
    }

    /**
     * Replaces asterisks in an edit by the stored values, because the user sees asterisks instead of masked values and
     * sends them back.
     */
    private TaskEdit restored(Inspector inspector, TaskEdit edit) {
        return HiddenValues.mayBeIn(edit, console.masking())
                ? new HiddenValues(console.masking(), inspector.tasks().get(queue.name(), id.name()).info())
                        .restoreIn(edit)
                : edit;
    }

    @POST
    @Path("move")
    @Consumes(MediaType.APPLICATION_JSON)
    @Allowed(Role.OPERATOR)
    @Action("task.move")
    public TaskRow move(String body) {
        String target = Body.of(body, Set.of("queue")).requiredText("queue");
        notes.detail("to " + target);
        change(inspector -> inspector.changes().move(queue.name(), id.name(), target));
        return read(target);
    }

    private void change(Consumer<Inspector> change) {
        changed(inspector -> {
            change.accept(inspector);
            return null;
        });
    }

    private <T> T changed(Function<Inspector, T> change) {
        RedisConsole instance = console.of(redis);
        try {
            return notes.change(() -> instance.redis().ask(change));
        } finally {
            instance.monitor().changed();
        }
    }

    /**
     * The task after its change; {@code null}, for 204, if the task cannot be read, because a worker may have finished
     * it since.
     */
    private TaskRow read(String from) {
        try {
            return TaskRow.of(console.of(redis).redis().ask(inspector -> inspector.tasks().get(from, id.name())),
                    console.masking());
        } catch (ProblemException | TaskNotFoundException | QueueNotFoundException | BrokerException e) {
            LOG.log(Level.DEBUG, "A task was changed, but cannot be read.", e);
            return null;
        }
    }

    private TaskRow row(TaskInfo info) {
        return TaskRow.of(new InspectedTask(info, null, false, null, 0, null, null), console.masking());
    }
}
