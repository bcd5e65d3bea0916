package io.github.asynqee.server.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.parallel.ExecutionMode.CONCURRENT;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import redis.clients.jedis.RedisClient;

/** Alerts by mail: to a mail server, and through the mail session of the application server if it has one. */
@Execution(CONCURRENT)
@OnOneServer(AppServer.LIBERTY)
class ConsoleMailIT {

    private static final int LIMIT_MILLIS = 60_000;
    private static final Optional<String> SESSION = ServerUnderTest.server().mailSession();
    private static final String AT_ONCE = """
            {"revision":1,"minSeverity":"warning","holdMs":0,"reminderMs":0,"off":["no-aof"],"thresholds":[],"silences":[]}""";

    @Test
    void an_incident_is_sent_by_mail_when_it_begins_and_when_it_ends() throws Exception {
        GreenMail mail = new GreenMail(new ServerSetup(0, "localhost", ServerSetup.PROTOCOL_SMTP));
        mail.start();
        try (EmbeddedRedis embedded = EmbeddedRedis.start();
                RedisClient redis = RedisClient.create(embedded.url());
                AsynqClient client = Asynq.connect(embedded.url());
                Inspector inspector = Inspectors.connect(embedded.url())) {
            redis.set("asynq:console:alerts", AT_ONCE);
            client.enqueue(Task.of("mail:send", "{}").queue("mails"));
            int port = mail.getSmtp().getPort();
            int targets = SESSION.isPresent() ? 2 : 1;
            try (ServerProcess server = server(console(embedded, port), port)) {
                server.awaitReady(Duration.ofSeconds(120));

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
        } finally {
            mail.stop();
        }
    }

    private static ServerProcess server(Path console, int smtpPort) {
        return ServerProcess.of(ServerUnderTest.server(), ServerUnderTest.telemetryHome())
                .instance(ServerUnderTest.workFile("console-mail")).application(console).ports(ServerPorts.free())
                .mail(smtpPort).start();
    }

    private static Path console(EmbeddedRedis redis, int smtpPort) {
        Path war = ServerUnderTest.workFile("console-mail-war").resolve("asynq-console.war");
        war.getParent().toFile().mkdirs();
        List<String> properties = new ArrayList<>(List.of("asynq.console.url=" + redis.url(),
                "asynq.console.alert.interval=1s",
                "asynq.console.alert.mail.ops.server=smtp://localhost:" + smtpPort,
                "asynq.console.alert.mail.ops.to=ops@example.com",
                "asynq.console.alert.mail.ops.from=console@example.com"));
        SESSION.ifPresent(session -> properties.addAll(List.of("asynq.console.alert.mail.session.session=" + session,
                "asynq.console.alert.mail.session.to=session@example.com",
                "asynq.console.alert.mail.session.from=console@example.com")));
        SampleDeployment.console(properties.toArray(String[]::new)).as(ZipExporter.class).exportTo(war.toFile(), true);
        return war;
    }
}
