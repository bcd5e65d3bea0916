package io.github.asynqee.console.mask;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

import io.github.asynqee.console.view.Content;
import io.github.asynqee.inspect.LimitKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MaskingTest {

    private static final Masking MASKING = new Masking(
            List.of("/password", "/card/number", "/list/*/pin", "/2", "/a~1b", "/tree/*"));

    private static Content content(byte[] bytes) {
        return Content.of(bytes, MASKING);
    }

    private static String masked(String text) {
        return MASKING.text(text.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
            "{\"password\":\"x\",\"to\":\"Ann\"} | {\"password\":\"***\",\"to\":\"Ann\"}",
            "{\"password\":{\"deep\":[1]}} | {\"password\":\"***\"}",
            "{\"PassWord\":\"x\",\"passwords\":1} | {\"PassWord\":\"***\",\"passwords\":1}",
            "{\"card\":{\"number\":4711,\"type\":1}} | {\"card\":{\"number\":\"***\",\"type\":1}}",
            "{\"card\":[{\"number\":1}]} | {\"card\":[{\"number\":1}]}",
            "{\"list\":[{\"pin\":1},{\"pin\":2,\"x\":3}]} | {\"list\":[{\"pin\":\"***\"},{\"pin\":\"***\",\"x\":3}]}",
            "[1,2,3] | [1,2,\"***\"]", "{\"a/b\":1} | {\"a/b\":\"***\"}",
            "{\"tree\":{\"x\":1,\"y\":2}} | {\"tree\":{\"x\":\"***\",\"y\":\"***\"}}",
            "{ \"to\" : \"untouched\" } | { \"to\" : \"untouched\" }", "password=x | password=x",
            "\"text\" | \"text\"", "42 | 42", "data: {\"password\":1} | data: {\"password\":1}" })
    void replaces_values_by_pointer(String text, String expected) {
        assertThat(masked(text)).isEqualTo(expected);
    }

    @Test
    void the_key_of_a_limit_may_be_a_masked_value() {
        LimitKey key = new LimitKey("imports", "s3cret");

        assertThat(MASKING.limitKey(key)).isEqualTo("imports");
        assertThat(new Masking(List.of()).limitKey(key)).isEqualTo("imports: s3cret");
        assertThat(MASKING.limitKey(null)).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = { "{\"password\":\"s3cret", "{\"password\":\"s3cret\"} x", "{'password':'s3cret'}",
            "{\"password\":\"s3cret\"}\n{\"password\":\"s3cret\"}", "[{\"password\":\"s3cret\"}", "[s3cret]",
            "{\"password\":\"s3cret\"}\u0000", "\u0000{\"password\":\"s3cret\"}", "\u00a0{\"password\":\"s3cret\"}",
            "\ufeff\ufeff{\"password\":\"s3cret\"}", "{\"password\":\"s3\u0001cret\"}",
            "{\"card\":{\"number\":\"s3cret\"},\"card\":1}", "{} {\"password\":\"s3cret\"}",
            "[] x{\"password\":\"s3cret\"}", "{\"to\":{\"card\":1,\"card\":\"s3cret\"}}" })
    void what_begins_as_JSON_and_cannot_be_read_as_JSON_is_not_shown(String text) {
        assertThat(masked(text)).isEqualTo(Masking.HIDDEN);
        assertThat(content(text.getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(new Content("text", Masking.HIDDEN, null, text.getBytes(StandardCharsets.UTF_8).length,
                        false, true, null));
    }

    @Test
    void headers_are_masked_by_their_name_in_any_case_or_all() {
        Map<String, String> headers = Map.of("Token", "s3cret", "to", "Ann");

        assertThat(new Masking(List.of("/token")).headers(headers)).isEqualTo(Map.of("Token", "***", "to", "Ann"));
        assertThat(new Masking(List.of("/*")).headers(headers)).isEqualTo(Map.of("Token", "***", "to", "***"));
        assertThat(new Masking(List.of("/a/token", "/token/a")).headers(headers)).isEqualTo(headers);
    }

    @ParameterizedTest
    @ValueSource(strings = { "\u007f", "\u0080", "\u0085", "\u009f", "\u200b" })
    void control_characters_do_not_matter(String control) {
        assertThat(masked("{\"password\":\"s3cret\",\"to\":\"a" + control + "b\"}"))
                .isEqualTo("{\"password\":\"***\",\"to\":\"a" + control + "b\"}");
        assertThat(masked("{\"password\":\"s3" + control + "cret\"}")).isEqualTo("{\"password\":\"***\"}");
        assertThat(masked(control + "{\"password\":\"s3cret\"}")).isEqualTo(Masking.HIDDEN);
    }

    @Test
    void a_byte_order_mark_does_not_matter() {
        assertThat(masked("\ufeff{\"password\":\"s3cret\"}")).isEqualTo("{\"password\":\"***\"}");
        assertThat(masked("\ufeff{\"to\":1}")).isEqualTo("\ufeff{\"to\":1}");
    }

    @ParameterizedTest
    @ValueSource(strings = { "ISO-8859-1", "UTF-16", "UTF-16LE", "UTF-16BE", "UTF-32", "UTF-32LE", "UTF-32BE" })
    void JSON_in_another_encoding_is_not_shown(String encoding) {
        for (String json : List.of("{\"password\":\"s3crét\"}", " \r\n[{\"password\":\"s3crét\"}]")) {
            byte[] bytes = json.getBytes(Charset.forName(encoding));

            assertThat(MASKING.text(bytes)).as(encoding).isEqualTo(Masking.HIDDEN);
            assertThat(content(bytes).base64()).as(encoding).isNull();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = { 0, 62, 63, 64, 65, 200 })
    void the_length_of_what_is_before_JSON_does_not_matter(int spaces) {
        assertThat(masked(" ".repeat(spaces) + "{\"password\":\"s3cret\"}")).isEqualTo("{\"password\":\"***\"}");
        assertThat(masked(" ".repeat(spaces) + "\u2003{\"password\":\"s3cret\"}")).isEqualTo(Masking.HIDDEN);
        assertThat(masked(" ".repeat(spaces) + "€{")).isEqualTo(" ".repeat(spaces) + "€{");
    }

    @Test
    void without_pointers_all_is_shown() {
        byte[] broken = { '{', (byte) 0xff };

        assertThat(new Masking(List.of()).text("{\"a\"".getBytes(StandardCharsets.UTF_8))).isEqualTo("{\"a\"");
        assertThat(Content.of(broken, new Masking(List.of())).base64()).isEqualTo("e/8=");
        assertThat(content(broken).base64()).isNull();
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

    @ParameterizedTest
    @ValueSource(strings = { "Header(password,s3cret)", "Header([\"password\",\"s3cret\"", "header:s3cret",
            "Headers({\"password\":\"s3cret\"})", "Header([\"a\",\"b\",\"password\",\"s3cret\"])" })
    void an_option_with_headers_in_another_notation_is_not_shown(String option) {
        assertThat(MASKING.options(List.of(option, "Queue(\"low\")"))).containsExactly("Header(***)",
                "Queue(\"low\")");
        assertThat(new Masking(List.of()).options(List.of(option))).containsExactly(option);
    }

    @Test
    void the_unique_key_of_a_periodic_entry_which_may_be_a_masked_value_is_not_shown() {
        List<String> options = List.of("Unique(1h0m0s)", "UniqueKey(\"s3cret\")", " uniquekey(s3cret)");

        assertThat(MASKING.options(options)).containsExactly("Unique(1h0m0s)", "UniqueKey(***)", "UniqueKey(***)");
        assertThat(new Masking(List.of()).options(options)).isEqualTo(options);
    }

    @Test
    void the_digest_of_a_payload_is_not_shown() {
        String key = "asynq:{q}:unique:user:mail:";

        assertThat(MASKING.uniqueKey(key + "99914b932bd37a50b983c5e7c90ae93b", false)).isEqualTo(key + "***");
        assertThat(MASKING.uniqueKey(key, false)).as("without a payload").isEqualTo(key);
        assertThat(MASKING.uniqueKey("own key of a payload", false)).isEqualTo("***");
        assertThat(new Masking(List.of()).uniqueKey(key + "1", false)).isEqualTo(key + "1");
        assertThat(new Masking(List.of()).uniqueKey(key + "1", true)).as("of an encrypted one").isEqualTo(key + "***");
    }

    @Test
    void a_cut_never_splits_a_character() {
        assertThat(Payloads.cut("ab\uD83D\uDE00cd", 3)).isEqualTo("ab…");
        assertThat(Payloads.cut("abc", 3)).isEqualTo("abc");
    }
}
