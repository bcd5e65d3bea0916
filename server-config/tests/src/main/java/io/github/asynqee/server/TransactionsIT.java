package io.github.asynqee.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.junit.jupiter.api.Test;

/** Tasks that are sent in the transactions of the server. */
@ArquillianTest
@RunAsClient
class TransactionsIT extends SampleTest {

    private static final int CALLERS = 4;
    private static final int TRANSACTIONS_OF_EACH = 500;

    TransactionsIT() {
        super("transactions");
    }

    /** All threads share an emitter, but each task belongs to the transaction of its thread. */
    @Test
    void tasks_of_an_emitter_are_stored_after_the_commit_and_never_after_a_rollback() {
        sendFromManyThreads("after-commit");

        assertThat(queue.payloads()).containsExactlyInAnyOrderElementsOf(committed());
    }

    @Test
    void tasks_of_the_outbox_are_stored_once_and_never_after_a_rollback() {
        sendFromManyThreads("outbox");

        await().atMost(Duration.ofSeconds(30)).until(() -> queue.payloads().size() >= committed().size());
        assertThat(queue.payloads()).containsExactlyInAnyOrderElementsOf(committed());
        for (int caller = 0; caller < CALLERS; caller++) {
            String prefix = caller + "-";
            List<String> stored = new ArrayList<>(
                    queue.payloads().stream().filter(payload -> payload.startsWith(prefix)).toList());
            Collections.reverse(stored);
            assertThat(stored).as("the next one is the last of the list, in the order of the transactions")
                    .isEqualTo(committed().stream().filter(payload -> payload.startsWith(prefix)).toList());
        }
    }

    @Test
    void tasks_of_the_outbox_can_be_sent_wherever_there_is_no_transaction() {
        assertThat(ServerUnderTest.post("api/transactions/outside", "").body()).isEqualTo("sent");

        await().atMost(Duration.ofSeconds(30)).until(() -> queue.payloads().size() >= 5);
        assertThat(queue.payloads()).containsExactlyInAnyOrder("none", "none, of a bean", "suspended",
                "suspended, of a bean", "committed");
    }

    private static void sendFromManyThreads(String mode) {
        List<CompletableFuture<String>> calls = IntStream.range(0, CALLERS)
                .mapToObj(caller -> CompletableFuture.supplyAsync(() -> ServerUnderTest.post(
                        "api/transactions/" + mode + "?prefix=" + caller + "-&count=" + TRANSACTIONS_OF_EACH, "")
                        .body()))
                .toList();
        assertThat(calls).extracting(CompletableFuture::join).containsOnly("250 stored, 250 rolled back");
    }

    private static List<String> committed() {
        List<String> expected = new ArrayList<>();
        for (int caller = 0; caller < CALLERS; caller++) {
            for (int i = 0; i < TRANSACTIONS_OF_EACH; i += 2) {
                expected.add(caller + "-" + i);
            }
        }
        return expected;
    }

    /** A task whose acknowledgement was lost comes again: here, as a task with the same ID. */
    @Test
    void effects_of_a_handler_with_an_inbox_happen_once_although_its_tasks_fail_and_come_again() {
        ServerUnderTest.delete("api/effects");
        String run = UUID.randomUUID().toString();
        List<String> tasks = IntStream.range(0, 100)
                .mapToObj(i -> "{\"type\":\"play:inbox\",\"id\":\"" + run + i + "\",\"queue\":\"transactions\","
                        + "\"payload\":\"" + (i % 10 == 0 ? "fail" : "") + i + "\",\"maxRetry\":3}")
                .toList();
        for (int delivery = 1; delivery <= 3; delivery++) {
            playground.sendAll(tasks);
            int handled = 100 * delivery;
            await().atMost(Duration.ofSeconds(30)).until(() -> queue.processed() - queue.failed() == handled);
        }

        assertThat(ServerUnderTest.get("api/effects").body()).isEqualTo("100 effects, 100 different");
        assertThat(queue.failed()).as("attempts that were rolled back").isEqualTo(10);
    }
}
