package io.github.asynqee.console.notify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;

import jakarta.mail.MessagingException;
import jakarta.mail.Session;

import io.github.asynqee.console.config.AlertTarget;
import io.github.asynqee.console.config.MailServer;
import io.github.asynqee.fixtures.HostileData;
import io.github.asynqee.inspect.Finding;
import io.github.asynqee.inspect.Finding.Severity;
import org.junit.jupiter.api.Test;

class MailTargetTest {

    private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
    private static final Message MESSAGE = new Message(Event.OPENED, "i1",
            new Finding(Severity.WARNING, "latency", "mails\r\nBcc: x@example.com", "the next task is late",
                    "add servers"),
            NOW, NOW, null, "default", NOW, null);

    /** Takes one mail by SMTP and returns all lines that the client sent. */
    private static CompletableFuture<List<String>> takeOne(ServerSocket socket, String answerToRecipients) {
        return CompletableFuture.supplyAsync(() -> {
            List<String> lines = new ArrayList<>();
            try (Socket client = socket.accept();
                    BufferedReader in = new BufferedReader(
                            new InputStreamReader(client.getInputStream(), StandardCharsets.UTF_8));
                    PrintStream out = new PrintStream(client.getOutputStream(), true, StandardCharsets.UTF_8)) {
                out.print("220 sink\r\n");
                boolean data = false;
                for (String line = in.readLine(); line != null; line = in.readLine()) {
                    lines.add(line);
                    String command = line.toUpperCase(Locale.ROOT);
                    if (data) {
                        data = !line.equals(".");
                        if (!data) {
                            out.print("250 taken\r\n");
                        }
                    } else if (command.equals("DATA")) {
                        data = true;
                        out.print("354 go on\r\n");
                    } else {
                        out.print(
                                command.startsWith("RCPT") ? answerToRecipients : command.equals("QUIT") ? "221 bye\r\n"
                                        : "250 sink\r\n");
                    }
                }
            } catch (IOException e) {
                lines.add(e.toString());
            }
            return lines;
        });
    }

    private static Session session(int port) {
        Properties properties = new Properties();
        properties.setProperty("mail.smtp.host", "localhost");
        properties.setProperty("mail.smtp.port", String.valueOf(port));
        properties.setProperty("mail.from", "server@example.com");
        return Session.getInstance(properties);
    }

    @Test
    void a_mail_has_the_incident_and_no_header_of_foreign_text() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CompletableFuture<List<String>> taken = takeOne(socket, "250 yes\r\n");
            Session session = session(socket.getLocalPort());

            MailSender.send(session, "asynq@example.com", List.of("ops@example.com", "b@example.com"), MESSAGE);

            assertThat(taken.get()).contains("MAIL FROM:<asynq@example.com>", "RCPT TO:<ops@example.com>",
                    "RCPT TO:<b@example.com>", "From: asynq@example.com", "Auto-Submitted: auto-generated",
                    "Subject: [asynq default] warning: latency, queue mails  Bcc: x@example.com",
                    "the next task is late.", "What to do: add servers.", "Since 2026-01-02T03:04:05.000Z.")
                    .noneMatch(line -> line.startsWith("Bcc"));
            assertThat(session.getProperty("mail.smtp.timeout")).isEqualTo("10000");
        }
    }

    @Test
    void no_name_or_text_keeps_a_mail_from_being_sent_or_makes_two_of_it() throws Exception {
        for (String text : HostileData.texts()) {
            Finding finding = new Finding(Severity.ERROR, text, text, text, text);
            try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                CompletableFuture<List<String>> taken = takeOne(socket, "250 yes\r\n");

                MailSender.send(session(socket.getLocalPort()), null, List.of("ops@example.com"),
                        new Message(Event.OPENED, text, finding, NOW, NOW, null, "default", NOW, null));

                assertThat(taken.get()).containsOnlyOnce("DATA", "RCPT TO:<ops@example.com>", ".", "QUIT",
                        "Auto-Submitted: auto-generated");
            }
        }
    }

    @Test
    void a_mail_server_that_refuses_is_a_failure() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            takeOne(socket, "550 no\r\n");
            assertThatThrownBy(() -> MailSender.send(session(socket.getLocalPort()), null, List.of("ops@example.com"),
                    MESSAGE)).isInstanceOf(MessagingException.class);
        }
    }

    @Test
    void a_mail_server_is_sent_to_and_no_password_without_encryption() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            MailServer open = new MailServer(false, "localhost", socket.getLocalPort(), null, null);
            CompletableFuture<List<String>> taken = takeOne(socket, "250 yes\r\n");
            new MailTarget(new AlertTarget("ops", null, null, null, open, "c@example.com", "ann@example.com"))
                    .send(MESSAGE);
            assertThat(taken.get()).contains("MAIL FROM:<c@example.com>", "RCPT TO:<ann@example.com>")
                    .noneMatch(line -> line.startsWith("AUTH"));

            MailServer closed = new MailServer(false, "localhost", socket.getLocalPort(), "ann", "s3cret");
            taken = takeOne(socket, "250 yes\r\n");
            MailTarget target = new MailTarget(
                    new AlertTarget("ops", null, null, null, closed, "c@example.com", "ann@example.com"));
            assertThatThrownBy(() -> target.send(MESSAGE)).isInstanceOf(DeliveryException.class)
                    .hasMessageContaining("the mail server cannot be reached or refused the mail")
                    .hasRootCauseMessage("STARTTLS is required but host does not support STARTTLS");
            assertThat(taken.get()).noneMatch(line -> line.startsWith("AUTH") || line.startsWith("MAIL"));
        }
    }

    @Test
    void an_unknown_session_is_a_failure_and_addresses_are_not_shown() {
        MailTarget target = new MailTarget(
                new AlertTarget("ops", null, null, "mail/none", null, null, "ann@example.com, bob@example.org"));

        assertThatThrownBy(() -> target.send(MESSAGE)).isInstanceOf(DeliveryException.class)
                .hasMessageContaining("no mail session");
        assertThat(target.shown()).isEqualTo("a…@example.com, b…@example.org");
    }

    /** Loads the classes of this package again, without Jakarta Mail. */
    private static final class WithoutMail extends URLClassLoader {

        private WithoutMail(ClassLoader parent) {
            super(new URL[]{ MailTarget.class.getProtectionDomain().getCodeSource().getLocation() }, parent);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.startsWith("jakarta.mail.")) {
                throw new ClassNotFoundException(name);
            }
            if (name.startsWith(MailTarget.class.getPackageName() + ".Mail")) {
                Class<?> loaded = findLoadedClass(name);
                return loaded == null ? findClass(name) : loaded;
            }
            return super.loadClass(name, resolve);
        }
    }

    @Test
    void without_jakarta_mail_the_target_loads_and_fails_with_a_sentence() throws Exception {
        try (WithoutMail loader = new WithoutMail(MailTargetTest.class.getClassLoader())) {
            Class<?> type = loader.loadClass(MailTarget.class.getName());
            var constructor = type.getDeclaredConstructor(AlertTarget.class);
            constructor.setAccessible(true);
            Target target = (Target) constructor
                    .newInstance(new AlertTarget("ops", null, null, "mail/none", null, null, "ann@example.com"));

            assertThat(target.getClass()).isNotEqualTo(MailTarget.class);
            assertThatThrownBy(() -> target.send(MESSAGE)).isInstanceOf(DeliveryException.class)
                    .hasMessageContaining("no Jakarta Mail");
        }
    }

    @Test
    void a_mail_server_that_does_not_answer_in_time_may_have_sent_the_mail_one_that_is_gone_not() throws Exception {
        Session session;
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            session = session(silent.getLocalPort());
            session.getProperties().setProperty("mail.smtp.timeout", "200");
            assertThat(failure(session)).matches(MailSender::isTimeout);
        }
        assertThat(failure(session)).matches(failure -> !MailSender.isTimeout(failure));
    }

    private static MessagingException failure(Session session) {
        return catchThrowableOfType(MessagingException.class,
                () -> MailSender.send(session, null, List.of("ops@example.com"), MESSAGE));
    }
}
