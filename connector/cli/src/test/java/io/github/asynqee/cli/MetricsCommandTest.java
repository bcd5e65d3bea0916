package io.github.asynqee.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.ConnectException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.Task;
import io.github.asynqee.engine.Asynq;
import io.github.asynqee.inspect.connect.Inspectors;
import io.github.asynqee.internal.protocol.QueueKeys;
import io.github.asynqee.testkit.EmbeddedRedis;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.args.ClientPauseMode;

/** {@code asynq metrics} over HTTP. */
class MetricsCommandTest {

    private EmbeddedRedis redis;

    @BeforeEach
    void start() {
        redis = EmbeddedRedis.start();
        try (AsynqClient client = Asynq.connect(redis.url())) {
            client.enqueue(Task.of("a", "{}").queue("mail"));
        }
    }

    @AfterEach
    void stop() {
        redis.close();
    }

    @Test
    void the_client_gets_the_format_it_accepts() throws Exception {
        try (MetricsRun metrics = new MetricsRun(redis.url(), Clock.systemUTC())) {
            HttpResponse<String> text = metrics.get("/metrics", BodyHandlers.ofString());
            assertThat(text.headers().firstValue("Content-Type")).hasValue("text/plain; version=0.0.4; charset=utf-8");
            assertThat(text.body()).contains("\nasynq_queue_size{queue=\"mail\"} 1\n").doesNotContain("# EOF");
            HttpResponse<String> open = metrics.get("/metrics", BodyHandlers.ofString(), "Accept",
                    "application/openmetrics-text;version=1.0.0,text/plain;q=0.5");
            assertThat(open.headers().firstValue("Content-Type"))
                    .hasValue("application/openmetrics-text; version=1.0.0; charset=utf-8");
            assertThat(open.body()).contains("\nasynq_queue_size{queue=\"mail\"} 1.0\n").endsWith("# EOF\n");
        }
    }

    @Test
    void answers_are_compressed_for_clients_that_accept_it() throws Exception {
        try (MetricsRun metrics = new MetricsRun(redis.url(), Clock.systemUTC())) {
            HttpResponse<byte[]> zipped = metrics.get("/metrics", BodyHandlers.ofByteArray(), "Accept-Encoding",
                    "gzip");

            assertThat(zipped.headers().firstValue("Content-Encoding")).hasValue("gzip");
            try (GZIPInputStream plain = new GZIPInputStream(new ByteArrayInputStream(zipped.body()))) {
                assertThat(new String(plain.readAllBytes(), StandardCharsets.UTF_8)).contains("asynq_redis_up 1\n");
            }
        }
    }

    @Test
    void other_paths_and_methods() throws Exception {
        try (MetricsRun metrics = new MetricsRun(redis.url(), Clock.systemUTC())) {
            assertThat(metrics.send("GET", "/").body()).contains("href=\"/metrics\"");
            assertThat(metrics.send("GET", "/metrics/more").statusCode()).isEqualTo(404);
            assertThat(metrics.send("POST", "/metrics").statusCode()).isEqualTo(405);
            HttpResponse<String> head = metrics.send("HEAD", "/metrics");
            assertThat(head.statusCode()).isEqualTo(200);
            assertThat(head.body()).isEmpty();
        }
    }

    @Test
    void it_listens_on_the_loopback_interface_only_by_default() throws Exception {
        InetAddress other = NetworkInterface.networkInterfaces().flatMap(NetworkInterface::inetAddresses)
                .filter(address -> address instanceof Inet4Address && !address.isLoopbackAddress())
                .findAny().orElse(null);
        assumeTrue(other != null, "this machine has only a loopback interface");
        try (MetricsRun metrics = new MetricsRun(redis.url(), Clock.systemUTC())) {
            assertThatThrownBy(() -> new Socket(other, metrics.port()).close())
                    .isInstanceOf(ConnectException.class);
        }
    }

    @Test
    void without_redis_it_serves_that_redis_is_down() throws Exception {
        redis.close();
        try (MetricsRun metrics = new MetricsRun(redis.url(), Clock.systemUTC())) {
            assertThat(metrics.lines("*/*")).contains("asynq_redis_up 0", "asynq_scrape_errors_total 1");
            assertThat(metrics.err.toString()).startsWith("WARNING: ").contains(redis.url());
        }
    }

    @Test
    void a_queue_that_cannot_be_read_is_logged_once() throws Exception {
        try (Jedis jedis = new Jedis(redis.host(), redis.port());
                MetricsRun metrics = new MetricsRun(redis.url(), Clock.systemUTC())) {
            jedis.set(QueueKeys.of("mail").groups(), "not a set");

            assertThat(metrics.lines("*/*")).contains("asynq_queue_up{queue=\"mail\"} 0");
            assertThat(metrics.lines("*/*")).contains("asynq_scrape_errors_total 2");
            assertThat(metrics.err.toString().lines()).singleElement().asString().startsWith("WARNING: ")
                    .contains("mail", "WRONGTYPE");
        }
    }

    @Test
    void a_port_in_use_is_one_line() throws Exception {
        try (MetricsRun metrics = new MetricsRun(redis.url(), Clock.systemUTC())) {
            StringWriter err = new StringWriter();
            CommandLine second = AsynqCommand.commandLine(new AsynqCommand(Clock.systemUTC(), Inspectors::connect));
            second.setErr(new PrintWriter(err, true));

            assertThat(second.execute("metrics", "--port=" + metrics.port(), "--uri=" + redis.url())).isEqualTo(1);
            assertThat(err.toString().lines()).singleElement().asString()
                    .startsWith("error: cannot listen on 127.0.0.1:" + metrics.port());
        }
    }

    /** Core needs Prometheus' library for Java only for the collector that an application registers. */
    @Test
    void prometheus_library_is_not_needed() {
        assertThatThrownBy(() -> Class.forName("io.prometheus.metrics.model.registry.MultiCollector"))
                .isInstanceOf(ClassNotFoundException.class);
    }

    @Test
    void sigterm_ends_the_process_after_the_scrape_in_progress() throws Exception {
        Process process = new ProcessBuilder(System.getProperty("java.home") + "/bin/java", "-cp",
                System.getProperty("java.class.path"), Main.class.getName(), "metrics", "--port=0",
                "--uri=" + redis.url()).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
                Jedis jedis = new Jedis(redis.host(), redis.port())) {
            URI url = MetricsRun.url(out.readLine());
            scrape(url).get(30, TimeUnit.SECONDS);
            jedis.clientPause(20_000, ClientPauseMode.WRITE);
            CompletableFuture<HttpResponse<String>> scrape = scrape(url);
            while (!jedis.info("clients").contains("blocked_clients:1")) {
                assertThat(scrape).isNotDone();
            }

            process.destroy();
            jedis.clientUnpause();

            assertThat(scrape.get(30, TimeUnit.SECONDS).body()).contains("asynq_queue_size{queue=\"mail\"} 1\n");
            assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
            assertThat(process.exitValue()).isZero();
        } finally {
            process.destroyForcibly();
        }
    }

    private static CompletableFuture<HttpResponse<String>> scrape(URI url) {
        return MetricsRun.HTTP.sendAsync(HttpRequest.newBuilder(url).build(), BodyHandlers.ofString());
    }
}
