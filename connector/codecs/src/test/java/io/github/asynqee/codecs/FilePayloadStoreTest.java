package io.github.asynqee.codecs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FilePayloadStoreTest {

    @TempDir
    Path directory;
    private Path folder;
    private FilePayloadStore store;

    @BeforeEach
    void open() throws IOException {
        folder = Files.createDirectory(directory.resolve("payloads"));
        store = new FilePayloadStore(folder);
    }

    private String put(String payload) throws IOException {
        return store.put(payload.getBytes(UTF_8), "../queue", "/type");
    }

    @Test
    void another_server_finds_what_was_put() throws IOException {
        String one = put("one");
        String other = put("one");

        assertThat(one).isNotEqualTo(other);
        try (InputStream bytes = new FilePayloadStore(folder).get(one).orElseThrow()) {
            assertThat(bytes).hasContent("one");
        }
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString())).containsExactlyInAnyOrder(one, other);
        }
    }

    @Test
    void no_reference_leads_out_of_the_folder() throws IOException {
        String name = put("one");
        Files.writeString(directory.resolve("secret"), "secret");
        Files.writeString(folder.resolve("secret"), "secret");

        for (String hostile : new String[]{ "../secret", directory.resolve("secret").toString(), "secret", "", ".",
                "../payloads/" + name, name + ".tmp", name + "/../../secret", name.toUpperCase(Locale.ROOT),
                name + "\0", "a".repeat(10_000) }) {
            assertThat(store.get(hostile)).as(hostile).isEmpty();
        }
        String link = "0".repeat(32);
        Files.createSymbolicLink(folder.resolve(link), directory.resolve("secret"));
        assertThatThrownBy(() -> store.get(link)).isInstanceOf(IOException.class);
    }

    @Test
    void what_is_gone_is_not_there_and_a_folder_that_is_gone_is_a_failure() throws IOException {
        String name = put("one");
        Files.delete(folder.resolve(name));
        assertThat(store.get(name)).isEmpty();

        Files.delete(folder);
        assertThatThrownBy(() -> store.get(name)).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> put("two")).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> new FilePayloadStore(folder)).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> new FilePayloadStore(Files.createFile(directory.resolve("file"))))
                .isInstanceOf(IOException.class);
    }
}
