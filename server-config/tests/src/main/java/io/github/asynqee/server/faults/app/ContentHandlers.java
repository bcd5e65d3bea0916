package io.github.asynqee.server.faults.app;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;

import io.github.asynqee.TaskContext;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** Handlers of tasks whose content is changed on its way, decides where they run, or replaces that of another task. */
@ApplicationScoped
public class ContentHandlers {

    /** The environment variable with the versions that the server knows. */
    public static final String VERSIONS = "FAULTS_VERSIONS";
    /** What the older server knows. */
    public static final String OLDER = "1";
    /** What the newer server knows. */
    public static final String NEWER = "1..2";

    @Inject
    private Effects effects;

    @Inject
    private TaskContext task;

    /** The newer version comes to the newer server only. */
    @Incoming("versioned")
    public void versioned(String id) {
        if (Kind.version(id) > 1 && !NEWER.equals(System.getenv(VERSIONS))) {
            effects.wrong(id + " on a server that knows " + System.getenv(VERSIONS));
        }
        effects.ran(id);
    }

    /** Has been compressed, and is what was sent. */
    @Incoming("large")
    public void large(String payload) {
        String id = payload.substring(0, Math.max(0, payload.indexOf(' ')));
        if (!payload.equals(Kind.large(id)) || !"deflate".equals(task.headers().get("payload-codec"))) {
            effects.wrong(task.id() + " with a payload of " + payload.length() + " characters, "
                    + task.headers().get("payload-codec"));
        }
        effects.ran(task.id());
    }

    /** Runs in place of those that it has replaced. */
    @Incoming("debounced")
    public void debounced(String id) {
        effects.begun(id);
        effects.ranLast(id);
    }
}
