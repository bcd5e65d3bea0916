package io.github.asynqee.server.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;
import static org.junit.jupiter.api.parallel.ExecutionMode.SAME_THREAD;

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
import java.util.Optional;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

import jakarta.mail.internet.MimeMessage;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import io.github.asynqee.AsynqClient;
import io.github.asynqee.Task;
import io.github.asynqee.engine.Asynq;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.connect.Inspectors;
import io.github.asynqee.server.OnOneServer;
import io.github.asynqee.server.SampleDeployment;
import io.github.asynqee.server.ServerUnderTest;
import io.github.asynqee.server.process.AppServer;
import io.github.asynqee.server.process.ServerPorts;
import io.github.asynqee.server.process.ServerProcess;
import io.github.asynqee.testkit.EmbeddedRedis;
import org.jboss.shrinkwrap.api.exporter.ZipExporter;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import redis.clients.jedis.RedisClient;

/**
 * The console on a server that is configured for HTTPS as the documentation has it. Alerts go by mail: to a mail server,
 * and through the mail session of the application server if it has one.
 */
@Execution(CONCURRENT)
@OnOneServer(AppServer.LIBERTY)
class ConsoleHttpsIT {

    private static final String HSTS = "Strict-Transport-Security";
    private static final int LIMIT_MILLIS = 60_000;
    private static final Optional<String> SESSION = ServerUnderTest.server().mailSession();
    private static final String AT_ONCE = """
            {"revision":1,"minSeverity":"warning","holdMs":0,"reminderMs":0,"off":["no-aof"],"thresholds":[],"silences":[]}""";

    private static GreenMail mail;
    private static EmbeddedRedis redis;
    private static ServerProcess server;
    private static int port;

    @BeforeAll
    static void start() {
        mail = new GreenMail(new ServerSetup(0, "localhost", ServerSetup.PROTOCOL_SMTP));
        mail.start();
        redis = EmbeddedRedis.start();
        try (RedisClient client = RedisClient.create(redis.url())) {
            client.set("asynq:console:alerts", AT_ONCE);
        }
        port = ServerPorts.free().http();
        server = ServerProcess.of(ServerUnderTest.server(), ServerUnderTest.telemetryHome())
                .instance(ServerUnderTest.workFile("console-https")).application(console()).ports(ServerPorts.free())
                .https(port).mail(mail.getSmtp().getPort()).start();
        server.awaitReady(Duration.ofMinutes(5));
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
        redis.close();
        mail.stop();
    }

    private static Path console() {
        Path war = ServerUnderTest.workFile("console-https-war").resolve("asynq-console.war");
        war.getParent().toFile().mkdirs();
        List<String> properties = new ArrayList<>(List.of("asynq.console.url=" + redis.url(),
                "asynq.console.alert.interval=1s",
                "asynq.console.alert.mail.ops.server=smtp://localhost:" + mail.getSmtp().getPort(),
                "asynq.console.alert.mail.ops.to=ops@example.com",
                "asynq.console.alert.mail.ops.from=console@example.com"));
        SESSION.ifPresent(session -> properties.addAll(List.of("asynq.console.alert.mail.session.session=" + session,
                "asynq.console.alert.mail.session.to=session@example.com",
                "asynq.console.alert.mail.session.from=console@example.com")));
        SampleDeployment.console(properties.toArray(String[]::new)).as(ZipExporter.class).exportTo(war.toFile(), true);
        return war;
    }

    @Test
    @Execution(SAME_THREAD)
    void cookies_are_for_https_alone_and_browsers_are_told_to_use_nothing_else() throws Exception {
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

    @Test
    @Execution(SAME_THREAD)
    void an_incident_is_sent_by_mail_when_it_begins_and_when_it_ends() throws Exception {
        int targets = SESSION.isPresent() ? 2 : 1;
        try (AsynqClient client = Asynq.connect(redis.url()); Inspector inspector = Inspectors.connect(redis.url())) {
            client.enqueue(Task.of("mail:send", "{}").queue("mails"));
            assertThat(mail.waitForIncomingEmail(LIMIT_MILLIS, targets)).as("opened").isTrue();
            inspector.queues().remove("mails", true);
            assertThat(mail.waitForIncomingEmail(LIMIT_MILLIS, 2 * targets)).as("resolved").isTrue();
        }
        List<String> received = new ArrayList<>();
        for (MimeMessage each : mail.getReceivedMessages()) {
            received.add(each.getFrom()[0] + " to " + each.getAllRecipients()[0]);
            assertThat(each.getSubject()).contains("queue mails");
        }
        assertThat(received).hasSize(2 * targets).contains("console@example.com to ops@example.com");
        SESSION.ifPresent(session -> assertThat(received).contains("console@example.com to session@example.com"));
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
