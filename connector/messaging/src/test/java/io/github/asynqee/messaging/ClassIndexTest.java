package io.github.asynqee.messaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.messaging.internal.runtime.AsynqConnector;
import org.jboss.jandex.IndexReader;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The index of classes in each jar of a WAR: a server that reads it does not see classes that are missing there. */
class ClassIndexTest {

    private static final String INDEX = "META-INF/jandex.idx";

    @ParameterizedTest
    @ValueSource(classes = { RedisConfig.class, AsynqClient.class, Inspector.class, AsynqConnector.class })
    void the_index_has_all_classes(Class<?> one) throws IOException, URISyntaxException {
        URI location = one.getProtectionDomain().getCodeSource().getLocation().toURI();
        if (Files.isDirectory(Path.of(location))) {
            compare(Path.of(location));
        } else {
            try (FileSystem jar = FileSystems.newFileSystem(Path.of(location))) {
                compare(jar.getPath("/"));
            }
        }
    }

    private static void compare(Path root) throws IOException {
        try (InputStream index = Files.newInputStream(root.resolve(INDEX)); Stream<Path> files = Files.walk(root)) {
            assertThat(new IndexReader(index).read().getKnownClasses())
                    .extracting(known -> known.name().toString().replace('.', '/') + ".class")
                    .containsExactlyInAnyOrderElementsOf(files.map(file -> root.relativize(file).toString())
                            .filter(name -> name.endsWith(".class")).toList());
        }
    }
}
