package io.github.asynqee.cli.dash;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

import io.github.asynqee.TaskInfo;
import io.github.asynqee.TaskState;
import io.github.asynqee.cli.dash.Poller.Feed;
import io.github.asynqee.cli.dash.Poller.Loaded;
import io.github.asynqee.cli.dash.text.Frame;
import io.github.asynqee.cli.dash.text.SafeText;
import io.github.asynqee.cli.dash.text.Theme;
import io.github.asynqee.inspect.InspectedTask;
import io.github.asynqee.inspect.LimitKey;
import io.github.asynqee.inspect.QueueInfo;
import io.github.asynqee.inspect.Waiting;
import io.github.asynqee.internal.inspect.payload.PayloadReader;
import org.jline.utils.AttributedString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rendered screen, without a terminal. */
class ScreenTest {

    private static final Instant NOW = Instant.parse("2030-01-31T12:00:00Z");

    private final DashState state = new DashState(false);
    private final List<Action> performed = new ArrayList<>();
    private final Keys keys = new Keys(state, performed::add);
    private final Screen screen = new Screen("redis://h:1");
    private Data data;
    private String lost;

    private static Frame frame(int width, int height, Theme theme) {
        return new Frame(width, height - Screen.LINES_AROUND, NOW, ZoneOffset.UTC, theme, PayloadReader.WITHOUT_KEYS);
    }

    private List<AttributedString> render(Frame frame) {
        return screen.render(state, new Feed(new Loaded(state.place(), NOW.minusSeconds(34), data), lost, null, null),
                frame);
    }

    private List<String> render() {
        return render(frame(80, 24, new Theme(false, true))).stream().map(AttributedString::toString).toList();
    }

    private void press(String characters) {
        for (char c : characters.toCharArray()) {
            keys.handle(Key.of(c), 10);
            render();
        }
    }

    private static QueueInfo queue(String name, int pending) {
        return new QueueInfo(name, 123_456_789, Duration.ofMinutes(5), 0, pending, 1, 0, 2, 0, 0, 0, 0, 0, 0, 0,
                1_234_567, 7, 0,
                0,
                false, NOW);
    }

    private static InspectedTask task(String id, String text) {
        return new InspectedTask(new TaskInfo(id, "q", text, text.getBytes(StandardCharsets.UTF_8),
                Map.of(text, text), TaskState.RETRY, 25, 1, text, NOW, Duration.ZERO, null, text, Duration.ZERO, NOW,
                null), text.getBytes(StandardCharsets.UTF_8), false, null, 0, null,
                new LimitKey(text, text));
    }

    private static Waiting waiting(String text) {
        return new Waiting(Waiting.Reason.LIMIT, "the limit " + text, text, null, null, null, null);
    }

    /** Returns random characters, at least as strange as any in tasks. */
    private static String strange(Random random) {
        int[] ranges = { 0, 0x20, 0x80, 0x300, 0x590, 0x2000, 0x202a, 0x3040, 0xd800, 0xe000, 0xfe00, 0x1f1e6, 0x1f3fb,
                0x1f600, 0xe0100 };
        return IntStream.range(0, random.nextInt(80))
                .map(i -> ranges[random.nextInt(ranges.length)] + random.nextInt(32))
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append).toString();
    }

    @ParameterizedTest
    @CsvSource({ "80, 24", "200, 60", "61, 13", "30, 5" })
    void lines_are_as_many_as_rows_and_never_wider_than_the_screen_nor_raw(int width, int height) {
        Random random = new Random(1);
        state.go(Location.tasks("q", TaskState.RETRY));
        for (int round = 0; round < 100; round++) {
            String text = strange(random);
            data = round % 2 == 0 ? new Data.Tasks(queue(text, 3), List.of(waiting(text)),
                    List.of(task("1" + text, text), task("2", "")), List.of())
                    : new Data.OneTask(task(text, text), List.of(waiting(text)));
            state.go(round % 2 == 0 ? Location.tasks("q", TaskState.RETRY) : state.place().withDetail("1"));
            state.say(text);

            assertThat(render(frame(width, height, new Theme(true, round % 3 > 0)))).hasSize(height)
                    .allSatisfy(line -> {
                        assertThat(SafeText.width(line)).isLessThanOrEqualTo(width);
                        assertThat(line.toString().codePoints()).noneMatch(c -> Character.isISOControl(c)
                                || Character.getType(c) == Character.FORMAT || c >= 0xd800 && c < 0xf900);
                    });
        }
    }

    @Test
    void columns_are_aligned_under_wide_and_combined_characters() {
        state.go(Location.tasks("q", TaskState.RETRY));
        data = new Data.Tasks(queue("q", 3), List.of(), List.of(task("id-1", "plain"), task("id-2", "\u65e5\u672c"),
                task("id-3", "e\u0301\u0301")), List.of());

        List<String> lines = render();
        int header = lines
                .indexOf(lines.stream().filter(line -> line.contains("Next retry")).findFirst().orElseThrow());
        assertThat(lines.subList(header + 1, header + 4)).allSatisfy(
                line -> assertThat(SafeText.width(line.substring(0, line.indexOf("now"))))
                        .isEqualTo(lines.get(header).indexOf("Next retry")));
    }

    @Test
    void why_tasks_wait_is_above_them_and_in_the_details_of_one() {
        state.go(Location.tasks("q", TaskState.RETRY));
        data = new Data.Tasks(queue("q", 3), List.of(waiting("a"), waiting("b")), List.of(task("1", "")), List.of());
        assertThat(render().get(6).strip()).isEqualTo("The limit a.");

        state.go(state.place().withDetail("1"));
        data = new Data.OneTask(task("1", ""), List.of(waiting("a"), waiting("b")));
        assertThat(render()).map(String::stripTrailing).contains(" Why             The limit a.",
                "                 Next step: a", " Why             The limit b.");
    }

    @Test
    void a_lost_connection_is_shown_with_the_age_of_the_data() {
        data = new Data.Queues(List.of(queue("default", 3)), List.of());
        lost = "connection refused";

        assertThat(render().get(2)).startsWith(" Redis does not answer, the data is 34s old: connection refused");
        assertThat(render().get(4)).contains("default");
    }

    @Test
    void the_selected_row_stays_the_same_when_rows_come_before_it() {
        data = new Data.Queues(List.of(queue("b", 1), queue("d", 1)), List.of());
        render();
        press("j");
        data = new Data.Queues(List.of(queue("a", 1), queue("b", 1), queue("c", 1), queue("d", 1)), List.of());
        render();

        press("P");
        assertThat(state.asked().question()).isEqualTo("Pause queue \"d\"?");
        data = new Data.Queues(List.of(queue("a", 1)), List.of());
        render();
        assertThat(state.asked().question()).isEqualTo("Pause queue \"d\"?");
        press("x");
        assertThat(performed).isEmpty();
        press("Py");
        assertThat(performed).singleElement().extracting(Action::question).isEqualTo("Pause queue \"a\"?");
    }

    @Test
    void a_queue_that_cannot_be_read_is_opened_to_see_why() {
        data = new Data.Queues(List.of(queue("a", 1), queue("c", 1)), List.of("b"));
        assertThat(render().get(5)).startsWith(" b      unreadable");
        press("j");
        render();
        press("Px");
        assertThat(performed).isEmpty();
        keys.handle(Key.of(Key.Name.ENTER), 10);
        assertThat(state.place()).isEqualTo(Location.tasks("b", TaskState.PENDING));
    }

    @Test
    void a_long_list_scrolls_with_the_selection_and_the_numbers_are_full() {
        data = new Data.Queues(
                IntStream.range(0, 100).mapToObj(i -> queue(String.format("queue-%02d", i), i)).toList(), List.of());
        render();
        press("G");
        assertThat(String.join("\n", render())).contains("queue-99", "100 of 100", "1,234,567", "117.7 MB")
                .doesNotContain("queue-50");
        press("g");
        assertThat(render().get(4)).startsWith(" queue-00");
    }

    @Test
    void keys_of_a_terminal_are_recognized() throws java.io.IOException {
        int[] input = "\u001b[A\u001bOB\u001b[5~\u001b[1;5Cx\u001b1".chars().toArray();
        int[] position = { 0 };
        Key.Source source = timeout -> position[0] < input.length ? input[position[0]++] : timeout == 0 ? -1 : -2;
        List<Key> read = new ArrayList<>();
        do {
            read.addAll(Key.read(source));
        } while (read.get(read.size() - 1).name() != Key.Name.QUIT);

        assertThat(read).containsExactly(Key.of(Key.Name.UP), Key.of(Key.Name.DOWN), Key.of(Key.Name.PAGE_UP),
                Key.of(Key.Name.UNKNOWN), Key.of('x'), Key.of(Key.Name.ESCAPE), Key.of('1'), Key.of(Key.Name.QUIT));
    }
}
