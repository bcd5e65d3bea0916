package io.github.asynqee.sample.shop;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PrintingPressTest {

    private final PrintingPress press = new PrintingPress();

    @Test
    void the_same_letter_is_the_same_edition_however_often_it_is_printed() {
        Letter letter = new Letter("Spring", "It is here.");

        assertThat(press.print(letter)).isEqualTo(press.print(letter));
    }

    @Test
    void another_letter_is_another_edition() {
        assertThat(press.print(new Letter("Spring", "It is here.")).id())
                .isNotEqualTo(press.print(new Letter("Spring", "It is there.")).id());
    }
}
