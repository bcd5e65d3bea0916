package io.github.asynqee.server.faults.app;

import java.io.IOException;
import java.nio.file.Path;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Inject;

import io.github.asynqee.TaskContext;
import io.github.asynqee.codecs.FilePayloadStore;
import io.github.asynqee.codecs.PayloadStore;
import org.eclipse.microprofile.reactive.messaging.Incoming;

/** Handlers of tasks whose content is changed on its way, decides where they run, or replaces that of another task. */
@ApplicationScoped
public class ContentHandlers {

    /** The environment variable with the versions that the server knows. */
    public static final String VERSIONS = "FAULTS_VERSIONS";
    /** The versions that the older server knows. */
    public static final String OLDER = "1";
    /** The versions that the newer server knows. */
    public static final String NEWER = "1..2";

    /** The environment variable with the folder of payloads that are outside of Redis. */
    public static final String PAYLOADS = "FAULTS_PAYLOADS";

    @Inject
    private Effects effects;

    @Inject
    private TaskContext task;

    /** A folder that the servers share. */
    @Produces
    @ApplicationScoped
    static PayloadStore store() throws IOException {
        return new FilePayloadStore(Path.of(System.getenv(PAYLOADS)));
    }

    /** The newer version must reach only the newer server. */
    @Incoming("versioned")
    public void versioned(String id) {
        if (Kind.version(id) > 1 && !NEWER.equals(System.getenv(VERSIONS))) {
            effects.wrong(id + " on a server that knows " + System.getenv(VERSIONS));
        }
        effects.ran(id);
    }

    /** The payload was compressed in Redis and must equal the sent one. */
    @Incoming("large")
    public void large(String payload) {
        String id = payload.substring(0, Math.max(0, payload.indexOf(' ')));
        if (!payload.equals(Kind.large(id)) || !"deflate".equals(task.headers().get("payload-codec"))) {
            effects.wrong(task.id() + " with a payload of " + payload.length() + " characters, "
                    + task.headers().get("payload-codec"));
        }
        effects.ran(task.id());
    }

    /** The payload was outside Redis and must equal the sent one. */
    @Incoming("outside")
    public void outside(String payload) {
        String codecs = task.headers().get("payload-codec");
        if (!payload.equals(Kind.incompressible(task.id())) || codecs == null || !codecs.endsWith("reference")) {
            effects.wrong(task.id() + " with a payload of " + payload.length() + " characters, " + codecs);
        }
        effects.ran(task.id());
    }

    /** Runs instead of the tasks that it has replaced. */
    @Incoming("debounced")
    public void debounced(String id) {
        effects.begun(id);
        effects.ranLast(id);
    }
}
