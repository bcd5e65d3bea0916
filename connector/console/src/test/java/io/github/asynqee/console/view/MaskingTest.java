package io.github.asynqee.console.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MaskingTest {

    private static final Masking MASKING = new Masking(
            List.of("/password", "/card/number", "/list/*/pin", "/2", "/a~1b", "/tree/*"));

    private static String masked(String text) {
        return MASKING.text(text.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
            "{\"password\":\"x\",\"to\":\"Ann\"} | {\"password\":\"***\",\"to\":\"Ann\"}",
            "{\"password\":{\"deep\":[1]}} | {\"password\":\"***\"}",
            "{\"card\":{\"number\":4711,\"type\":1}} | {\"card\":{\"number\":\"***\",\"type\":1}}",
            "{\"card\":[{\"number\":1}]} | {\"card\":[{\"number\":1}]}",
            "{\"list\":[{\"pin\":1},{\"pin\":2,\"x\":3}]} | {\"list\":[{\"pin\":\"***\"},{\"pin\":\"***\",\"x\":3}]}",
            "[1,2,3] | [1,2,\"***\"]", "{\"a/b\":1} | {\"a/b\":\"***\"}",
            "{\"tree\":{\"x\":1,\"y\":2}} | {\"tree\":{\"x\":\"***\",\"y\":\"***\"}}",
            "{ \"to\" : \"untouched\" } | { \"to\" : \"untouched\" }", "password=x | password=x",
            "{\"password\":\"not closed | {\"password\":\"not closed" })
    void replaces_values_by_pointer(String text, String expected) {
        assertThat(masked(text)).isEqualTo(expected);
    }

    @Test
    void what_is_too_large_to_be_parsed_is_not_shown() {
        assertThat(masked("{\"password\":\"" + "x".repeat(1 << 20) + "\"}")).isEqualTo(Masking.HIDDEN);
    }

    @Test
    void what_is_nested_too_deeply_to_be_parsed_is_not_shown() {
        String deep = "{\"password\":\"x\",\"a\":" + "[".repeat(5_000) + "]".repeat(5_000) + "}";

        assertThat(masked(deep)).isEqualTo(Masking.HIDDEN);
        assertThat(Masking.isJson(deep)).isFalse();
    }

    @Test
    void binary_has_no_text() {
        assertThat(MASKING.text(new byte[]{ 0, 1, 2 })).isNull();
        assertThat(MASKING.text(new byte[]{ (byte) 0xff })).isNull();
        assertThat(MASKING.text(new byte[0])).isEmpty();
    }

    @Test
    void masks_headers_by_name() {
        assertThat(MASKING.headers(Map.of("password", "x", "tenant", "blue")))
                .isEqualTo(Map.of("password", "***", "tenant", "blue"));
    }

    @Test
    void a_cut_never_splits_a_character() {
        assertThat(Payloads.cut("ab\uD83D\uDE00cd", 3)).isEqualTo("ab…");
        assertThat(Payloads.cut("abc", 3)).isEqualTo("abc");
    }
}
