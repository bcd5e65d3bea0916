package io.github.asynqee.console.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;

import io.github.asynqee.TaskInfo;
import io.github.asynqee.TaskState;
import io.github.asynqee.console.mask.Masking;
import io.github.asynqee.inspect.InspectedTask;
import io.github.asynqee.inspect.TaskFilter;
import io.github.asynqee.testkit.ManualClock;
import org.junit.jupiter.api.Test;

/** Random queries: each is either understood or refused with a position within it. */
class QueryFuzzTest {

    private static final int QUERIES = 5_000;
    private static final List<String> PARTS = List.of("(", ")", "-", " ", " ", "OR", "|", "AND", "NOT", "\"", "\\", ":",
            "<", ">=", "~", ".", ",", "queue:a", "queue:q,b", "state:retry", "state:pending,archived", "type:t", "id:1",
            "payload", "payload.a.b:1", "payload.n>3", "payload.\"x y\"~z", "age>1h", "failed<2d", "retried:3",
            "group:g",
            "header:h=1", "\"a \\\" b\"", "text", "ä€𝄞", "\u202e", "\u0000", "\t", "error:(x)", "{\"a\":1}", "0",
            "state:");

    private final QueryParser parser = new QueryParser(ManualClock.startingAt(Instant.parse("2026-01-02T03:04:05Z")),
            new Masking(List.of()).view());
    private final Random random = new Random(20261122);

    private String text() {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(12); i >= 0; i--) {
            text.append(PARTS.get(random.nextInt(PARTS.size()))).append(random.nextBoolean() ? " " : "");
        }
        return text.toString();
    }

    private Node node(int depth) {
        int kind = depth == 0 ? 0 : random.nextInt(4);
        return switch (kind) {
            case 1 -> Node.not(node(depth - 1));
            case 2 -> Node.all(List.of(node(depth - 1), node(depth - 1), node(depth - 1)));
            case 3 -> Node.any(List.of(node(depth - 1), node(depth - 1)));
            default -> new Node.Term(clause());
        };
    }

    private Clause clause() {
        return switch (random.nextInt(6)) {
            case 0 -> clause("queue", List.of(), ":", random.nextBoolean() ? "q" : "a,b");
            case 1 -> clause("state", List.of(), ":", TaskState.values()[random.nextInt(7)].name());
            case 2 -> clause("payload", List.of(PARTS.get(random.nextInt(PARTS.size())), "b"), "~", "x");
            case 3 -> clause("retried", List.of(), List.of(":", "<", ">=").get(random.nextInt(3)), "2");
            case 4 -> clause("type", List.of(), ":", PARTS.get(random.nextInt(PARTS.size())));
            default -> clause(null, List.of(), null, PARTS.get(random.nextInt(PARTS.size())));
        };
    }

    private static Clause clause(String field, List<String> path, String operator, String value) {
        return new Clause(field, path, operator, value, 0, 0, 0);
    }

    /** The same tree without positions. */
    private static Node bare(Node node) {
        if (node instanceof Node.Not not) {
            return new Node.Not(bare(not.part()));
        }
        if (node instanceof Node.All all) {
            return new Node.All(all.parts().stream().map(QueryFuzzTest::bare).toList());
        }
        if (node instanceof Node.Any any) {
            return new Node.Any(any.parts().stream().map(QueryFuzzTest::bare).toList());
        }
        Clause clause = ((Node.Term) node).clause();
        return new Node.Term(clause(clause.field(), clause.path(), clause.operator(), clause.value()));
    }

    private InspectedTask task() {
        TaskInfo info = new TaskInfo("id1", List.of("a", "b", "q").get(random.nextInt(3)), "text",
                "{\"b\":\"x\"}".getBytes(StandardCharsets.UTF_8), Map.of(), TaskState.values()[random.nextInt(7)], 5,
                random.nextInt(4), "", null, Duration.ZERO, null, "", Duration.ZERO, null, null);
        return new InspectedTask(info, null, false, null, 0, null, null);
    }

    @Test
    void random_text_is_understood_or_refused_at_a_position_within_it() {
        int understood = 0;
        for (int i = 0; i < QUERIES; i++) {
            String text = text();
            try {
                Query query = parser.parse(text);
                understood++;
                assertThat(bare(Grammar.parse(query.text()))).as(text).isEqualTo(bare(Grammar.parse(text)));
                query.matches(task());
            } catch (QueryException e) {
                assertThat(e.getMessage()).as(text).isNotBlank();
                assertThat(e.position()).as(text).isBetween(0, text.length());
                assertThat(e.length()).as(text).isBetween(0, text.length() - e.position());
            } catch (RuntimeException e) {
                fail(text, e);
            }
        }
        assertThat(understood).isBetween(QUERIES / 20, QUERIES);
    }

    @Test
    void a_printed_tree_is_parsed_to_the_same_tree() {
        for (int i = 0; i < QUERIES; i++) {
            Node node = node(3);
            String text = Printer.print(node);

            assertThat(bare(Grammar.parse(text))).as(text).isEqualTo(node);
        }
    }

    /** A task that the inspector excludes must not match: the plan finds the same tasks as the tree alone. */
    @Test
    void the_plan_of_a_tree_finds_the_tasks_of_the_tree() {
        ClauseCompiler compiler = new ClauseCompiler(Instant.EPOCH, new Masking(List.of()).view());
        for (int i = 0; i < QUERIES; i++) {
            String text = Printer.print(node(3));
            InspectedTask task = task();
            try {
                Query query = parser.parse(text);
                TaskFilter filter = query.filter();
                boolean planned = (filter.queues().isEmpty() || filter.queues().contains(task.info().queue()))
                        && (filter.states().isEmpty() || filter.states().contains(task.info().state()))
                        && filter.matches(task) && query.matches(task);

                assertThat(planned).as(text).isEqualTo(compiler.of(Grammar.parse(text)).test(task));
            } catch (QueryException e) {
                fail(text, e);
            }
        }
    }
}
