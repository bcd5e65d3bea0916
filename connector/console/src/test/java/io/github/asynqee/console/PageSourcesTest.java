package io.github.asynqee.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

/**
 * The sources of the pages: short lines, scripts that import each other in one direction only, and nothing that fails for some
 * data.
 */
class PageSourcesTest {

    private static final Path PAGES = Path.of("src/main/webapp");
    private static final Path SCRIPTS = PAGES.resolve("js");
    private static final int MAX_COLUMNS = 120;

    /** Folders from the lowest to the highest. A script imports only from its own folder and from earlier ones. */
    private static final List<String> ORDER = List.of("texts", "core", "ui", "tasks", "dialogs", "cron", "alerts",
            "pages", "shell", "");

    /** A whole import or export of another script, or its last line. */
    private static final Pattern IMPORT = Pattern.compile("^(?:import |export |\\} )(?:[^']* )?'(\\.[^']+)';",
            Pattern.MULTILINE);

    /** Fails for a time outside the range of a browser, or is not a number then. */
    private static final Pattern TIME = Pattern.compile("Intl\\.DateTimeFormat\\(|Date\\.parse\\(|toISOString\\(");

    /** Where times are read and written, with tests over hostile ones. */
    private static final Set<String> FORMATS = Set.of("core/format.js", "core/zone-time.js");

    /** Fails for half of a surrogate pair. */
    private static final Pattern ENCODED = Pattern.compile("encodeURIComponent\\((?!text\\.replace|name\\))");

    /** Rows of data that are drawn without {@code each}, so that one bad row would break them all. */
    private static final Pattern ROWS = Pattern.compile(
            "<tbody>\\s*\\$\\{(?!each\\()|\\.map\\(\\([^=]*=>\\s*(?:\\[\\s*)?html`\\s*<(?:tr|dt)\\b");

    private static List<Path> sources(Path folder, String... types) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> Stream.of(types).anyMatch(file.toString()::endsWith)).sorted().toList();
        }
    }

    /** The scripts that each script imports, without the modules of others. */
    private static Map<Path, List<Path>> imports() throws IOException {
        Map<Path, List<Path>> imports = new TreeMap<>();
        for (Path script : sources(SCRIPTS, ".js")) {
            Matcher matcher = IMPORT.matcher(Files.readString(script));
            imports.put(script, matcher.results().map(match -> script.resolveSibling(match.group(1)).normalize())
                    .filter(imported -> imported.startsWith(SCRIPTS)).toList());
        }
        return imports;
    }

    private static String folder(Path script) {
        return SCRIPTS.relativize(script.getParent()).toString();
    }

    @Test
    void no_line_has_more_than_120_columns() throws IOException {
        List<String> longer = new ArrayList<>();
        for (Path source : sources(PAGES, ".js", ".css", ".html")) {
            List<String> lines = Files.readAllLines(source);
            for (int i = 0; i < lines.size(); i++) {
                if (lines.get(i).length() > MAX_COLUMNS) {
                    longer.add(source + ":" + (i + 1) + " has " + lines.get(i).length());
                }
            }
        }
        assertThat(longer).isEmpty();
    }

    @Test
    void only_the_formats_read_and_write_times() throws IOException {
        assertThat(found(TIME)).allSatisfy(place -> assertThat(FORMATS).contains(place.split(":")[0]));
    }

    @Test
    void texts_become_parts_of_addresses_in_one_way() throws IOException {
        assertThat(found(ENCODED)).isEmpty();
    }

    @Test
    void rows_of_data_are_drawn_one_by_one() throws IOException {
        assertThat(found(ROWS)).isEmpty();
    }

    /** The places of a pattern in the scripts. */
    private static List<String> found(Pattern pattern) throws IOException {
        List<String> found = new ArrayList<>();
        for (Path source : sources(SCRIPTS, ".js")) {
            pattern.matcher(Files.readString(source)).results()
                    .forEach(match -> found.add(SCRIPTS.relativize(source) + ":" + match.group()));
        }
        return found;
    }

    @Test
    void each_imported_script_exists() throws IOException {
        Map<Path, List<Path>> imports = imports();
        assertThat(imports.values()).anySatisfy(imported -> assertThat(imported).hasSizeGreaterThan(10));
        imports.forEach((script, imported) -> assertThat(imports.keySet()).as(script.toString()).containsAll(imported));
    }

    @Test
    void folders_import_in_one_direction() throws IOException {
        imports().forEach((script, imported) -> {
            assertThat(ORDER).as(script.toString()).contains(folder(script));
            assertThat(imported).as(script.toString()).allSatisfy(other -> assertThat(ORDER.indexOf(folder(other)))
                    .as("the place of " + other).isNotNegative().isLessThanOrEqualTo(ORDER.indexOf(folder(script))));
        });
    }

    @Test
    void no_script_imports_itself_by_way_of_others() throws IOException {
        Map<Path, List<Path>> imports = imports();
        Set<Path> done = new HashSet<>();
        imports.keySet().forEach(script -> walk(script, imports, new LinkedHashSet<>(), done));
    }

    private static void walk(Path script, Map<Path, List<Path>> imports, Set<Path> way, Set<Path> done) {
        assertThat(way).as("a circle of imports").doesNotContain(script);
        if (done.add(script)) {
            way.add(script);
            imports.getOrDefault(script, List.of()).forEach(next -> walk(next, imports, way, done));
            way.remove(script);
        }
    }
}
