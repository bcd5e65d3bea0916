package io.github.asynqee;

import static io.github.asynqee.ProjectFiles.ROOT;
import static io.github.asynqee.ProjectFiles.list;
import static io.github.asynqee.ProjectFiles.read;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

/** {@code docs/troubleshooting.md} quotes messages that the product has. */
class TroubleshootingPageTest {

    private static final Pattern ROW = Pattern.compile("(?m)^\\| ([^|]*`[^|]*) \\| [^|]+ \\| [^|]+ \\|$");
    private static final Pattern QUOTED = Pattern.compile("`([^`]+)`");
    /** Messages of the servers and of Redis, and values of properties. */
    private static final Pattern FOREIGN = Pattern.compile("(SRMSG|WELD-)\\d+|Wiring error.*|has no (up|down)stream|"
            + "TypeNotPresentException|…Incoming|NoClassDefFoundError|org/eclipse/.*|Attempted to access bean .*|NOAUTH|NOPERM|Server does not support HELLO|"
            + "Read timed out|No default constructor found|rediss://|\\{}|log-failures=summary");
    private static final Pattern CONCATENATION = Pattern.compile("\"\\s*\\+\\s*\"");

    @Test
    void each_message_of_the_connector_is_in_its_sources() {
        String sources = list(ROOT.resolve("connector")).map(module -> module.resolve("src/main/java"))
                .filter(Files::isDirectory).flatMap(ProjectFiles::walk)
                .filter(file -> file.toString().endsWith(".java"))
                .map(file -> CONCATENATION.matcher(read(file)).replaceAll("")).collect(Collectors.joining());

        List<String> messages = messages().toList();

        assertThat(messages).hasSizeGreaterThan(35);
        assertThat(messages.stream().flatMap(message -> Stream.of(message.split("…")))
                .filter(part -> part.strip().length() > 5)).allSatisfy(part -> assertThat(sources).contains(part));
    }

    private static Stream<String> messages() {
        return ROW.matcher(read(ROOT.resolve("docs/troubleshooting.md"))).results()
                .flatMap(row -> QUOTED.matcher(row.group(1)).results()).map(quoted -> quoted.group(1))
                .filter(message -> !FOREIGN.matcher(message).matches());
    }
}
