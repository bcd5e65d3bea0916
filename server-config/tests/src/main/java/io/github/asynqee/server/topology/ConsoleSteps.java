package io.github.asynqee.server.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import jakarta.json.JsonArray;
import jakarta.json.JsonObject;

/** All views of the console for one Redis, and most of its changes. */
final class ConsoleSteps {

    private final ConsoleClient console;

    private ConsoleSteps(ConsoleClient console) {
        this.console = console;
    }

    static void all(ConsoleClient console) {
        ConsoleSteps steps = new ConsoleSteps(console);
        String id = steps.create();
        String job = steps.job();
        steps.pages(id, job);
        steps.changes(id);
    }

    private String create() {
        return ConsoleClient.json(console.change("POST", "tasks",
                "{\"queue\":\"made\",\"type\":\"made:here\",\"payload\":{\"text\":\"{}\"}}")).getString("id");
    }

    private String job() {
        String wanted = "\"action\":\"archive\",\"q\":\"queue:made state:pending\"";
        JsonObject preview = ConsoleClient.json(console.change("POST", "jobs/preview", "{" + wanted + "}"));
        assertThat(preview.getInt("matching")).isEqualTo(1);
        String job = ConsoleClient
                .json(console.change("POST", "jobs", "{" + wanted + ",\"reason\":\"test\"}")).getString("id");
        await().atMost(Duration.ofSeconds(20)).until(
                () -> console.read("jobs/" + job).getString("state").equals("done"));
        assertThat(console.read("jobs/" + job).getInt("changed")).isEqualTo(1);
        return job;
    }

    /** Every page answers with something. */
    private void pages(String id, String job) {
        JsonArray entries = console.read("cron").getJsonArray("items");
        String entry = entries.isEmpty() ? "none" : entries.getJsonObject(0).getString("id");
        List<String> wrong = new ArrayList<>();
        // the console stores no batches
        for (String page : ConsoleClient.pages().stream().filter(page -> !page.contains("{batch}")).toList()) {
            String path = page.replace("{queue}", "made").replace("cron/{id}", "cron/" + entry).replace("{id}", id)
                    .replace("{job}", job).replace("find", "find?id=" + id).replace("complete", "complete?kind=queue");
            HttpResponse<String> answer = console.get(path);
            if (answer.statusCode() != 200 || answer.body().isBlank() && !page.endsWith("failures")) {
                wrong.add(path + ": " + answer.statusCode() + " " + answer.body());
            }
        }
        assertThat(wrong).isEmpty();
        assertThat(console.isLive()).isTrue();
        assertThat(console.read("tasks?q=queue:made").getJsonArray("items")).hasSize(1);
    }

    private void changes(String id) {
        String task = "tasks/made/" + id;
        console.change("POST", "queues/made/pause", null);
        assertThat(console.read("queues/made").getString("state")).isEqualTo("paused");
        console.change("POST", "queues/made/resume", null);
        console.change("POST", task + "/run", null);
        console.change("POST", task + "/edit", "{\"maxRetry\":3}");
        console.change("POST", task + "/reschedule", "{\"at\":\"2040-01-01T00:00:00Z\"}");
        assertThat(console.read(task).getString("state")).isEqualToIgnoringCase("scheduled");
        console.change("POST", task + "/clone", "{\"queue\":\"made\"}");
        console.change("POST", task + "/move", "{\"queue\":\"elsewhere\"}");
        console.change("DELETE", "tasks/elsewhere/" + id, null);
        console.change("POST", "queues/made/repair", null);
        console.change("DELETE", "queues/made?force=true", null);
        console.change("DELETE", "queues/elsewhere?force=true", null);
        assertThat(console.get("audit?limit=100").body()).contains("queue.delete", "task.move", "job.create");
    }
}
