package io.github.asynqee.console.alert;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PatternsTest {

    @Test
    void an_asterisk_is_any_text() {
        assertThat(Patterns.matches("*", "")).isTrue();
        assertThat(Patterns.matches("", "")).isTrue();
        assertThat(Patterns.matches("", "mail")).isFalse();
        assertThat(Patterns.matches("mail.*", "mail.eu")).isTrue();
        assertThat(Patterns.matches("mail.*", "mailXeu")).isFalse();
        assertThat(Patterns.matches("*.eu", "mail\n.eu")).isTrue();
        assertThat(Patterns.matches("a*b*c", "a1b2b3c")).isTrue();
        assertThat(Patterns.matches("a*b*c", "a1c2b")).isFalse();
    }

    /** With a regular expression this would not end. */
    @Test
    void a_pattern_of_many_asterisks_is_soon_compared() {
        String queue = "a".repeat(200);

        assertThat(Patterns.matches("*a".repeat(99) + "b", queue)).isFalse();
        assertThat(Patterns.matches("*a".repeat(100), queue)).isTrue();
    }
}
