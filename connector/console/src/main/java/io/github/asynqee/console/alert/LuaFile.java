package io.github.asynqee.console.alert;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Scripts beside the classes. */
final class LuaFile {

    private LuaFile() {}

    static String read(String name) {
        try (InputStream in = LuaFile.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
