package io.github.asynqee.messaging.internal.cdi;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;
import java.util.stream.Stream;

import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.junit.jupiter.api.Test;

class RepeatedIncomingTest {

    /** As in the API classes of the servers. */
    @Retention(RetentionPolicy.RUNTIME)
    @interface Incomings {

        Incoming[] value();
    }

    @SuppressWarnings("unused")
    static class Handlers {

        @Incomings({ @Incoming("a"), @Incoming("b") })
        void several(String payload) {}

        @Incoming("a")
        @SuppressWarnings("all")
        void one(String payload) {}
    }

    private static List<String> channels(String method) {
        return Stream.of(Handlers.class.getDeclaredMethods()).filter(it -> it.getName().equals(method))
                .flatMap(it -> RepeatedIncoming.channels(List.of(it.getAnnotations()))).toList();
    }

    @Test
    void the_channels_of_a_container_annotation_are_found() {
        assertThat(channels("several")).containsExactly("a", "b");
        assertThat(channels("one")).isEmpty();
    }
}
