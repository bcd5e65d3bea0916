package io.github.asynqee.console.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import io.github.asynqee.TaskInfo;
import io.github.asynqee.TaskState;
import io.github.asynqee.inspect.InspectedTask;
import io.github.asynqee.inspect.TaskFilter;
import io.github.asynqee.testkit.ManualClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QueryParserTest {

    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

    private final QueryParser parser = new QueryParser(ManualClock.startingAt(NOW),
            bytes -> new String(bytes, StandardCharsets.UTF_8), false);

    /** A task that failed 30 minutes ago and has been archived for 10 minutes. */
    private final InspectedTask task = new InspectedTask(
            new TaskInfo("order-17", "mails", "mail:send", "{\"to\":\"Ann Lee\"}".getBytes(StandardCharsets.UTF_8),
                    Map.of("tenant", "blue"), TaskState.ARCHIVED, 5, 3, "Connection refused",
                    NOW.minus(Duration.ofMinutes(30)), Duration.ZERO, null, "g1", Duration.ZERO, null, null),
            null, false, null, 0, NOW.minus(Duration.ofMinutes(10)));

    private boolean finds(String text) {
        Query query = parser.parse(text);
        TaskFilter filter = query.filter();
        return (filter.queues().isEmpty() || filter.queues().contains(task.info().queue()))
                && (filter.states().isEmpty() || filter.states().contains(task.info().state()))
                && filter.matches(task) && query.matches(task);
    }

    @ParameterizedTest
    @ValueSource(strings = { "", "  ", "queue:mails", "queue:other,mails", "state:archived", "state:RETRY,Archived",
            "id:ORDER", "type:mail:", "type:Mail:Send", "payload:\"ann lee\"", "error:refused", "header:tenant=blue",
            "header:\"tenant=BL\"", "group:g1", "age>9m", "age<11m", "failed>29m", "failed<31m", "retried>=3",
            "retried<=3", "retried>2", "retried<4", "retried:3", "ann", "17", "\"Connection refused\"",
            "-queue:other", "-state:retry,pending", "-error:timeout", "-nothing", "-\"no such text\"",
            "queue:mails queue:mails,b state:archived type:mail id:order id:17 -id:18", "QUEUE:mails", "-age>11m",
            "-failed<29m", "payload:\"\\\"to\\\":\\\"Ann\"" })
    void finds_the_task(String text) {
        assertThat(finds(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = { "queue:other", "queue:mail", "state:retry", "id:order-18", "type:send", "payload:bob",
            "error:timeout", "header:tenant=red", "group:g", "age>11m", "age<9m", "failed>31m", "failed<29m",
            "retried>=4", "retried<=2", "retried>3", "retried<3", "retried:4", "nothing", "-mail", "-queue:mails",
            "queue:mails queue:other", "state:archived -state:archived", "id:order -id:17", "-payload:Ann" })
    void does_not_find_the_task(String text) {
        assertThat(finds(text)).isFalse();
    }

    @Test
    void a_type_is_text_in_quotes() {

        assertThat(parser.parse("\"mail:send\"").filter()).isEqualTo(TaskFilter.ALL);
        assertThat(finds("\"mail:send\"")).isTrue();
    }

    @Test
    void gives_the_inspector_what_it_can_check() {
        Query query = parser.parse("queue:a,b state:retry type:t id:i payload:p error:e header:h group:g"
                + " age>1m failed>1h retried>=2");

        assertThat(query.isWhole()).isTrue();
        assertThat(query.filter()).isEqualTo(TaskFilter.ALL.inQueues("a", "b").inStates(TaskState.RETRY).withType("t")
                .withId("i").withPayload("p").withError("e").withHeader("h").inGroup("g")
                .notAfter(NOW.minusSeconds(60)).failedBefore(NOW.minusSeconds(3_600)).withMinRetried(2));
    }

    @Test
    void what_is_masked_is_not_searched_by_the_inspector() {
        QueryParser masking = new QueryParser(ManualClock.startingAt(NOW), bytes -> "{\"to\":\"***\"}", true);

        Query query = masking.parse("payload:Ann");

        assertThat(query.filter()).isEqualTo(TaskFilter.ALL);
        assertThat(query.matches(task)).isFalse();
        assertThat(masking.parse("Ann").matches(task)).isFalse();
    }

    @Test
    void binary_payloads_have_no_text() {
        QueryParser binary = new QueryParser(ManualClock.startingAt(NOW), bytes -> null, true);

        assertThat(binary.parse("payload:Ann").matches(task)).isFalse();
        assertThat(binary.parse("-payload:Ann").matches(task)).isTrue();
    }

    @ParameterizedTest(name = "[{index}] {0}")
    @CsvSource(quoteCharacter = '|', value = { "-, 0, 1, queue:", "queue:a - b, 8, 1, queue:", "quue:a, 0, 4, queue:",
            "-quue:a, 1, 4, queue:", "queue:, 6, 0, a value", "state:retri, 6, 5, retry",
            "retried>=x, 9, 1, 3", "retried>=-1, 9, 2, 3", "retried>=1234567890, 9, 10, 3", "age>1y, 4, 2, 15m",
            "age:1h, 3, 1, <", "age>=1h, 3, 2, >", "queue<a, 5, 1, :", "id:\"a, 3, 2, \"", "id:a\"b, 4, 1, a space",
            "id:\"a\"b, 6, 1, a space", "id:\"\", 3, 2, \"a value\"", "x failed<abc, 9, 3, 1h30m" })
    void an_error_has_a_position_and_what_is_allowed(String text, int position, int length, String expected) {
        QueryException e = catchThrowableOfType(QueryException.class, () -> parser.parse(text));

        assertThat(e).as(text).isNotNull();
        assertThat(e.position()).as("position").isEqualTo(position);
        assertThat(e.length()).as("length").isEqualTo(length);
        assertThat(e.expected()).contains(expected);
        assertThat(e.position() + e.length()).isLessThanOrEqualTo(text.length());
    }

    @ParameterizedTest(name = "[{index}] {0}")
    @CsvSource(delimiter = '|', value = { "state:retry,foo | 12 | 3", "state:\"retry,foo\" | 13 | 3",
            "queue:a,,b | 7 | 1", "queue:,a | 6 | 1" })
    void an_error_in_a_list_has_the_position_of_the_name(String text, int position, int length) {
        QueryException e = catchThrowableOfType(QueryException.class, () -> parser.parse(text));

        assertThat(e).as(text).isNotNull();
        assertThat(List.of(e.position(), e.length())).isEqualTo(List.of(position, length));
    }

    @Test
    void a_query_that_is_too_long_is_refused() {
        QueryException e = catchThrowableOfType(QueryException.class, () -> parser.parse("x".repeat(4_001)));

        assertThat(e.position()).isEqualTo(4_000);
    }
}
