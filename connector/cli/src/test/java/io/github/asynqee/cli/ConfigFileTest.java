package io.github.asynqee.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Where Redis is, from options, environment and configuration file. */
class ConfigFileTest {

    @TempDir
    private Path home;

    private final Map<String, String> environment = new HashMap<>();
    private String url;
    private StringWriter err;

    @BeforeEach
    void forget() {
        url = null;
    }

    /** Runs a command up to the connection. */
    private int run(String... options) {
        err = new StringWriter();
        CommandLine commandLine = AsynqCommand.commandLine(new AsynqCommand(Clock.systemUTC(), connected -> {
            url = connected;
            throw new IllegalArgumentException("stop");
        }) {
            @Override
            public Path home() {
                return home;
            }

            @Override
            public UnaryOperator<String> environment() {
                return environment::get;
            }
        });
        commandLine.setErr(new PrintWriter(err, true));
        return commandLine.execute(Stream.concat(Stream.of("stats"), Stream.of(options)).toArray(String[]::new));
    }

    private Path file(String name, String... lines) throws IOException {
        Path file = Files.write(home.resolve(name), List.of(lines));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        return file;
    }

    @Test
    void an_option_counts_before_the_environment_and_that_before_the_file() throws IOException {
        run();
        assertThat(url).isEqualTo("redis://127.0.0.1:6379");

        file(".asynq.yaml", "uri: file:1", "db: 3", "username: reader", "password: a b");
        run();
        assertThat(url).isEqualTo("redis://reader:a%20b@file:1/3");

        environment.put("ASYNQ_URI", "environment:2");
        environment.put("ASYNQ_PASSWORD", "secret");
        run();
        assertThat(url).isEqualTo("redis://reader:secret@environment:2/3");

        run("--uri", "option:3", "--db", "0", "-p", "p");
        assertThat(url).isEqualTo("redis://reader:p@option:3");
        assertThat(err.toString()).doesNotContain("warning");
    }

    @Test
    void cluster_and_tls() throws IOException {
        file(".asynq.yml", "# nodes", "cluster: true", "cluster_addrs: [a:1, b:2]", "tls: true", "insecure: true");
        run();
        assertThat(url).isEqualTo("redis-cluster://a:1,b:2?tls=true&tls-verify=none");

        run("--config", file("other.json", "{\"uri\": \"h:1\", \"tls_server\": \"redis.example.com\", \"db\": null}")
                .toString());
        assertThat(url).isEqualTo("rediss://h:1?tls-server=redis.example.com");

        run("--config", file("url.yaml", "uri: redis-sentinel://s:1?master=m", "db: 3").toString());
        assertThat(url).isEqualTo("redis-sentinel://s:1?master=m");
    }

    @Test
    void a_server_of_a_stronger_source_counts_before_the_nodes_of_a_weaker_one() throws IOException {
        file(".asynq.yaml", "uri: file:1", "cluster: true", "cluster_addrs: a:1,b:2");
        run();
        assertThat(url).isEqualTo("redis-cluster://a:1,b:2");

        environment.put("ASYNQ_URI", "environment:2");
        run();
        assertThat(url).isEqualTo("redis-cluster://environment:2");

        environment.put("ASYNQ_CLUSTER_ADDRS", "c:3");
        run();
        assertThat(url).isEqualTo("redis-cluster://c:3");

        run("--uri", "option:4");
        assertThat(url).isEqualTo("redis-cluster://option:4");

        run("--uri", "option:4", "--cluster_addrs", "d:5");
        assertThat(url).isEqualTo("redis-cluster://d:5");
    }

    @Test
    void nodes_of_a_cluster_in_the_environment_count_before_a_url_in_the_file() throws IOException {
        file(".asynq.yaml", "uri: redis://file:1/3");
        environment.put("ASYNQ_CLUSTER_ADDRS", "test:7000");
        run();
        assertThat(url).isEqualTo("redis://file:1/3");

        environment.put("ASYNQ_CLUSTER", "true");
        run();
        assertThat(url).isEqualTo("redis-cluster://test:7000");
        run("--uri", "redis://option:2");
        assertThat(url).isEqualTo("redis://option:2");
    }

    @ParameterizedTest
    @ValueSource(strings = { "redis://h:2", "redis-cluster://h:2", "redis-sentinel://h:2?master=m" })
    void a_url_without_tls_is_refused_if_the_environment_or_the_file_asks_for_tls(String server) throws IOException {
        environment.put("ASYNQ_TLS", "true");
        assertThat(run("--uri", server)).isEqualTo(2);
        assertThat(err.toString()).contains("requests TLS").contains("rediss://");
        environment.put("ASYNQ_URI", server);
        assertThat(run()).isEqualTo(2);
        environment.remove("ASYNQ_TLS");
        environment.put("ASYNQ_TLS_SERVER", "name");
        assertThat(run()).isEqualTo(2);
        environment.remove("ASYNQ_TLS_SERVER");
        file(".asynq.yaml", "tls: true");
        assertThat(run()).isEqualTo(2);
        assertThat(url).isNull();

        environment.put("ASYNQ_TLS", "false");
        run();
        assertThat(url).isEqualTo(server);
        environment.put("ASYNQ_TLS", "true");
        run("--uri", "rediss://h:2");
        assertThat(url).isEqualTo("rediss://h:2");
        run("--uri", "redis-cluster://h:2?tls=true");
        assertThat(url).isEqualTo("redis-cluster://h:2?tls=true");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = { "-n 7 | --db", "-n 0 | --db", "-U me -p secret | --username, --password",
            "--cluster --cluster_addrs a:1 | --cluster, --cluster_addrs",
            "--tls --tls_server name --insecure | --tls, --tls_server, --insecure" })
    void an_option_beside_a_url_is_an_error_that_names_both(String options, String names) throws IOException {
        file(".asynq.yaml", "uri: redis://me:hidden@file:1/3", "db: 4");

        assertThat(run(options.split(" "))).isEqualTo(2);
        assertThat(err.toString()).contains(names + " cannot be combined with the URL redis://file:1/3: ")
                .doesNotContain("hidden")
                .doesNotContain("secret");
        assertThat(url).isNull();

        assertThat(run(("--uri rediss://h:2 " + options).split(" "))).isEqualTo(2);
        assertThat(err.toString()).contains(names + " cannot be combined with the URL rediss://h:2: ");

        environment.put("ASYNQ_DB", "5");
        run("--uri", "redis://h:2");
        assertThat(url).isEqualTo("redis://h:2");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = { "passwd: x | line 2: unknown key \"passwd\"; allowed: uri, db, ",
            "db: one | line 2: wrong value of \"db\"; allowed: a number from 0",
            "tls: maybe | line 2: wrong value of \"tls\"; allowed: true or false",
            "uri: [a, b] | line 2: wrong value of \"uri\"; allowed: one value",
            "'uri: ''a' | line 4: not YAML: ", "cluster: true | line 2: duplicate key \"cluster\"" })
    void an_error_names_file_line_key_and_what_is_allowed(String line, String expected) throws IOException {
        Path file = file("wrong.yaml", "cluster: false", line, "");

        assertThat(run("--config", file.toString())).isEqualTo(1);
        assertThat(err.toString()).startsWith("error: the configuration file " + file + ", " + expected);
        assertThat(url).isNull();
    }

    @Test
    void a_chosen_file_must_exist() {
        assertThat(run("--config", "missing.yaml")).isEqualTo(1);
        assertThat(err.toString()).contains("cannot read the configuration file missing.yaml");
    }

    @Test
    void a_password_that_others_can_read_is_a_warning() throws IOException {
        assumeThat(home.getFileSystem().supportedFileAttributeViews()).contains("posix");
        Path file = file(".asynq.yaml", "password: secret");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        run();
        assertThat(err.toString()).startsWith("warning: " + file).contains("chmod 600").doesNotContain("secret");

        Files.writeString(file, "uri: redis://:secret@h:1");
        run();
        assertThat(err.toString()).startsWith("warning: ");

        Files.writeString(file, "uri: redis://h:1");
        run();
        assertThat(err.toString()).doesNotContain("warning: ");
    }
}
