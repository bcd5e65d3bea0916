package io.github.asynqee.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.github.asynqee.testkit.EmbeddedRedis;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisAccessControlException;

/** With the ACL rules in {@code docs/redis.md} only the console can write its audit log and its jobs. */
class ConsoleKeysAclTest {

    private static final Path PAGE = Path.of("../../docs/redis.md");
    private static final Path SOURCES = Path.of("src/main/java");
    private static final String PASSWORD = "secret";

    private static String[] rules(String user) throws IOException {
        Matcher line = Pattern.compile("(?m)^    user " + user + " on >" + PASSWORD + " (.*)$")
                .matcher(Files.readString(PAGE));
        assertThat(line.find()).as(user).isTrue();
        return line.group(1).split(" ");
    }

    /** All that begin the names of keys in the code of the console. */
    private static Set<String> keys() throws IOException {
        Set<String> keys = new TreeSet<>();
        try (Stream<Path> files = Files.walk(SOURCES)) {
            for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
                Matcher key = Pattern.compile("\"(asynq:[^\"]*)\"").matcher(Files.readString(file));
                while (key.find()) {
                    keys.add(key.group(1));
                }
            }
        }
        return keys;
    }

    @Test
    void no_other_user_reaches_the_keys_of_the_console() throws IOException {
        Set<String> keys = keys();
        assertThat(keys).hasSizeGreaterThan(7).contains("asynq:console:audit", "asynq:console:jobs");
        List<String> reached = new ArrayList<>();
        for (String user : List.of("producer", "worker", "operator", "console")) {
            try (EmbeddedRedis redis = EmbeddedRedis.builder().user(user, PASSWORD, rules(user)).start();
                    Jedis jedis = new Jedis(redis.host(), redis.port())) {
                jedis.auth(user, PASSWORD);
                for (String key : keys) {
                    try {
                        jedis.del(key);
                        reached.add(user + " " + key);
                    } catch (JedisAccessControlException e) {
                        assertThat(e).hasMessageContaining("NOPERM");
                    }
                }
            }
        }
        assertThat(reached).isEqualTo(keys.stream().map(key -> "console " + key).toList());
    }
}
