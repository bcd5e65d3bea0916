package io.github.asynqee.console.mask;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.github.asynqee.TaskInfo;
import io.github.asynqee.TaskState;
import io.github.asynqee.console.problem.ProblemException;
import io.github.asynqee.inspect.TaskEdit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HiddenValuesTest {

    private static final Masking MASKING = new Masking(List.of("/password", "/cards/*/number", "/deep/pin"));
    private static final String STORED = "{\"to\":\"Ann\", \"password\":\"s3cret\",\"cards\":[{\"number\":1},{\"number\":2}],"
            + "\"deep\":{\"pin\":7,\"x\":1}}";

    private static TaskInfo task(String payload) {
        return new TaskInfo("id", "q", "t", payload.getBytes(StandardCharsets.UTF_8),
                Map.of("password", "h1", "tenant", "blue"), TaskState.ARCHIVED, 5, 0, "", null, Duration.ZERO, null,
                "", Duration.ZERO, null, null);
    }

    private static String payload(String stored, String sent) {
        TaskEdit edit = TaskEdit.NONE.payload(sent.getBytes(StandardCharsets.UTF_8));
        assertThat(HiddenValues.mayBeIn(edit, MASKING)).isTrue();
        return new String(new HiddenValues(MASKING, task(stored)).restoreIn(edit).payload(), StandardCharsets.UTF_8);
    }

    private static Map<String, String> headers(Map<String, String> sent) {
        return new HiddenValues(MASKING, task(STORED)).restoreIn(TaskEdit.NONE.headers(sent)).headers();
    }

    @Test
    void asterisks_of_masked_headers_keep_the_stored_values() {
        assertThat(headers(Map.of("password", "***", "tenant", "***", "new", "1")))
                .isEqualTo(Map.of("password", "h1", "tenant", "***", "new", "1"));
        assertThat(headers(Map.of("password", "h2"))).isEqualTo(Map.of("password", "h2"));
        assertThat(headers(Map.of())).isEmpty();
    }

    @Test
    void asterisks_of_a_masked_header_that_the_task_does_not_have_are_refused() {
        TaskInfo other = new TaskInfo("id", "q", "t", null, Map.of(), TaskState.ARCHIVED, 5, 0, "", null, Duration.ZERO,
                null, "", Duration.ZERO, null, null);

        assertThatThrownBy(
                () -> new HiddenValues(MASKING, other).restoreIn(TaskEdit.NONE.headers(Map.of("password", "***"))))
                .isInstanceOf(ProblemException.class).hasMessageContaining("\"password\"");
    }

    @Test
    void a_payload_as_it_was_shown_is_kept_byte_for_byte() {
        assertThat(payload(STORED, MASKING.text(STORED.getBytes(StandardCharsets.UTF_8)))).isEqualTo(STORED);
        assertThat(payload("{\"password\":1} {}", "***")).isEqualTo("{\"password\":1} {}");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
            "{\"to\":\"Bob\",\"password\":\"***\"} | {\"to\":\"Bob\",\"password\":\"s3cret\"}",
            "{\"deep\":{\"x\":2,\"pin\":\"***\"}} | {\"deep\":{\"x\":2,\"pin\":7}}",
            "{\"cards\":[{\"number\":\"***\"},{\"number\":\"***\"}],\"n\":1} | {\"cards\":[{\"number\":1},{\"number\":2}],\"n\":1}",
            "{\"password\":\"new\"} | {\"password\":\"new\"}", "{ \"note\" : \"***\" } | { \"note\" : \"***\" }",
            "*** text | *** text", "{\"other\":{\"password\":\"***\"}} | {\"other\":{\"password\":\"***\"}}" })
    void asterisks_in_a_changed_payload_keep_the_stored_values(String sent, String expected) {
        assertThat(payload(STORED, sent)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
            "{\"cards\":[{\"number\":\"***\"}]} | /cards/0/number",
            "{\"cards\":[{\"number\":\"***\"},{\"number\":3}]} | /cards/0/number",
            "{\"cards\":{\"new\":{\"number\":\"***\"}}} | /cards/new/number",
            "{\"password\":\"***\" | cannot be read as JSON", "{\"password\":\"***\"} {} | cannot be read as JSON" })
    void asterisks_in_another_place_are_refused(String sent, String place) {
        assertThatThrownBy(() -> payload(STORED, sent)).isInstanceOf(ProblemException.class)
                .hasMessageContaining(place);
    }

    @Test
    void asterisks_without_a_stored_value_are_refused() {
        assertThatThrownBy(() -> payload("{}", "{\"password\":\"***\"}")).hasMessageContaining("/password");
        assertThatThrownBy(() -> payload("text", "{\"password\":\"***\"}")).hasMessageContaining("/password");
        assertThat(payload("{\"password\":\"***\"}", "{\"password\":\"***\",\"n\":1}"))
                .isEqualTo("{\"password\":\"***\",\"n\":1}");
    }

    @Test
    void changes_of_other_values_need_no_stored_task() {
        assertThat(HiddenValues.mayBeIn(TaskEdit.NONE.type("t"), MASKING)).isFalse();
        assertThat(HiddenValues.mayBeIn(TaskEdit.NONE.headers(Map.of()), new Masking(List.of()))).isFalse();
    }
}
