package io.github.asynqee.sources;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.github.asynqee.sources.RegularExpressions.Use;
import org.junit.jupiter.api.Test;

/**
 * Each regular expression of the products is tried with long texts that are made of what it looks for: it needs no more stack
 * than a text of some characters does, and its time grows in proportion to the text.
 */
class RegularExpressionsTest {

    private static final List<Path> SOURCES = Stream
            .of("redis", "core", "inspector", "messaging", "transactions", "cli",
                    "console", "testkit-junit")
            .map(module -> Path.of("..", module, "src/main/java")).toList();

    /** Files with methods of the same names that take no regular expression. */
    private static final Set<String> OTHERS = Set.of("CalendarTicks.java", "RedisBulkOperations.java",
            "RedisTasks.java",
            "MetricBean.java", "OpenTelemetryInstruments.java", "ApiGuard.java", "Silence.java", "AlertSettings.java",
            "HiddenValues.java", "Masking.java", "Jobs.java", "JobRunner.java", "GroupWatch.java", "SpecWords.java");

    /** Applied to nothing but the user's own file. */
    private static final Set<String> OWN_TEXTS = Set.of("ConfigFile.java");

    private static final int LENGTH = 20_000;
    /** Characters read for each character of the text. */
    private static final int READS = 200;
    private static final long STACK = 256 * 1024;

    @Test
    void none_overflows_the_stack_or_reads_a_text_again_and_again() throws Exception {
        List<Use> uses = RegularExpressions.in(SOURCES);
        assertThat(uses).hasSizeGreaterThan(80);

        Set<String> bad = new TreeSet<>();
        for (Use use : uses) {
            if (use.text() != null && !OWN_TEXTS.contains(use.file())) {
                String problem = problem(Pattern.compile(use.text()), use.finds());
                if (problem != null) {
                    bad.add(use.place() + ": " + problem);
                }
            }
        }
        assertThat(bad).isEmpty();
    }

    @Test
    void nor_does_one_of_the_consoles_scripts() throws Exception {
        List<Use> uses = ScriptExpressions.in(Path.of("../console/src/main/webapp/js"));
        assertThat(uses).hasSizeGreaterThan(25).extracting(Use::file).contains("json-text.js", "visible.js",
                "trace.js");

        Set<String> bad = new TreeSet<>();
        for (Use use : uses) {
            String problem = problem(Pattern.compile(use.text()), use.finds());
            // a browser does not need the stack
            if (problem != null && !problem.startsWith(StackOverflowError.class.getName())) {
                bad.add(use.place() + ": " + problem);
            }
        }
        assertThat(bad).isEmpty();
    }

    @Test
    void all_are_constants() {
        assertThat(RegularExpressions.in(SOURCES)).filteredOn(use -> use.text() == null)
                .extracting(Use::file).containsAll(OTHERS).isSubsetOf(OTHERS);
    }

    @Test
    void bad_ones_are_recognized() throws Exception {
        assertThat(problem(Pattern.compile("\\d+(?:[.,:]\\d+)*"), true)).contains("StackOverflowError");
        assertThat(problem(Pattern.compile("(a|b)*c"), false)).contains("StackOverflowError");
        assertThat(problem(Pattern.compile("\\s+$"), true)).contains("reads");
        assertThat(problem(Pattern.compile("\\d++(?:[.,:]\\d++)*+"), true)).isNull();
    }

    /** The first problem, {@code null} if there is none. */
    private static String problem(Pattern pattern, boolean finds) throws Exception {
        Consumer<Matcher> use = finds ? RegularExpressionsTest::findAll : Matcher::matches;
        FutureTask<String> run = new FutureTask<>(() -> texts(pattern).stream().map(text -> {
            try {
                use.accept(pattern.matcher(new Counted(text)));
                return null;
            } catch (StackOverflowError | IllegalStateException e) {
                return e + " with " + text.substring(0, 20) + "…" + text.substring(text.length() - 3);
            }
        }).filter(Objects::nonNull).findFirst().orElse(null));
        Thread thread = new Thread(null, run, "regular expressions", STACK);
        thread.start();
        return run.get();
    }

    private static void findAll(Matcher matcher) {
        while (matcher.find()) {
            assertThat(matcher.end()).isGreaterThanOrEqualTo(matcher.start());
        }
    }

    /** Of the characters and words of the expression and some others, once, twice and in pairs, with several ends. */
    private static List<String> texts(Pattern pattern) {
        Set<String> units = new TreeSet<>(List.of("1", "a", "-", " ", "1.", "a1", "\n", "\u00e4"));
        pattern.pattern().chars().filter(c -> c != '\\').forEach(c -> units.add(String.valueOf((char) c)));
        Stream.of(pattern.pattern().split("[^A-Za-z:=;@/,-]+")).filter(word -> word.length() > 1).forEach(units::add);
        List<String> texts = new ArrayList<>();
        for (String unit : units) {
            for (String other : List.of("", "1", "a", ",", ":")) {
                String text = (unit + other).repeat(LENGTH).substring(0, LENGTH);
                texts.add(text);
                texts.add(unit + text + "\u0000");
                texts.add("\u0001" + text + "\u0000");
            }
        }
        return texts;
    }

    /** A text that can be read a limited number of times. */
    private static final class Counted implements CharSequence {

        private final String text;
        private long left;

        private Counted(String text) {
            this.text = text;
            this.left = (long) READS * text.length();
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public char charAt(int index) {
            if (--left < 0) {
                throw new IllegalStateException("more than " + READS + " reads of each character");
            }
            return text.charAt(index);
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return text.subSequence(start, end);
        }

        @Override
        public String toString() {
            return text;
        }
    }
}
