package io.github.asynqee.messaging.internal.incoming;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;

import org.junit.jupiter.api.Test;

class HandlerErrorsTest {

    private final Exception real = new IllegalStateException("real", new RuntimeException("its own cause"));

    @Test
    void finds_what_the_handler_threw() {
        assertThat(HandlerErrors
                .unwrap(new CompletionException(new ExecutionException(new InvocationTargetException(real)))))
                .isSameAs(real);
    }

    @Test
    void leaves_what_was_thrown_as_it_is() {
        assertThat(HandlerErrors.unwrap(real)).isSameAs(real);
        Exception empty = new CompletionException("no cause", null);
        assertThat(HandlerErrors.unwrap(empty)).isSameAs(empty);
    }
}
