package io.github.asynqee.messaging.internal.incoming;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

/**
 * Unwraps the exception that a handler threw. The runtimes wrap it in an InvocationTargetException, and wrap that in
 * their own ProcessingException.
 */
public final class HandlerErrors {

    private static final String PROCESSING = "io.smallrye.reactive.messaging.providers.ProcessingException";

    private static final int MAX_DEPTH = 50;

    private HandlerErrors() {}

    /**
     * Removes the wrappers of reflection, of the runtimes and of {@code CompletableFuture}.
     *
     * @param reported the reported error
     * @return the first cause that is not a wrapper
     */
    public static Throwable unwrap(Throwable reported) {
        Throwable error = reported;
        // causes may form a cycle
        for (int depth = 0; depth < MAX_DEPTH && error.getCause() != null && isWrapper(error); depth++) {
            error = error.getCause();
        }
        return error;
    }

    private static boolean isWrapper(Throwable error) {
        return error instanceof InvocationTargetException || error instanceof CompletionException
                || error instanceof ExecutionException || error instanceof UndeclaredThrowableException
                || error.getClass().getName().equals(PROCESSING);
    }
}
