package io.github.asynqee;

import static io.github.asynqee.ProjectFiles.ROOT;
import static io.github.asynqee.ProjectFiles.list;
import static io.github.asynqee.ProjectFiles.read;
import static io.github.asynqee.ProjectFiles.walk;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

/** Pages can be read, and their changes compared, in a terminal. */
class PageLinesTest {

    private static final int COLUMNS = 120;
    private static final Pattern CODE = Pattern.compile("(?ms)^```.*?^```|^    [^\n]*$|^!\\[[^\n]*$");

    @Test
    void lines_have_at_most_120_columns() {
        Stream<Path> pages = Stream.concat(list(ROOT), walk(ROOT.resolve("docs")))
                .filter(file -> file.toString().endsWith(".md"));

        assertThat(pages.flatMap(PageLinesTest::longLines)).isEmpty();
    }

    /** Rows of tables, diagrams, code and recorded output cannot be broken; the pages of the console have none that long. */
    private static Stream<String> longLines(Path page) {
        boolean all = page.getFileName().toString().startsWith("console") && !page.endsWith("console-security.md");
        String prose = all ? read(page) : CODE.matcher(read(page)).replaceAll("");
        return prose.lines()
                .filter(line -> line.length() > COLUMNS && line.strip().contains(" ") && (all || !line.startsWith("|")))
                .map(line -> ROOT.relativize(page) + ": " + line);
    }
}
