package io.github.asynqee;

import static io.github.asynqee.ProjectFiles.ROOT;
import static io.github.asynqee.ProjectFiles.list;
import static io.github.asynqee.ProjectFiles.read;
import static io.github.asynqee.ProjectFiles.walk;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

/**
 * Pages, comments and texts for users are written in plain technical English. Lua is left out: Redis knows a script by the
 * digest of its text, comments included.
 */
class WordsTest {

    /** Phrase to what to say instead. */
    private static final Map<Pattern, String> PHRASES = new LinkedHashMap<>();
    private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/|//[^\n]*");
    /** Comments and texts; character literals are matched because they may be quotes. */
    private static final Pattern PROSE = Pattern
            .compile(COMMENT + "|\"\"\".*?\"\"\"|\"(?:\\\\.|[^\"\\\\\n])*+\"|'(?:\\\\.|[^'\\\\])'");
    private static final Pattern SCRIPT_PROSE = Pattern.compile(COMMENT + "|'(?:\\\\.|[^'\\\\\n])*+'");
    private static final int COLUMNS = 120;
    private static final Pattern CODE = Pattern.compile("(?ms)^```.*?^```|^    [^\n]*$|^!\\[[^\n]*$");

    static {
        say("(?:go|goes|gone|going|went) on", "continue");
        say("(?:is|are|was|were|be|been|being) looked (?:at|for|from|into)", "read, checked, examined, searched");
        say("since when", "the time from which");
        say("as far as", "if, where, those that");
        say("but for", "except, ignoring");
        say("for want of", "without, for a missing");
        say("what (?:became|else|of)", "the thing itself");
        say("whoever|whatever", "the thing itself");
        say("(?:give|gives|given|gave) back", "return");
        say("present", "current, set, available");
        say("(?:tell|tells|told|say|says|said) so", "reports, warns, logs");
        say("of the console's own|(?:connector|console|engine)'s own (?:use|calls|keys|threads|commands)", "internal");
        say("however (?:many|short|long|few)", "any number of, regardless of");
        say("in turns", "alternating, round-robin");
        say("at the most", "at most");
        say("no more of", "none of, no longer");
        say("at no cost", "without using a retry");
        say("put aside", "postponed");
        say("(?:and|or) the like", "such as");
        say("(?:some|any|every)body", "a user, a node, anyone, all users");
        say("(?:become|becomes|became) of", "the result, the end of");
        say("in the place of", "in place of");
        say("anew", "again, re-");
    }

    private static void say(String phrase, String instead) {
        PHRASES.put(Pattern.compile("\\b(?:" + phrase.replace(" ", "(?:\\s|\\*)+") + ")\\b", Pattern.CASE_INSENSITIVE),
                instead);
    }

    @Test
    void pages_have_no_riddles() {
        assertThat(pages().flatMap(WordsTest::found)).isEmpty();
    }

    @Test
    void lines_of_pages_have_at_most_120_columns() {
        assertThat(pages().flatMap(page -> longLines(page))).isEmpty();
    }

    /** Rows of tables, diagrams, code and recorded output cannot be broken; the pages of the console have none that long. */
    private static Stream<String> longLines(Path page) {
        boolean all = page.getFileName().toString().startsWith("console") && !page.endsWith("console-security.md");
        String prose = all ? read(page) : CODE.matcher(read(page)).replaceAll("");
        return prose.lines()
                .filter(line -> line.length() > COLUMNS && line.strip().contains(" ") && (all || !line.startsWith("|")))
                .map(line -> ROOT.relativize(page) + ": " + line);
    }

    @Test
    void comments_and_texts_have_no_riddles() {
        assertThat(sources(".java").filter(source -> !source.endsWith("WordsTest.java"))
                .flatMap(source -> foundIn(PROSE, source))).isEmpty();
    }

    @Test
    void scripts_and_pages_of_the_console_have_no_riddles() {
        assertThat(sources(".js").filter(source -> !source.toString().contains("vendor"))
                .flatMap(source -> isText(source) ? found(source) : foundIn(SCRIPT_PROSE, source))).isEmpty();
        assertThat(Stream.of(".html", "openapi.json").flatMap(WordsTest::sources).flatMap(WordsTest::found)).isEmpty();
    }

    private static boolean isText(Path script) {
        return script.getParent().endsWith("texts");
    }

    /** Of all modules. */
    private static Stream<Path> sources(String end) {
        return Stream.of("", "connector", "server-config").map(ROOT::resolve).flatMap(ProjectFiles::list)
                .map(module -> module.resolve("src")).filter(Files::isDirectory).flatMap(ProjectFiles::walk)
                .filter(file -> file.toString().endsWith(end));
    }

    private static Stream<String> foundIn(Pattern parts, Path file) {
        String text = read(file);
        return parts.matcher(text).results().filter(part -> !isTest(file) || part.group().startsWith("/"))
                .flatMap(part -> found(file, text, part.start(), part.end()));
    }

    private static Stream<String> found(Path file) {
        String text = read(file);
        return found(file, text, 0, text.length());
    }

    /** The phrases in a part of a file, with line and what to say instead. */
    private static Stream<String> found(Path file, String text, int from, int to) {
        return PHRASES.entrySet().stream()
                .flatMap(phrase -> phrase.getKey().matcher(text).region(from, to).results()
                        .map(hit -> ROOT.relativize(file) + ":" + line(text, hit.start()) + ": \""
                                + hit.group().replaceAll("\\s+", " ") + "\", say: " + phrase.getValue()));
    }

    private static long line(String text, int position) {
        return text.substring(0, position).chars().filter(character -> character == '\n').count() + 1;
    }

    /** Texts of tests are data, too. */
    private static boolean isTest(Path source) {
        return source.toString().contains("/src/test/");
    }

    private static Stream<Path> pages() {
        return Stream.concat(list(ROOT), walk(ROOT.resolve("docs")))
                .filter(file -> file.toString().endsWith(".md"));
    }
}
