package io.github.asynqee.internal.inspect.findings;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import io.github.asynqee.Task;
import io.github.asynqee.inspect.Finding;
import io.github.asynqee.inspect.Finding.Severity;
import io.github.asynqee.internal.broker.Lease;
import io.github.asynqee.internal.broker.Outcome;
import io.github.asynqee.internal.broker.Settlement;
import io.github.asynqee.internal.delivery.FailureOutcomes;
import org.junit.jupiter.api.Test;

class ErrorFindingsTest extends FindingsOnRedis {

    private void fail(String type, Outcome outcome) {
        fail(Task.of(type, "{}"), outcome);
    }

    private void fail(Task<?> task, Outcome outcome) {
        client.enqueue(task);
        Lease lease = broker.workerCommands().dequeue("default", 1).leases().get(0);
        assertThat(broker.workerCommands().write(List.of(new Settlement(lease, outcome)))).hasSize(1);
    }

    @Test
    void types_that_no_server_handles() {
        serve();
        String error = "handler not found for task \"image:scale\"";
        Instant soon = clock.instant().plusSeconds(30);
        fail("image:scale", new Outcome.Retry(soon, error, false));
        fail("image:scale", new Outcome.Retry(soon, error, true));
        fail("image:scale", new Outcome.Archive(error));
        fail("email:welcome", new Outcome.Retry(soon, "no such user", true));
        // the handler itself has called another one
        fail("email:welcome", new Outcome.Retry(soon, error, true));

        assertThat(findings()).singleElement().satisfies(finding -> {
            assertThat(finding.code()).isEqualTo("unhandled-type");
            assertThat(finding.queue()).isEqualTo("default");
            assertThat(finding.message())
                    .isEqualTo("no handler was found for tasks of type \"image:scale\", in a sample: 3");
        });
        clock.advance(Duration.ofMinutes(61));
        assertFound();
    }

    @Test
    void a_version_that_no_server_handles_is_found() {
        serve();
        fail("image:scale", new Outcome.Retry(clock.instant().plusSeconds(30),
                "handler not found for version 1 of task \"image:scale\"", false));

        assertThat(findings()).singleElement().satisfies(finding -> {
            assertThat(finding.code()).isEqualTo("unhandled-type");
            assertThat(finding.message()).isEqualTo(
                    "no handler was found for version 1 of tasks of type \"image:scale\", in a sample: 1");
        });
    }

    @Test
    void of_a_large_archive_the_tasks_archived_last_are_the_sample() {
        serve();
        for (int i = 0; i < 60; i++) {
            fail("old", new Outcome.Archive("boom"));
        }
        clock.advance(Duration.ofSeconds(1));
        fail("new", new Outcome.Archive("handler not found for task \"new\""));

        assertFound("unhandled-type");
    }

    private static Task<?> coded(String id, String codec, String key) {
        Task<?> task = Task.of("letter", "x").id(id).header("payload-codec", codec);
        return key.isEmpty() ? task : task.header("payload-key", key);
    }

    private static String named(String id) {
        return "task " + id + " of type \"letter\" in queue \"default\"";
    }

    private void waits(String id, String codec, String key, String reason) {
        fail(coded(id, codec, key), new Outcome.Retry(clock.instant().plusSeconds(30),
                named(id) + " waits: its payload is " + reason, false));
    }

    @Test
    void payloads_whose_key_servers_do_not_have_by_key() {
        serve();
        waits("a", "aes-gcm", "2025", "encrypted by the key \"2025\", which this server does not have");
        waits("b", "aes-gcm", "2025", "encrypted by the key \"2025\", which this server does not have");
        waits("c", "aes-gcm", "2026", "encrypted by the key \"2026\", which this server does not have");

        assertThat(findings()).allSatisfy(finding -> {
            assertThat(finding.code()).isEqualTo("payload-unread");
            assertThat(finding.severity()).isEqualTo(Severity.WARNING);
            assertThat(finding.queue()).isEqualTo("default");
        }).extracting(Finding::message).containsExactlyInAnyOrder(
                "payloads of codec \"aes-gcm\" and key \"2025\" cannot be read, for example the payload of task \"a\", in a "
                        + "sample: 2",
                "payloads of codec \"aes-gcm\" and key \"2026\" cannot be read, for example the payload of task \"c\", in a "
                        + "sample: 1");
        clock.advance(Duration.ofMinutes(61));
        assertFound();
    }

    @Test
    void payloads_whose_store_cannot_be_reached_are_one_finding_and_lost_ones_another() {
        serve();
        for (int i = 0; i < 4; i++) {
            waits("w" + i, "reference", "", "stored outside Redis as \"r" + i + "\", but PayloadStore failed: x");
            fail(coded("l" + i, "reference", ""),
                    new Outcome.Archive(named("l" + i) + ": its payload is stored outside "
                            + "Redis as \"r" + i + "\", and PayloadStore does not have it"));
        }

        assertFound("payload-lost", "payload-unread");
        assertThat(findings().get(0).severity()).isEqualTo(Severity.ERROR);
        assertThat(findings()).extracting(Finding::message).allMatch(message -> message.endsWith("in a sample: 4"))
                .as("the references are the application's").noneMatch(message -> message.contains("outside Redis as"))
                .last().asString().startsWith("payloads of codec \"reference\" cannot be read");
    }

    @Test
    void an_error_of_a_handler_about_another_task_is_no_finding() {
        serve();
        fail(coded("a", "aes-gcm", "2025"), new Outcome.Archive(named("b") + " waits: its payload is encrypted"));
        fail(coded("c", "aes-gcm", "2025"), new Outcome.Archive(named("c") + ": no such customer"));

        assertFound();
    }

    @Test
    void tasks_by_which_their_servers_died() {
        serve();
        fail("export", FailureOutcomes.recoveredTooOften(3));
        fail("export", FailureOutcomes.recoveredTooOften(3));
        // recovered, and retried
        fail("import", new Outcome.Retry(clock.instant().plusSeconds(30), "asynq: task lease expired", true));

        assertThat(findings()).singleElement().satisfies(finding -> {
            assertThat(finding.code()).isEqualTo("worker-died");
            assertThat(finding.severity()).isEqualTo(Severity.WARNING);
            assertThat(finding.message()).isEqualTo("servers died each time they ran tasks of type \"export\", "
                    + "which were archived, in a sample: 2");
        });
    }

    @Test
    void long_marks_are_cut() {
        serve();
        waits("a", "x".repeat(10_000), "k".repeat(10_000), "coded");

        assertThat(findings()).singleElement()
                .satisfies(finding -> assertThat(finding.message()).hasSizeLessThan(200).contains("…"));
    }
}
