package io.github.asynqee.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipFile;

import io.github.asynqee.server.OnOneServer;
import io.github.asynqee.server.SampleDeployment;
import io.github.asynqee.server.ServerUnderTest;
import io.github.asynqee.server.process.AppServer;
import org.jboss.arquillian.container.test.api.Deployer;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The files of the pages: complete, compressed, fresh, and there after each deployment. */
@ArquillianTest
@RunAsClient
@OnOneServer(AppServer.LIBERTY)
class ConsoleFilesIT {

    private static final String CONSOLE = "console";
    private static final int BROWSERS = 4;
    private static final Map<String, String> TYPES = Map.of("js", "text/javascript", "css", "text/css", "html",
            "text/html", "svg", "image/svg+xml");

    @ArquillianResource
    private Deployer deployer;

    @Deployment(name = CONSOLE, managed = false, testable = false)
    static WebArchive console() {
        return SampleDeployment.console();
    }

    @BeforeEach
    void deploy() {
        deployer.deploy(CONSOLE);
    }

    @AfterEach
    void undeploy() {
        deployer.undeploy(CONSOLE);
    }

    /** The files that browsers ask for, with their content. */
    private static Map<String, byte[]> files() throws IOException {
        Map<String, byte[]> files = new LinkedHashMap<>();
        try (ZipFile war = new ZipFile(ServerUnderTest.consoleWar().toFile())) {
            for (var entry : war.stream().filter(entry -> TYPES.containsKey(extension(entry.getName()))
                    && !entry.getName().startsWith("WEB-INF/")).toList()) {
                files.put(entry.getName(), war.getInputStream(entry).readAllBytes());
            }
        }
        assertThat(files).containsOnlyKeys("index.html", "login.html", "login-error.html", "js/console.js",
                "js/theme.js", "js/login.js", "css/console.css", "img/mark.svg");
        return files;
    }

    private static String extension(String file) {
        return file.substring(file.lastIndexOf('.') + 1);
    }

    @Test
    void each_file_is_sent_compressed_with_its_type_and_again_only_when_it_has_changed() throws IOException {
        ConsoleUser viewer = ConsoleUser.named("viewer");
        for (Map.Entry<String, byte[]> file : files().entrySet()) {
            HttpResponse<byte[]> plain = viewer.bytes(ConsoleUser.request(file.getKey()));
            assertThat(plain.statusCode()).as(file.getKey()).isEqualTo(200);
            assertThat(plain.body()).as(file.getKey()).isEqualTo(file.getValue());
            assertThat(plain.headers().firstValue("Content-Type").orElse("")).as(file.getKey())
                    .startsWith(TYPES.get(extension(file.getKey())));
            assertThat(plain.headers().firstValue("Cache-Control")).as(file.getKey()).hasValue("no-cache");

            HttpResponse<byte[]> zipped = viewer.bytes(request(file.getKey(), "Accept-Encoding", "br, gzip"));
            assertThat(zipped.headers().allValues("Content-Encoding")).as(file.getKey()).containsExactly("gzip");
            assertThat(new GZIPInputStream(new ByteArrayInputStream(zipped.body())).readAllBytes()).as(file.getKey())
                    .isEqualTo(file.getValue());

            String tag = zipped.headers().firstValue("ETag").orElseThrow();
            HttpResponse<byte[]> again = viewer.bytes(request(file.getKey(), "If-None-Match", "\"other\", " + tag));
            assertThat(again.statusCode()).as(file.getKey()).isEqualTo(304);
            assertThat(again.body()).isEmpty();
        }
    }

    @Test
    void there_is_nothing_else_and_nothing_but_reading() {
        ConsoleUser viewer = ConsoleUser.named("viewer");

        for (String none : List.of("js/", "js/none.js", "js/main.js", "js/../WEB-INF/web.xml",
                "css/..%2fWEB-INF/web.xml",
                "META-INF/vendor/preact/LICENSE", "META-INF/MANIFEST.MF", "WEB-INF/web.xml", "none")) {
            assertThat(viewer.get(none).statusCode()).as(none).isBetween(400, 499);
        }
        HttpResponse<byte[]> head = viewer
                .bytes(ConsoleUser.request("js/console.js").method("HEAD", BodyPublishers.noBody()));
        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(head.body()).isEmpty();
        for (String method : List.of("POST", "PUT", "DELETE")) {
            assertThat(viewer.bytes(ConsoleUser.request("js/console.js").method(method, BodyPublishers.noBody()))
                    .statusCode()).as(method).isBetween(400, 499);
        }
        assertThat(viewer.get("").body()).contains("js/console.js");
    }

    @Test
    void a_new_deployment_serves_all_files_also_when_browsers_loaded_them_while_the_one_before_was_removed()
            throws Exception {
        List<String> files = List.copyOf(files().keySet());
        ExecutorService browsers = Executors.newFixedThreadPool(BROWSERS);
        AtomicBoolean isRemoved = new AtomicBoolean();
        try {
            ConsoleUser viewer = ConsoleUser.named("viewer");
            CountDownLatch loaded = new CountDownLatch(BROWSERS);
            for (int i = 0; i < BROWSERS; i++) {
                browsers.execute(() -> {
                    while (!isRemoved.get()) {
                        files.forEach(file -> status(viewer, file));
                        loaded.countDown();
                    }
                });
            }
            loaded.await();
            undeploy();
        } finally {
            isRemoved.set(true);
            browsers.shutdown();
        }
        assertThat(browsers.awaitTermination(90, TimeUnit.SECONDS)).isTrue();
        deploy();

        ConsoleUser viewer = ConsoleUser.named("viewer");
        for (String file : files) {
            assertThat(status(viewer, file)).as(file).isEqualTo(200);
        }
    }

    /** 0 without an answer. */
    private static int status(ConsoleUser user, String file) {
        try {
            return user.bytes(ConsoleUser.request(file)).statusCode();
        } catch (UncheckedIOException e) {
            return 0;
        }
    }

    private static HttpRequest.Builder request(String file, String header, String value) {
        return ConsoleUser.request(file).header(header, value);
    }
}
