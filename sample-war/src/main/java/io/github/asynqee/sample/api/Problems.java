package io.github.asynqee.sample.api;

import java.util.concurrent.CompletionException;

import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;

import io.github.asynqee.EnqueueException;
import io.github.asynqee.InvalidTaskException;

/** Turns exceptions into answers, so that resources need not catch any. */
public final class Problems {

    private Problems() {}

    /** A task that was not acceptable. */
    @Provider
    public static class Invalid implements ExceptionMapper<InvalidTaskException> {
        @Override
        public Response toResponse(InvalidTaskException e) {
            return Problem.of(e).toResponse();
        }
    }

    /** A task that Redis did not take. */
    @Provider
    public static class NotEnqueued implements ExceptionMapper<EnqueueException> {
        @Override
        public Response toResponse(EnqueueException e) {
            return Problem.of(e).toResponse();
        }
    }

    /** Either of these exceptions, wrapped by a dependent stage. */
    @Provider
    public static class Later implements ExceptionMapper<CompletionException> {
        @Override
        public Response toResponse(CompletionException e) {
            if (e.getCause() instanceof EnqueueException || e.getCause() instanceof InvalidTaskException) {
                return Problem.of((RuntimeException) e.getCause()).toResponse();
            }
            throw e;
        }
    }
}
