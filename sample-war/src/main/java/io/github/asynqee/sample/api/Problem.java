package io.github.asynqee.sample.api;

import static io.github.asynqee.sample.api.Builders.JSON;

import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;

import io.github.asynqee.DuplicateTaskException;
import io.github.asynqee.EnqueueAmbiguousException;
import io.github.asynqee.InvalidTaskException;
import io.github.asynqee.TaskIdConflictException;

/**
 * The error response of the API.
 *
 * @param status the HTTP status
 * @param error   a word for programs
 * @param message a sentence for people
 */
public record Problem(int status, String error, String message) {

    /** The response to a request whose task could not be enqueued. */
    public static Problem of(RuntimeException e) {
        if (e instanceof InvalidTaskException || e.getCause() instanceof InvalidTaskException) {
            return new Problem(400, "invalid", e.getMessage());
        }
        if (e instanceof DuplicateTaskException) {
            return new Problem(409, "duplicate", e.getMessage());
        }
        if (e instanceof TaskIdConflictException) {
            return new Problem(409, "id-conflict", e.getMessage());
        }
        if (e instanceof EnqueueAmbiguousException) {
            return new Problem(503, "uncertain", e.getMessage());
        }
        return new Problem(503, "unavailable", e.getMessage());
    }

    /** {@code {"error": …, "message": …}} */
    public JsonObjectBuilder toJson() {
        return JSON.createObjectBuilder().add("error", error).add("message", message);
    }

    Response toResponse() {
        JsonObject body = toJson().build();
        return Response.status(status).type(MediaType.APPLICATION_JSON).entity(body).build();
    }
}
