package io.github.asynqee.console.http;

import jakarta.enterprise.context.RequestScoped;

/** What a method adds to the audit entry of its call. */
@RequestScoped
public class AuditNotes {

    private String queue;
    private String task;
    private String filter;
    private Long count;
    private String detail;

    public AuditNotes target(String concernedQueue, String concernedTask) {
        queue = concernedQueue;
        task = concernedTask;
        return this;
    }

    public AuditNotes filter(String query) {
        filter = query;
        return this;
    }

    public AuditNotes count(long tasks) {
        count = tasks;
        return this;
    }

    public AuditNotes detail(String text) {
        detail = text;
        return this;
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

    String detail() {
        return detail;
    }
}
