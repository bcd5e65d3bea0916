package io.github.asynqee.testkit.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import jakarta.enterprise.concurrent.Asynchronous;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.se.SeContainer;
import jakarta.enterprise.inject.se.SeContainerInitializer;
import jakarta.inject.Inject;

import io.github.asynqee.Checkpoint;
import io.github.asynqee.Task;
import io.github.asynqee.testkit.worker.AsynqForTests;
import org.eclipse.microprofile.reactive.messaging.Channel;
import org.eclipse.microprofile.reactive.messaging.Emitter;
import org.eclipse.microprofile.reactive.messaging.Incoming;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Beans with channels work without a server, in a CDI container of the test. */
@AsynqTest
class IncomingBeansTest {

    private static final String URL = "mp.messaging.connector.asynq.url";

    /** A payload. */
    public record WelcomeEmail(String to) {}

    /** Sends and handles. */
    @ApplicationScoped
    public static class Emails {

        private final LinkedBlockingQueue<String> sent = new LinkedBlockingQueue<>();
        @Inject
        @Channel("mails-out")
        private Emitter<WelcomeEmail> emails;

        CompletionStage<Void> welcome(String address) {
            return emails.send(new WelcomeEmail(address));
        }

        @Incoming("mails")
        public void send(WelcomeEmail email) {
            sent.add(email.to());
        }

        String nextSent() throws InterruptedException {
            return sent.poll(10, TimeUnit.SECONDS);
        }
    }

    /** Continues from its checkpoint. */
    @ApplicationScoped
    public static class Exports {

        private final LinkedBlockingQueue<Integer> rows = new LinkedBlockingQueue<>();
        private final AtomicBoolean failed = new AtomicBoolean();

        @Incoming("exports")
        public void export(List<Integer> all, Checkpoint<Integer> at) {
            int next = at.value() == null ? 0 : at.value() + 1;
            at.forEach(all.stream().skip(next), row -> row, row -> {
                if (row == 2 && failed.compareAndSet(false, true)) {
                    throw new IllegalStateException("disk full");
                }
                rows.add(row);
            });
        }

        Integer nextRow() throws InterruptedException {
            return rows.poll(10, TimeUnit.SECONDS);
        }
    }

    /** Invalid, because its tasks would be acknowledged before they have run. */
    @ApplicationScoped
    public static class LateEmails {

        @Incoming("mails")
        @Asynchronous
        public void send(WelcomeEmail email) {
            // on another thread
        }
    }

    @BeforeEach
    void use_the_redis_of_the_test(AsynqForTests asynq) {
        System.setProperty(URL, asynq.url());
    }

    @AfterEach
    void use_it_no_more() {
        System.clearProperty(URL);
    }

    @Test
    void a_sent_email_is_handled() throws Exception {
        try (SeContainer application = SeContainerInitializer.newInstance().addBeanClasses(Emails.class).initialize()) {
            Emails emails = application.select(Emails.class).get();
            emails.welcome("me@example.com").toCompletableFuture().get(10, TimeUnit.SECONDS);

            assertThat(emails.nextSent()).isEqualTo("me@example.com");
        }
    }

    @Test
    void a_handler_that_ends_after_its_task_fails_the_deployment() {
        SeContainerInitializer application = SeContainerInitializer.newInstance().addBeanClasses(LateEmails.class);

        assertThatThrownBy(application::initialize).hasStackTraceContaining(
                "LateEmails.send has @jakarta.enterprise.concurrent.Asynchronous, and returns void");
    }

    @Test
    void a_long_task_continues_where_it_was(AsynqForTests asynq) throws Exception {
        try (SeContainer application = SeContainerInitializer.newInstance().addBeanClasses(Exports.class)
                .initialize()) {
            Exports exports = application.select(Exports.class).get();
            asynq.client().enqueue(Task.of("export", List.of(0, 1, 2, 3)));

            for (int row = 0; row < 4; row++) {
                assertThat(exports.nextRow()).isEqualTo(row);
            }
        }
    }
}
