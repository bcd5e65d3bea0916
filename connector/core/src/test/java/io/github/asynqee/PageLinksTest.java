package io.github.asynqee;

import static io.github.asynqee.ProjectFiles.ROOT;
import static io.github.asynqee.ProjectFiles.list;
import static io.github.asynqee.ProjectFiles.read;
import static io.github.asynqee.ProjectFiles.walk;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

/** Links and imports in the README and in all pages lead to files, headings and classes that exist. */
class PageLinksTest {

    private static final Pattern LINK = Pattern.compile("\\[[^\\]]*]\\((?!https?:)([^)#\\s]*)(?:#([^)\\s]+))?\\)");
    /** The outermost class of an import. */
    private static final Pattern IMPORT = Pattern
            .compile("(?m)^import (?:static )?(io\\.github\\.asynqee\\.(?:[a-z]+\\.)*[A-Z]\\w*)[\\w.]*;$");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.+)$");

    @Test
    void every_relative_link_leads_somewhere() {
        List<Path> pages = pages();
        List<String> broken = new ArrayList<>();
        for (Path page : pages) {
            LINK.matcher(read(page)).results().filter(link -> !leadsSomewhere(page, link))
                    .forEach(link -> broken.add(ROOT.relativize(page) + ": " + link.group()));
        }

        assertThat(pages).hasSizeGreaterThan(10);
        assertThat(broken).isEmpty();
    }

    @Test
    void every_import_names_a_class_of_this_project() {
        List<Path> sources = list(ROOT.resolve("connector")).map(module -> module.resolve("src/main/java"))
                .filter(Files::isDirectory).toList();
        List<String> imports = pages().stream().flatMap(page -> IMPORT.matcher(read(page)).results())
                .map(match -> match.group(1).replace('.', '/') + ".java").distinct().toList();

        assertThat(imports).hasSizeGreaterThan(20).allSatisfy(
                file -> assertThat(sources).as(file).anyMatch(folder -> Files.exists(folder.resolve(file))));
    }

    private static boolean leadsSomewhere(Path page, MatchResult link) {
        Path target = link.group(1).isEmpty() ? page : page.resolveSibling(link.group(1));
        return Files.exists(target) && (link.group(2) == null || hasHeading(target, link.group(2)));
    }

    private static boolean hasHeading(Path page, String anchor) {
        return HEADING.matcher(read(page)).results().anyMatch(heading -> anchor(heading.group(1)).equals(anchor));
    }

    /** As GitHub makes it. */
    private static String anchor(String heading) {
        return heading.strip().toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N} _-]", "").replace(' ', '-');
    }

    private static List<Path> pages() {
        return Stream.concat(walk(ROOT.resolve("docs")), list(ROOT)).filter(file -> file.toString().endsWith(".md"))
                .toList();
    }
}
