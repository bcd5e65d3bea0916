package io.github.asynqee.cli.shared;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Whether a console of this or a later Java is a terminal. */
class InteractiveTest {

    /** A console like in Java 22 and later, which may exist without a terminal. */
    public record Newer(boolean isTerminal) {}

    /** A console like in Java 21 and earlier, which only exists with a terminal. */
    public record Older() {}

    @Test
    void a_console_is_asked_if_it_can_tell() {
        assertThat(Terminal.isInteractive(Newer.class, new Newer(true))).isTrue();
        assertThat(Terminal.isInteractive(Newer.class, new Newer(false))).isFalse();
    }

    @Test
    void an_older_console_is_a_terminal_and_none_is_none() {
        assertThat(Terminal.isInteractive(Older.class, new Older())).isTrue();
        assertThat(Terminal.isInteractive(Older.class, null)).isFalse();
    }
}
