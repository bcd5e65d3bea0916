package io.github.asynqee;

import static io.github.asynqee.ProjectFiles.ROOT;
import static io.github.asynqee.ProjectFiles.list;
import static io.github.asynqee.ProjectFiles.read;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

/** Comments cite the protocol by section number: each number is a heading of {@code docs/contributing/protocol.md}. */
class ProtocolReferencesTest {

    private static final Path PAGE = ROOT.resolve("docs/contributing/protocol.md");
    private static final Set<String> KINDS = Set.of("java", "lua", "proto");
    private static final Pattern HEADING = Pattern.compile("(?m)^#{2,3} ([0-9]+(?:\\.[0-9]+)?) ");
    private static final Pattern REFERENCE = Pattern
            .compile("(?i)\\bprotocol (?:sections? )?([0-9]+(?:\\.[0-9]+)?)");
    /** Where a comment continues on its next line. */
    private static final Pattern LINE_BREAK = Pattern.compile("\\R\\s*(?:\\*|--|//)?\\s*");

    @Test
    void every_section_that_a_comment_cites_is_a_heading_of_the_page() {
        Map<String, Set<Path>> cited = new TreeMap<>();
        for (Path file : mainSources()) {
            String text = LINE_BREAK.matcher(read(file)).replaceAll(" ");
            numbers(REFERENCE, text)
                    .forEach(section -> cited.computeIfAbsent(section, key -> new TreeSet<>()).add(file));
        }
        Set<String> headings = numbers(HEADING, read(PAGE)).collect(Collectors.toSet());

        assertThat(cited).as("references found").hasSizeGreaterThan(20);
        cited.keySet().removeAll(headings);
        assertThat(cited).as("sections that docs/contributing/protocol.md does not have, and where they are cited")
                .isEmpty();
    }

    private static Stream<String> numbers(Pattern pattern, String text) {
        return pattern.matcher(text).results().map((MatchResult match) -> match.group(1));
    }

    private static List<Path> mainSources() {
        return list(ROOT.resolve("connector")).map(module -> module.resolve("src/main")).filter(Files::isDirectory)
                .flatMap(ProjectFiles::walk).filter(file -> KINDS.contains(extension(file))).toList();
    }

    private static String extension(Path file) {
        String name = file.getFileName().toString();
        return name.substring(name.lastIndexOf('.') + 1);
    }
}
