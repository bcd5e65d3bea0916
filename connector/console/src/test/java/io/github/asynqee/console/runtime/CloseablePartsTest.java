package io.github.asynqee.console.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

class PartsTest {

    @Test
    void all_are_closed_also_if_one_fails() {
        List<String> closed = new ArrayList<>();
        List<AutoCloseable> parts = List.of(() -> closed.add("first"), () -> {
            throw new IllegalStateException("broken");
        }, () -> {
            throw new NoClassDefFoundError("of an application that is undeployed");
        }, () -> closed.add("last"));

        new CloseableParts(parts).close();

        assertThat(closed).containsExactly("first", "last");
    }
}
