package io.github.asynqee.messaging.internal.incoming;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

import jakarta.enterprise.context.ApplicationScoped;

import io.github.asynqee.TaskContext;
import org.eclipse.microprofile.reactive.messaging.Message;

/** The injectable {@link TaskContext}: delegates to the message whose handler the calling thread runs. */
@ApplicationScoped
public class CurrentTaskContext implements TaskContext {

    /** Creates the bean; done by the container. */
    public CurrentTaskContext() {}

    private static TaskContext current() {
        Message<?> message = LaneMessage.current();
        if (message instanceof TaskContext task) {
            return task;
        }
        throw new IllegalStateException(message == null
                ? "TaskContext: the current thread does not run the handler of a task"
                : "TaskContext: the current handler processes a group of tasks; use AsynqGroup");
    }

    @Override
    public String id() {
        return current().id();
    }

    @Override
    public String queue() {
        return current().queue();
    }

    @Override
    public String type() {
        return current().type();
    }

    @Override
    public Map<String, String> headers() {
        return current().headers();
    }

    @Override
    public int retried() {
        return current().retried();
    }

    @Override
    public int maxRetry() {
        return current().maxRetry();
    }

    @Override
    public Duration retention() {
        return current().retention();
    }

    @Override
    public Instant deadline() {
        return current().deadline();
    }

    @Override
    public boolean isCancelled() {
        return current().isCancelled();
    }

    @Override
    public boolean writeResult(byte[] result) {
        return current().writeResult(result);
    }

    @Override
    public boolean writeResult(String result) {
        return current().writeResult(result);
    }

    @Override
    public boolean writeResult(Object result) {
        return current().writeResult(result);
    }

    @Override
    public boolean progress(int percent, String note) {
        return current().progress(percent, note);
    }
}
