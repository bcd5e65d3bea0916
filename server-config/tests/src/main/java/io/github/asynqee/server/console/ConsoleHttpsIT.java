package io.github.asynqee.server.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.net.Socket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

import io.github.asynqee.server.OnOneServer;
import io.github.asynqee.server.SampleDeployment;
import io.github.asynqee.server.ServerUnderTest;
import io.github.asynqee.server.process.AppServer;
import io.github.asynqee.server.process.ServerPorts;
import io.github.asynqee.server.process.ServerProcess;
import io.github.asynqee.testkit.EmbeddedRedis;
import org.jboss.shrinkwrap.api.exporter.ZipExporter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;

/** The console over HTTPS, on a server that is configured as the documentation has it. */
@Execution(CONCURRENT)
@OnOneServer(AppServer.LIBERTY)
class ConsoleHttpsIT {

    private static final String HSTS = "Strict-Transport-Security";

    @Test
    void cookies_are_for_https_alone_and_browsers_are_told_to_use_nothing_else() throws Exception {
        int port = ServerPorts.free().http();
        try (EmbeddedRedis redis = EmbeddedRedis.start(); ServerProcess server = server(console(redis), port)) {
            server.awaitReady(Duration.ofSeconds(120));
            ConsoleUser user = ConsoleUser.anonymous(URI.create("https://localhost:" + port + "/"), trustingAll());

            List<HttpResponse<String>> answers = new ArrayList<>();
            answers.add(user.get("login.html"));
            answers.add(user.login("viewer", "viewer"));
            answers.add(user.get("api/session"));

            assertThat(answers.get(2).statusCode()).isEqualTo(200);
            assertThat(answers.get(0).headers().allValues(HSTS)).containsExactly("max-age=31536000");
            assertThat(answers.get(2).headers().allValues(HSTS)).containsExactly("max-age=31536000");
            assertThat(answers.stream().flatMap(answer -> answer.headers().allValues("Set-Cookie").stream())
                    .filter(cookie -> !cookie.startsWith("WASReqURL=")).map(cookie -> cookie.toLowerCase(Locale.ROOT)))
                    .isNotEmpty()
                    .allSatisfy(cookie -> assertThat(cookie).contains("secure", "httponly", "samesite=strict"));
            assertThat(user.cookies().getCookieStore().getCookies())
                    .filteredOn(cookie -> !cookie.getName().equals("WASReqURL")).isNotEmpty()
                    .allMatch(cookie -> cookie.getSecure());
        }
    }

    private static ServerProcess server(Path console, int port) {
        return ServerProcess.of(ServerUnderTest.server(), ServerUnderTest.home())
                .instance(ServerUnderTest.workFile("console-https")).application(console).ports(ServerPorts.free())
                .https(port).start();
    }

    private static Path console(EmbeddedRedis redis) {
        Path war = ServerUnderTest.workFile("console-https-war").resolve("asynq-console.war");
        war.getParent().toFile().mkdirs();
        SampleDeployment.console("asynq.console.url=" + redis.url()).as(ZipExporter.class).exportTo(war.toFile(), true);
        return war;
    }

    /** Accepts the certificate that the server has made for itself. */
    private static SSLContext trustingAll() throws GeneralSecurityException {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, new TrustManager[]{ new X509ExtendedTrustManager() {

            @Override
            public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {
                throw new UnsupportedOperationException();
            }

            @Override
            public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {
                throw new UnsupportedOperationException();
            }

            @Override
            public void checkClientTrusted(X509Certificate[] chain, String type) {
                throw new UnsupportedOperationException();
            }

            @Override
            public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {
                // any
            }

            @Override
            public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {
                // any
            }

            @Override
            public void checkServerTrusted(X509Certificate[] chain, String type) {
                // any
            }

            @Override
            public X509Certificate[] getAcceptedIssuers() {
                return new X509Certificate[0];
            }
        } }, null);
        return context;
    }
}
