package io.github.asynqee.console;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

/** The build makes one script of all modules and one style sheet of all parts, the same in any environment. */
class BuiltPagesTest {

    private static final Path PAGES = Path.of("src/main/webapp");
    private static final Path SCRIPTS = PAGES.resolve("js");
    private static final Path VENDOR = Path.of("src/main/vendor");
    private static final Path BUNDLE = Path.of("target/bundle");
    private static final int NOT_ASCII = 0x80;
    /** The character that replaces undecodable bytes. */
    private static final int REPLACEMENT = 0xFFFD;

    /** Not in the bundle: the first is loaded before it, the second without a login, the last has types only. */
    private static final Set<String> APART = Set.of("theme.js", "login.js");

    private static final Pattern IMPORT = Pattern.compile("(?m)^\\s*(?:import|export)?[^'\"]*from '([^']+)'");
    private static final Pattern FILE = Pattern.compile("(?:href|src)=\"((?:js|css|img)/[^\"]+)\"");

    private final String script = read(BUNDLE.resolve("js/console.js"));

    @Test
    void each_module_is_in_the_script_and_each_import_is_a_file() throws IOException {
        for (Path module : files(SCRIPTS)) {
            String name = SCRIPTS.relativize(module).toString();
            if (!APART.contains(name)) {
                assertThat(script).as(name + " is not imported").contains("$$module$js$" + named(name));
                IMPORT.matcher(read(module)).results().map(found -> found.group(1))
                        .forEach(path -> assertThat(resolved(module, path)).as(name).exists());
            }
        }
    }

    private static Path resolved(Path module, String path) {
        Path file = module.resolveSibling(path).normalize();
        return Files.exists(file) ? file : VENDOR.resolve(PAGES.resolve("vendor").relativize(file));
    }

    /** As the compiler names it. */
    private static String named(String module) {
        return module.replaceAll("\\.js$", "").replace('/', '$').replace('-', '_');
    }

    @Test
    void the_script_needs_nothing_else_and_has_no_comments() {
        assertThat(script).doesNotContainPattern("(?m)^import\\b").doesNotContainPattern("\\bimport\\(")
                .doesNotContain("/**", "sourceMappingURL").contains("$$module$vendor$preact$preact_module");
    }

    @Test
    void characters_of_texts_are_kept() throws IOException {
        Set<Integer> sources = files(SCRIPTS).stream()
                .flatMap(file -> notAscii(read(file).replaceAll("(?s)/\\*.*?\\*/|(?m)^\\s*//.*$", "")))
                .collect(toSet());

        assertThat(sources).contains((int) '…');
        assertThat(notAscii(script).collect(toSet())).containsAll(sources).doesNotContain(REPLACEMENT);
    }

    @Test
    void each_style_sheet_is_in_the_one_that_is_served() throws IOException {
        String built = read(BUNDLE.resolve("css/console.css"));
        for (Path part : files(PAGES.resolve("css"))) {
            assertThat(built).as(part.toString()).contains(read(part).strip());
        }
    }

    @Test
    void pages_name_files_that_there_are() throws IOException {
        for (String page : List.of("index.html", "login.html", "login-error.html", "WEB-INF/error.html")) {
            String text = read(PAGES.resolve(page)).replace("{root}", "");
            assertThat(FILE.matcher(text).results().map((MatchResult found) -> found.group(1)))
                    .as(page).hasSizeGreaterThan(1).allMatch(file -> Files.exists(BUNDLE.resolve(file))
                            || Files.exists(PAGES.resolve(file)));
        }
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new AssertionError("there is no " + file, e);
        }
    }

    private static Stream<Integer> notAscii(String text) {
        return text.codePoints().filter(c -> c >= NOT_ASCII).boxed();
    }
}
