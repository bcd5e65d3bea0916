package io.github.asynqee.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

/** What the build makes of the pages' scripts: their text without comments, in any environment. */
class BuiltPagesTest {

    private static final Path SOURCES = Path.of("src/main/webapp/js");
    private static final Path BUILT = Path.of("target/pages/js");
    private static final int NOT_ASCII = 0x80;

    @Test
    void scripts_have_the_same_characters_after_the_build() throws IOException {
        for (Path source : scripts(SOURCES)) {
            String built = Files.readString(BUILT.resolve(SOURCES.relativize(source)));
            String withoutComments = Files.readString(source).replaceAll("(?s)/\\*\\*.*?\\*/", "");
            assertThat(notAscii(built)).as(source.toString()).isEqualTo(notAscii(withoutComments));
        }
    }

    @Test
    void each_script_is_built_and_no_other() throws IOException {
        assertThat(scripts(BUILT).stream().map(BUILT::relativize))
                .containsExactlyElementsOf(scripts(SOURCES).stream().map(SOURCES::relativize).toList());
    }

    private static List<Path> scripts(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            List<Path> scripts = files.filter(file -> file.toString().endsWith(".js")).sorted().toList();
            assertThat(scripts).hasSizeGreaterThan(90);
            return scripts;
        }
    }

    private static List<Integer> notAscii(String text) {
        return text.codePoints().filter(c -> c >= NOT_ASCII).boxed().toList();
    }
}
