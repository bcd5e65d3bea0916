package io.github.asynqee.console.http;

import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

import jakarta.enterprise.context.RequestScoped;

import io.github.asynqee.EnqueueAmbiguousException;
import io.github.asynqee.console.redis.LateException;
import io.github.asynqee.redis.AmbiguousResultException;

/**
 * Details that a method adds to the audit entry of its call. Used on the thread of the call only, because changes run
 * on other threads, which may outlive the call.
 */
@RequestScoped
public class AuditNotes {

    /** The result of a change that may or may not have been made. */
    static final String UNKNOWN = "unknown";

    private final Thread caller = Thread.currentThread();
    private String queue;
    private String task;
    private String filter;
    private Long count;
    private String detail;
    private String outcome;
    private CompletionStage<?> end;

    public AuditNotes target(String concernedQueue, String concernedTask) {
        requireCaller();
        queue = concernedQueue;
        task = concernedTask;
        return this;
    }

    public AuditNotes filter(String query) {
        requireCaller();
        filter = query;
        return this;
    }

    public AuditNotes count(long tasks) {
        requireCaller();
        count = tasks;
        return this;
    }

    public AuditNotes detail(String text) {
        requireCaller();
        detail = text;
        return this;
    }

    private void requireCaller() {
        if (Thread.currentThread() != caller) {
            throw new IllegalStateException("only the thread of the call has its notes");
        }
    }

    /**
     * Runs the change of the call. A change that outlives the response is logged separately. If the call fails after
     * the change was made, the entry still shows a success.
     *
     * @return the result of the change
     */
    public <T> T change(Supplier<T> change) {
        try {
            T result = change.get();
            outcome = "done";
            return result;
        } catch (LateException e) {
            outcome = UNKNOWN;
            end = e.end();
            throw e;
        } catch (AmbiguousResultException | EnqueueAmbiguousException e) {
            outcome = UNKNOWN;
            throw e;
        }
    }

    /** Like {@link #change(Supplier)}, for changes without a result. */
    public void change(Runnable change) {
        change(() -> {
            change.run();
            return null;
        });
    }

    /** The result of the change; if it is unknown, the result of the response. */
    String result(String ofResponse) {
        return outcome == null ? ofResponse : outcome;
    }

    /** The end of a change that outlives the response, otherwise {@code null}. */
    CompletionStage<?> end() {
        return end;
    }

    String queue() {
        return queue;
    }

    String task() {
        return task;
    }

    String filter() {
        return filter;
    }

    Long count() {
        return count;
    }

    /** The details; {@code null} if there are none. */
    public String detail() {
        return detail;
    }
}
