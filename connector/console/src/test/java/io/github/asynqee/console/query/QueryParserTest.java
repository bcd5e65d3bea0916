package io.github.asynqee.console.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import jakarta.json.Json;
import jakarta.json.JsonValue;

import io.github.asynqee.TaskInfo;
import io.github.asynqee.TaskState;
import io.github.asynqee.console.mask.Masking;
import io.github.asynqee.inspect.InspectedTask;
import io.github.asynqee.inspect.TaskFilter;
import io.github.asynqee.testkit.ManualClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QueryParserTest {

    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

    private static final String PAYLOAD = "{\"to\":\"Ann Lee\",\"n\":42,\"ok\":true,\"no\":null,\"a b\":1,"
            + "\"list\":[{\"x\":1},{\"x\":2.50}],\"deep\":{\"er\":{\"id\":\"Z-9\"}}}";

    private final QueryParser parser = new QueryParser(ManualClock.startingAt(NOW),
            new Masking(List.of()).view());

    /** A task that failed 30 minutes ago and has been archived for 10 minutes. */
    private final InspectedTask task = new InspectedTask(
            new TaskInfo("order-17", "mails", "mail:send", PAYLOAD.getBytes(StandardCharsets.UTF_8),
                    Map.of("tenant", "blue"), TaskState.ARCHIVED, 5, 3, "Connection refused",
                    NOW.minus(Duration.ofMinutes(30)), Duration.ZERO, null, "g1", Duration.ZERO, null, null),
            null, false, null, 0, NOW.minus(Duration.ofMinutes(10)), null);

    private static MaskedView view(String payload, boolean masked) {
        return new MaskedView(bytes -> payload, headers -> headers, error -> error, Masking.HIDDEN, masked);
    }

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
            "-failed<29m", "payload:\"\\\"to\\\":\\\"Ann\"",
            "queue:other OR queue:mails", "queue:other | state:archived", "(queue:other)|(state:archived)",
            "queue:mails (nothing OR ann)", "(queue:mails state:retry) OR (queue:mails state:archived)",
            "-(queue:other OR state:retry)", "-(queue:mails state:retry)", "-(-ann)", "NOT nothing AND ann",
            "NOT (nothing)", "nothing nothing OR ann 17", "((ann))", "(type:mail:send)", "-state:retry,completed",
            "\"ann\"", "nothing OR -nothing", "(id:order-17 OR id:x)error:refused",
            "-(state:retry OR -state:archived)" })
    void finds_the_task(String text) {
        assertThat(finds(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = { "queue:other", "queue:mail", "state:retry", "id:order-18", "type:send", "payload:bob",
            "error:timeout", "header:tenant=red", "group:g", "age>11m", "age<9m", "failed>31m", "failed<29m",
            "retried>=4", "retried<=2", "retried>3", "retried<3", "retried:4", "nothing", "-mail", "-queue:mails",
            "queue:mails queue:other", "state:archived -state:archived", "id:order -id:17", "-payload:Ann",
            "queue:other OR queue:b", "(queue:mails OR queue:b) state:retry", "-(queue:mails OR nothing)",
            "-(ann 17)", "(queue:mails state:retry) OR (queue:b state:archived)", "(ann OR 17) nothing", "NOT ann",
            "-(-nothing)", "\"NOT\"",
            "queue:mails queue:b OR state:retry state:pending", "-state:archived OR nothing" })
    void does_not_find_the_task(String text) {
        assertThat(finds(text)).isFalse();
    }

    /** The ages that match a task scheduled for a time, with the condition alone and below an OR. */
    private List<String> ages(Duration fromNow) {
        InspectedTask scheduled = new InspectedTask(
                new TaskInfo("t1", "mails", "mail:send", new byte[0], Map.of(), TaskState.SCHEDULED, 5, 0, "", null,
                        Duration.ZERO, null, "", Duration.ZERO, null, null),
                null, false, null, 0, NOW.plus(fromNow), null);
        return Stream.of("age<10m", "age>10m", "age<0s", "age>0s", "age<2d", "nothing OR age<2d", "nothing OR age>0s")
                .filter(text -> {
                    Query query = parser.parse(text);
                    return query.filter().matches(scheduled) && query.matches(scheduled);
                }).toList();
    }

    @Test
    void a_task_that_is_scheduled_for_later_has_no_age() {
        assertThat(ages(Duration.ofSeconds(1))).isEmpty();
        assertThat(ages(Duration.ofDays(3))).isEmpty();
    }

    @Test
    void the_age_of_a_scheduled_task_that_is_overdue_counts_from_when_it_was_to_run() {
        assertThat(ages(Duration.ofMinutes(-9)))
                .containsExactly("age<10m", "age>0s", "age<2d", "nothing OR age<2d", "nothing OR age>0s");
        assertThat(ages(Duration.ofMinutes(-11)))
                .containsExactly("age>10m", "age>0s", "age<2d", "nothing OR age<2d", "nothing OR age>0s");
    }

    @ParameterizedTest
    @ValueSource(strings = { "payload.to:\"ann lee\"", "payload.to~LEE", "payload.n:42", "payload.n:42.0",
            "payload.n>41.9", "payload.n<=42", "payload.n~4", "payload.ok:true", "payload.no:null", "PAYLOAD.n:42",
            "payload.\"a b\":1", "payload.list.x:1", "payload.list.x:2.5", "payload.list.1.x:2.5",
            "payload.list.x>2", "payload.deep.er.id:z-9", "-payload.n:43", "-payload.none:1",
            "payload.n:1 OR payload.to~ann", "-payload.none>1" })
    void a_member_of_the_payload_fits(String text) {
        assertThat(finds(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = { "payload.to:ann", "payload.n:4", "payload.n>42", "payload.to>1", "payload.ok:TRUE1",
            "payload.list.0.x:2.5", "payload.list.7.x:1", "payload.list:1", "payload.deep:er", "payload.deep.er:Z-9",
            "payload.deep.id:Z-9", "payload.x:1", "payload.TO:\"ann lee\"", "payload.to.x:1" })
    void a_member_of_the_payload_does_not_fit(String text) {
        assertThat(finds(text)).isFalse();
    }

    @Test
    void a_payload_that_is_no_JSON_has_no_members() {
        for (String payload : List.of("", "x", "{", "[".repeat(100_000), "42", "\"text\"")) {
            QueryParser other = new QueryParser(ManualClock.startingAt(NOW), view(payload, false));

            assertThat(other.parse("payload.n:42").matches(task)).as(payload).isFalse();
        }
    }

    @ParameterizedTest(name = "[{index}] {0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = { "queue:a OR queue:b | a,b | ",
            "queue:a OR queue:b,c state:retry | a,b,c | ", "state:retry OR state:archived id:x | | ARCHIVED,RETRY",
            "queue:a (state:retry OR -state:pending,active) -state:completed | a | AGGREGATING,ARCHIVED,RETRY,SCHEDULED",
            "queue:a OR x | | ",
            "-(queue:a OR state:retry,pending) | | ACTIVE,AGGREGATING,ARCHIVED,COMPLETED,SCHEDULED",
            "queue:a,b queue:b,c | b | ", "(queue:a queue:b) OR (queue:c state:retry) | c | RETRY",
            "-queue:a | | ", "-(-queue:a) | a | ",
            "-state:pending | | ACTIVE,AGGREGATING,ARCHIVED,COMPLETED,RETRY,SCHEDULED" })
    void reads_the_queues_and_states_that_can_have_such_tasks(String text, String queues, String states) {
        TaskFilter filter = parser.parse(text).filter();

        assertThat(String.join(",", new TreeSet<>(filter.queues()))).isEqualTo(queues == null ? "" : queues);
        assertThat(filter.states().stream().map(Enum::name).sorted().collect(Collectors.joining(",")))
                .isEqualTo(states == null ? "" : states);
    }

    @Test
    void reads_nothing_for_a_query_that_no_task_can_fulfil() {
        assertThat(parser.parse("queue:a queue:b").filter().queues()).containsExactly("");
        assertThat(parser.parse("-state:retry state:retry x").filter().queues()).containsExactly("");
    }

    @ParameterizedTest(name = "[{index}] {0}")
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = { "b  OR a | b OR a", "(a b) c | a b c",
            "((a OR b)) c | (a OR b) c", "NOT(a) | -a", "-(-(a b)) | a b", "\"a\" AND type:\"x\" | a type:x",
            "payload.\"a b\".c:1 | payload.\"a b\".c:1" })
    void writes_what_it_has_understood(String text, String written) {
        assertThat(parser.parse(text).text()).isEqualTo(written);
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

        assertThat(query.rest()).isEmpty();
        assertThat(query.filter()).isEqualTo(TaskFilter.ALL.inQueues("a", "b").inStates(TaskState.RETRY).withType("t")
                .withId("i").withPayload("p").withError("e").withHeader("h").inGroup("g")
                .notAfter(NOW.minusSeconds(60)).failedBefore(NOW.minusSeconds(3_600)).withMinRetried(2));
    }

    @Test
    void what_is_masked_is_not_searched_by_the_inspector() {
        QueryParser masking = new QueryParser(ManualClock.startingAt(NOW), view("{\"to\":\"***\"}", true));

        Query query = masking.parse("payload:Ann");

        assertThat(query.filter()).isEqualTo(TaskFilter.ALL);
        assertThat(query.matches(task)).isFalse();
        assertThat(masking.parse("Ann").matches(task)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = { "header:blu", "header:\"tenant=blue\"", "header:blue OR header:red", "-(-header:blue)",
            "state:archived (header:blue OR id:x)", "header:kept header:blue", "header:Blue" })
    void a_masked_header_is_not_found(String text) {
        QueryParser masking = new QueryParser(ManualClock.startingAt(NOW), new Masking(List.of("/tenant")).view());

        Query query = masking.parse(text);

        assertThat(query.filter().header()).isEmpty();
        assertThat(query.matches(task)).isFalse();
        assertThat(masking.parse("-(" + text + ")").matches(task)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = { "error:refused", "\"Connection refused\"", "error:refused OR error:x", "-(-error:refused)",
            "state:archived error:connection" })
    void a_masked_error_is_not_found(String text) {
        QueryParser masking = new QueryParser(ManualClock.startingAt(NOW), new Masking(List.of("/x")).view());
        QueryParser other = new QueryParser(ManualClock.startingAt(NOW), new Masking(List.of("/x"), false).view());

        Query query = masking.parse(text);

        assertThat(query.filter().error()).isEmpty();
        assertThat(query.matches(task)).isFalse();
        assertThat(other.parse(text).matches(task)).isTrue();
    }

    @Test
    void names_of_masked_headers_and_other_headers_are_found() {
        QueryParser masking = new QueryParser(ManualClock.startingAt(NOW), new Masking(List.of("/tenant")).view());
        QueryParser other = new QueryParser(ManualClock.startingAt(NOW), new Masking(List.of("/other")).view());

        assertThat(masking.parse("header:tenant").matches(task)).isTrue();
        assertThat(other.parse("header:blue").matches(task)).isTrue();
    }

    @Test
    void binary_payloads_have_no_text() {
        QueryParser binary = new QueryParser(ManualClock.startingAt(NOW), view(null, true));

        assertThat(binary.parse("payload:Ann").matches(task)).isFalse();
        assertThat(binary.parse("-payload:Ann").matches(task)).isTrue();
    }

    @ParameterizedTest(name = "[{index}] {0}")
    @CsvSource(quoteCharacter = '|', value = { "-, 0, 1, queue:", "queue:a - b, 8, 1, queue:", "quue:a, 0, 4, queue:",
            "-quue:a, 1, 4, queue:", "queue:, 6, 0, a value", "state:retri, 6, 5, retry",
            "retried>=x, 9, 1, 3", "retried>=-1, 9, 2, 3", "retried>=1234567890, 9, 10, 3", "age>1y, 4, 2, 15m",
            "age:1h, 3, 1, <", "age>=1h, 3, 2, >", "queue<a, 5, 1, :", "id:\"a, 3, 2, \"", "id:a\"b, 4, 1, a space",
            "id:\"a\"b, 6, 1, a space", "id:\"\", 3, 2, \"a value\"", "x failed<abc, 9, 3, 1h30m",
            "(a, 0, 1, )", "a), 1, 1, queue:", "(), 1, 1, queue:", "a OR, 2, 2, queue:", "OR a, 0, 2, queue:",
            "a OR OR b, 2, 2, queue:", "(a OR ), 6, 1, queue:", "a AND, 2, 3, queue:", "AND a, 0, 3, queue:",
            "-(quue:a), 2, 4, queue:", "a OR b type:, 12, 0, a value", "-), 0, 1, queue:", "NOT, 0, 3, queue:",
            "state:(retry), 6, 1, a value", "payload.a, 9, 0, ~", "payload.:1, 8, 0, a name",
            "payload.a>x, 10, 1, -1.5", "payload.a..b:1, 10, 0, a name", "id~x payload~x queue:, 21, 0, a value",
            "(((a), 1, 1, )" })
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
    void a_query_that_is_nested_too_deeply_is_refused() {
        QueryException e = catchThrowableOfType(QueryException.class,
                () -> parser.parse("(".repeat(60) + "a" + ")".repeat(60)));

        assertThat(e.position()).isEqualTo(50);
        assertThat(finds("(".repeat(50) + "ann" + ")".repeat(50))).isTrue();
    }

    @Test
    void a_query_with_too_many_clauses_is_refused() {
        String fifty = "-x ".repeat(25) + "(x OR y) ".repeat(12) + "id:1 ";

        QueryException e = catchThrowableOfType(QueryException.class, () -> parser.parse(fifty + "payload.n:1 z"));

        assertThat(e).hasMessageContaining("50 clauses");
        assertThat(e.position()).isEqualTo(fifty.length());
        assertThat(e.length()).isEqualTo("payload.n:1".length());
        assertThat(parser.parse(fifty)).isNotNull();
    }

    @ParameterizedTest
    @CsvSource({ "ann,ANN,true", "ann,xAnN,true", "\u212a,k,true", "k,\u212a,true", "ä,Ä,true", "a,ä,false",
            "'',a,true",
            "'','',true", "ab,a,false", "@,`,false", "[,{,false" })
    void parts_are_found_without_regard_to_case(String part, String text, boolean found) {
        assertThat(CaseInsensitive.contains(text, part)).isEqualTo(found);
    }

    @Test
    void a_payload_is_read_once_for_all_clauses() {
        AtomicInteger reads = new AtomicInteger();
        QueryParser counting = new QueryParser(ManualClock.startingAt(NOW), new MaskedView(bytes -> {
            reads.incrementAndGet();
            return PAYLOAD;
        }, headers -> headers, error -> error, Masking.HIDDEN, true));

        assertThat(counting.parse("(bob OR payload:bob OR -payload:bob) ann payload.n:42 -payload.n:1 payload:lee")
                .matches(task)).isTrue();
        assertThat(reads).hasValue(1);
    }

    @Test
    void nested_arrays_need_no_more_of_the_stack() throws Exception {
        JsonValue value = JsonValue.TRUE;
        for (int i = 0; i < 5_000; i++) {
            value = Json.createArrayBuilder().add(value).build();
        }
        JsonValue nested = value;
        PayloadMember member = new PayloadMember(
                new Clause("payload", List.of("0"), ":", "true", 0, 0, 0));
        FutureTask<Boolean> found = new FutureTask<>(() -> member.test(nested));

        new Thread(null, found, "small stack", 256 * 1024).start();

        assertThat(found.get()).isTrue();
    }

    @Test
    void elements_of_nested_arrays_are_looked_at_once() {
        QueryParser nested = new QueryParser(ManualClock.startingAt(NOW),
                view("[".repeat(200) + "1" + "]".repeat(200), false));

        assertThat(nested.parse("payload" + ".0".repeat(100) + ":1").matches(task)).isTrue();
        assertTimeoutPreemptively(Duration.ofSeconds(20),
                () -> assertThat(nested.parse("payload" + ".0".repeat(100) + ":2").matches(task)).isFalse());
        assertThat(nested.parse("payload" + ".0".repeat(201) + ":1").matches(task)).isFalse();
    }

    @Test
    void a_query_that_is_too_long_is_refused() {
        QueryException e = catchThrowableOfType(QueryException.class, () -> parser.parse("x".repeat(4_001)));

        assertThat(e.position()).isEqualTo(4_000);
    }

    @Test
    void queries_of_the_views_that_every_browser_has_are_valid() throws IOException {
        List<String> queries = Pattern.compile(": '(state:[^']+)'")
                .matcher(Files.readString(Path.of("src/main/webapp/js/tasks/views.js"))).results()
                .map(match -> match.group(1)).toList();

        assertThat(queries).hasSize(5).allSatisfy(query -> assertThat(parser.parse(query)).isNotNull());
        assertThat(finds(queries.get(0))).as("failed in the last hour").isTrue();
    }
}
