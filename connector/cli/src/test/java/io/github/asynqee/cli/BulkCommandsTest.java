package io.github.asynqee.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import io.github.asynqee.AsynqClient;
import io.github.asynqee.Task;
import io.github.asynqee.TaskState;
import io.github.asynqee.engine.Asynq;
import io.github.asynqee.inspect.BulkAction;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.TaskFilter;
import io.github.asynqee.inspect.connect.Inspectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bulk commands with a filter. */
class BulkCommandsTest extends CommandTest {

    @TempDir
    private Path folder;
    private Inspector inspector;

    @BeforeEach
    void start() {
        inspector = Inspectors.connect(redis.url());
        try (AsynqClient client = Asynq.connect(redis.url())) {
            for (int i = 0; i < 20; i++) {
                client.enqueue(Task.of(i % 4 == 0 ? "report:daily" : "email:welcome", "{\"n\":" + i + "}")
                        .id(String.format("t%02d", i)).header("tenant", i % 2 == 0 ? "blue" : "red")
                        .processIn(Duration.ofHours(1)));
            }
        }
    }

    @AfterEach
    void stop() {
        inspector.close();
    }

    @Test
    void a_dry_run_shows_what_matches_and_changes_nothing() {
        assertThat(run("task", "deleteall", "-q", "default", "-s", "scheduled", "--type", "report:", "--payload",
                "\"n\":1", "--dry-run")).isZero();

        assertThat(lines()).containsExactly("2 of 20 scheduled tasks of queue \"default\" match",
                "Queue    State      ID   Type          Payload   Last Error",
                "-----    -----      --   ----          -------   ----------",
                "default  scheduled  t12  report:daily  {\"n\":12}",
                "default  scheduled  t16  report:daily  {\"n\":16}");
        assertThat(inspector.queues().info("default").scheduled()).isEqualTo(20);
        assertThat(run("task", "deleteall", "-q", "default", "-s", "scheduled", "--dry-run", "-o", "json")).isZero();
        assertThat(lines()).containsExactly("{\"matching\":20,\"examined\":20}");
        assertThat(run("task", "deleteall", "-q", "default", "-s", "scheduled", "--dry-run", "-o", "csv")).isZero();
        assertThat(lines()).containsExactly("matching,examined", "20,20");
    }

    @Test
    void matching_tasks_are_counted_then_changed_and_each_has_a_result() throws Exception {
        Path results = folder.resolve("results.ndjson");

        assertThat(run("task", "runall", "-q", "default", "-s", "scheduled", "--header", "tenant=blue", "--exact-type",
                "report:daily", "--results", results.toString())).isZero();

        assertThat(lines()).containsExactly("5 of 20 scheduled tasks of queue \"default\" match",
                "5 tasks are now pending");
        assertThat(err.toString()).isEmpty();
        assertThat(inspector.queues().info("default").pending()).isEqualTo(5);
        assertThat(Files.readAllLines(results)).hasSize(5).first()
                .isEqualTo("{\"queue\":\"default\",\"id\":\"t00\",\"outcome\":\"changed\",\"reason\":\"\"}");
    }

    @Test
    void a_file_has_the_results_of_this_run_only_also_if_nothing_matches() throws Exception {
        Path results = folder.resolve("results.ndjson");
        String earlier = "of an earlier run\n";
        for (String options : List.of("-t email:", "-t none:", "--older-than 1s")) {
            Files.writeString(results, earlier.repeat(100));

            assertThat(run(("task archiveall -q default -s scheduled --results " + results + " " + options)
                    .split(" "))).as(options).isZero();

            assertThat(Files.readAllLines(results)).as(options).hasSize(options.contains("email") ? 15 : 0);
        }
        Files.writeString(results, earlier);
        assertThat(run("task", "deleteall", "-q", "default", "-s", "scheduled", "--results", results.toString()))
                .isEqualTo(2);
        assertThat(results).hasContent(earlier);
        assertThat(run("task", "archiveall", "-q", "default", "-s", "scheduled", "-t", "none:", "--results",
                folder + "/none/file")).isEqualTo(1);
        assertThat(err.toString()).startsWith("error: cannot write the results to ");
    }

    @Test
    void what_the_state_does_not_allow_is_skipped() {
        assertThat(run("task", "archiveall", "-q", "default", "-s", "scheduled", "--id", "t0")).isZero();
        assertThat(lines()).last().isEqualTo("10 tasks archived");

        assertThat(run("task", "archiveall", "-q", "default", "-s", "archived", "--id", "t", "-o", "json")).isZero();
        assertThat(lines()).containsExactly("{\"matching\":10,\"examined\":10,\"changed\":0,\"skipped\":10,"
                + "\"failed\":0,\"resume\":null}");
        assertThat(run("task", "cancelall", "-q", "default")).isZero();
        assertThat(lines()).containsExactly("0 of 0 active tasks of queue \"default\" match",
                "0 tasks were sent the cancellation signal");
    }

    @Test
    void a_deletion_needs_yes_without_a_terminal() {
        assertThat(run("task", "deleteall", "-q", "default", "-s", "scheduled", "--id", "t1")).isEqualTo(2);
        assertThat(err.toString()).contains("delete 10 scheduled tasks of queue \"default\"", "--yes");
        assertThat(inspector.queues().info("default").scheduled()).isEqualTo(20);

        assertThat(run("task", "deleteall", "-q", "default", "-s", "scheduled", "--id", "t1", "--yes")).isZero();
        assertThat(inspector.tasks().list("default", TaskState.SCHEDULED, 1, 100)).extracting(task -> task.info().id())
                .hasSize(10).allMatch(id -> id.startsWith("t0"));
    }

    @Test
    void a_run_goes_on_from_a_cursor() throws Exception {
        Path results = folder.resolve("results.ndjson");
        Files.writeString(results, "first line\n");
        TaskFilter filter = TaskFilter.ALL.inQueues("default").inStates(TaskState.SCHEDULED).withType("email:");
        String next = inspector.bulk().change(BulkAction.DELETE, filter, null, 4, Duration.ofSeconds(5)).next();

        assertThat(run("task", "deleteall", "-q", "default", "-s", "scheduled", "-t", "email:", "-y", "--resume", next,
                "--results", results.toString(), "-o", "json")).isZero();

        JsonObject totals = JsonParser.parseString(out.toString()).getAsJsonObject();
        assertThat(totals.get("changed").getAsInt()).isEqualTo(11);
        assertThat(totals.get("matching").isJsonNull()).isTrue();
        assertThat(Files.readAllLines(results)).hasSize(12).startsWith("first line");
        assertThat(run("task", "runall", "-q", "default", "-s", "scheduled", "-t", "email:", "--resume", next))
                .isEqualTo(1);
        assertThat(err.toString()).startsWith("error: the cursor is of another action or filter");
    }

    @Test
    void tasks_are_chosen_by_age_and_retries() {
        assertThat(run("task", "archiveall", "-q", "default", "-s", "scheduled", "--older-than", "1s")).isZero();
        assertThat(lines()).first().asString().startsWith("0 of 20");
        assertThat(run("task", "archiveall", "-q", "default", "-s", "scheduled", "--min-retried", "1")).isZero();
        assertThat(lines()).first().asString().startsWith("0 of 20");
        assertThat(run("task", "search", "--older-than", "0s", "--exact-type", "report:daily")).isZero();
        assertThat(lines()).containsExactly("No tasks found");
    }

    @Test
    void results_that_cannot_be_written_do_not_hide_what_was_changed() {
        assertThat(run("task", "archiveall", "-q", "default", "-s", "scheduled", "-t", "email:", "--results",
                "/dev/full")).isEqualTo(1);

        assertThat(lines()).last().isEqualTo("15 tasks archived");
        assertThat(err.toString()).startsWith("error: cannot write the results to /dev/full: ")
                .contains("the results of the last step are missing from the file");
        assertThat(run("task", "runall", "-q", "default", "-s", "archived", "--results", folder + "/none/file"))
                .isEqualTo(1);
        assertThat(out.toString()).doesNotContain("now pending");
        assertThat(inspector.queues().info("default").archived()).isEqualTo(15);
    }

    @Test
    void a_queue_that_does_not_exist_is_an_error() {
        assertThat(run("task", "deleteall", "-q", "defualt", "-s", "scheduled", "-t", "email:", "-y")).isEqualTo(1);
        assertThat(err.toString()).isEqualToIgnoringNewLines("error: there is no queue \"defualt\"");
    }
}
