package io.github.asynqee.internal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

/** The page that lists the used parts of the client library is complete. */
class JedisUseTest {

    private static final Path PAGE = Path.of("../../docs/decisions/9-jedis-below-its-api.md");
    private static final Pattern IMPORT = Pattern.compile("import redis\\.clients\\.[\\w.]*?(\\w+);");
    private static final Pattern NAME = Pattern.compile("`(\\w+)`");

    @Test
    void the_table_has_the_classes_that_the_engine_uses() throws IOException {
        Set<String> used = new TreeSet<>();
        for (String module : List.of("redis", "core")) {
            try (Stream<Path> files = Files.walk(Path.of("..", module, "src/main/java"))) {
                files.filter(file -> file.toString().endsWith(".java")).forEach(
                        file -> IMPORT.matcher(text(file)).results().map(found -> found.group(1)).forEach(used::add));
            }
        }

        Set<String> named = text(PAGE).lines().filter(line -> line.startsWith("| `")).map(line -> line.split("\\|")[1])
                .flatMap(cell -> NAME.matcher(cell).results()).map(name -> name.group(1))
                .collect(Collectors.toCollection(TreeSet::new));

        assertThat(named).isEqualTo(used);
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
