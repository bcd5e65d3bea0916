package io.github.asynqee.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
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

    /** An emitter is used by all threads: each task belongs to the transaction of its own. */
    @Test
    void tasks_of_an_emitter_are_stored_after_the_commit_and_never_after_a_rollback() {
        List<CompletableFuture<String>> calls = IntStream.range(0, CALLERS)
                .mapToObj(caller -> CompletableFuture.supplyAsync(() -> ServerUnderTest.post(
                        "api/transactions/after-commit?prefix=" + caller + "-&count=" + TRANSACTIONS_OF_EACH, "")
                        .body()))
                .toList();

        assertThat(calls).extracting(CompletableFuture::join).containsOnly("250 stored, 250 rolled back");
        List<String> expected = new ArrayList<>();
        for (int caller = 0; caller < CALLERS; caller++) {
            for (int i = 0; i < TRANSACTIONS_OF_EACH; i += 2) {
                expected.add(caller + "-" + i);
            }
        }
        assertThat(queue.payloads()).containsExactlyInAnyOrderElementsOf(expected);
    }
}
