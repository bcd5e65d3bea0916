package io.github.asynqee.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

/** The modules of others that the pages load: unchanged files of a version without known vulnerabilities. */
class VendoredModulesTest {

    private static final Path SOURCES = Path.of("src/main/vendor");
    private static final String RECORD = "module.properties";
    private static final String HASH = "sha512.";

    /** CVE-2026-22028: JSON was taken for an element. */
    private static final Map<String, List<String>> VULNERABLE = Map.of("preact", List.of("10.26.5", "10.26.6",
            "10.26.7", "10.26.8", "10.26.9", "10.27.0", "10.27.1", "10.27.2", "10.28.0", "10.28.1"));

    private static List<Path> modules() throws IOException {
        try (Stream<Path> folders = Files.list(SOURCES)) {
            List<Path> modules = folders.sorted().toList();
            assertThat(modules).isNotEmpty();
            return modules;
        }
    }

    private static Properties record(Path module) throws IOException {
        Properties record = new Properties();
        try (BufferedReader reader = Files.newBufferedReader(module.resolve(RECORD), StandardCharsets.UTF_8)) {
            record.load(reader);
        }
        return record;
    }

    @Test
    void each_file_is_as_it_was_published() throws IOException {
        for (Path module : modules()) {
            Map<String, String> recorded = new TreeMap<>();
            record(module).forEach((name, value) -> {
                if (name.toString().startsWith(HASH)) {
                    recorded.put(name.toString().substring(HASH.length()), value.toString());
                }
            });
            assertThat(hashes(module)).as("SHA-512 of the files of " + module).isEqualTo(recorded)
                    .containsKey("LICENSE");
        }
    }

    private static Map<String, String> hashes(Path module) throws IOException {
        Map<String, String> hashes = new TreeMap<>();
        try (Stream<Path> files = Files.list(module)) {
            for (Path file : files.filter(each -> !each.endsWith(RECORD)).toList()) {
                hashes.put(file.getFileName().toString(), sha512(Files.readAllBytes(file)));
            }
        }
        return hashes;
    }

    private static String sha512(byte[] bytes) {
        try {
            return Base64.getEncoder().encodeToString(MessageDigest.getInstance("SHA-512").digest(bytes));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void each_record_has_the_source_and_a_version_without_known_vulnerabilities() throws IOException {
        for (Path module : modules()) {
            Properties record = record(module);
            String name = record.getProperty("package");
            assertThat(name).isEqualTo(module.getFileName().toString());
            assertThat(record.stringPropertyNames()).containsAll(Set.of("version", "license", "integrity"));
            assertThat(record.getProperty("version")).as(name).matches("\\d+\\.\\d+\\.\\d+")
                    .isNotIn(VULNERABLE.getOrDefault(name, List.of()));
        }
    }

    @Test
    void types_are_checked_against_the_same_package() throws IOException {
        String lock = Files.readString(Path.of("src/test/js-checks/package-lock.json"));
        for (Path module : modules()) {
            Properties record = record(module);
            assertThat(lock).containsPattern("\"node_modules/" + record.getProperty("package") + "\": \\{\\s*"
                    + "\"version\": \"" + Pattern.quote(record.getProperty("version")) + "\",\\s*"
                    + "\"integrity\": \"" + Pattern.quote(record.getProperty("integrity")));
        }
    }
}
