package io.github.asynqee.server;

import static io.github.asynqee.testkit.assertion.AsynqAssertions.assertThat;
import static io.github.asynqee.testkit.assertion.AsynqAssertions.queue;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;

import jakarta.inject.Inject;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.Task;
import io.github.asynqee.TaskState;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.testkit.assertion.AsynqAssertions;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Runs inside the server: an application that has the connector is tested with the test kit's assertions. */
@ArquillianTest
@OnOneServer
class ApplicationQueuesIT {

    /** No channel of the sample reads this queue. */
    private final String queue = "invoices-" + UUID.randomUUID();

    @Inject
    private AsynqClient client;

    @Inject
    private Inspector inspector;

    /** A payload. */
    public static final class Invoice {
        /** JSON-B reads and writes it. */
        public int number = 42;
    }

    @Deployment
    static WebArchive sample() {
        return SampleDeployment.sample().addAsLibraries(kit());
    }

    private static File kit() {
        try {
            return Path.of(AsynqAssertions.class.getProtectionDomain().getCodeSource().getLocation().toURI()).toFile();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    @AfterEach
    void remove_the_queue() {
        inspector.queues().remove(queue, true);
    }

    @Test
    void an_invoice_is_enqueued() {
        client.enqueue(Task.of("invoice:send", new Invoice()).queue(queue).header("tenant", "acme"));

        assertThat(queue(inspector, queue)).hasEnqueued(Invoice.class).withHeader("tenant", "acme").once();
    }

    @Test
    void what_is_missing_is_told() {
        client.enqueue(Task.of("invoice:send", new Invoice()).queue(queue).id("i").processIn(Duration.ofHours(1)));

        assertThat(queue(inspector, queue)).hasEnqueued("invoice:send").inState(TaskState.SCHEDULED).once();
        AssertionError failure = assertThrows(AssertionError.class,
                () -> assertThat(queue(inspector, queue)).hasEnqueued("invoice:paid"));
        assertEquals("but it has 1 task", failure.getMessage().lines().skip(2).findFirst().orElse(""));
    }
}
