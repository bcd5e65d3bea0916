package io.github.asynqee.server.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;

import io.github.asynqee.TaskState;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.inspect.connect.Inspectors;
import io.github.asynqee.server.OnOneServer;
import io.github.asynqee.server.Playground;
import io.github.asynqee.server.SampleDeployment;
import io.github.asynqee.server.ServerUnderTest;
import io.github.asynqee.server.process.AppServer;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An operator's working day on the sample's tasks: with the mouse, then with the keyboard alone. */
@ArquillianTest
@RunAsClient
@OnOneServer(AppServer.LIBERTY)
class ConsoleJourneyIT extends BrowserTest {

    private final Playground playground = Playground.at(ServerUnderTest.application());
    private final Inspector inspector = Inspectors.connect(ServerUnderTest.redisUrl());

    @Deployment(testable = false)
    static WebArchive console() {
        return SampleDeployment.console("asynq.console.home=/");
    }

    @Deployment(name = "sample", order = 1, testable = false)
    static WebArchive sample() {
        return SampleDeployment.sample();
    }

    /** The sample is running, so its registered entries must stay. */
    @Override
    protected void begin_with_an_empty_redis() {
        assertThat(redis.ping()).isEqualTo("PONG");
    }

    @Test
    void the_shop_lives_a_day_and_leads_to_the_console_which_leads_back() {
        logIn("viewer", "#/default/overview");
        browser.get(ServerUnderTest.application().toString());
        clickText("Live a day");
        awaitText("The day has begun: ");

        clickText("Watch the tasks in the console");
        awaitText("main", "Needs attention");
        open("#/default/tasks?q=type%3Ashop%3Aorder%20state%3Aarchived");
        awaitText("main table", "4 × Ink, midnight blue wanted, but only");

        clickText("To the application");
        awaitText("main", "Come aboard");
    }

    @AfterEach
    void close_the_inspector() {
        inspector.close();
    }

    @Test
    void a_task_fails_is_read_edited_run_and_completes_with_the_mouse() {
        repairTask(Hand.MOUSE);
    }

    @Test
    void a_task_fails_is_read_edited_run_and_completes_with_the_keyboard_alone() {
        repairTask(Hand.KEYBOARD);
    }

    private void repairTask(Hand hand) {
        String id = "journey-" + hand;
        logIn("operator", "#/default/tasks?q=id%3A" + id);
        awaitText("No task matches");
        playground.send("{\"type\":\"play:fail\",\"queue\":\"critical\",\"id\":\"" + id
                + "\",\"maxRetry\":0,\"retentionSeconds\":600,\"payload\":{\"times\":9}}");
        awaitText("main table", "Archived");

        press(hand, id);
        awaitText(".drawer", "attempt 1 fails on purpose");
        press(hand, "Edit…");
        type(hand, "Payload", "{\"times\":0}");
        press(hand, "Save");
        awaitText("The task is changed.");
        press(hand, "Run now");

        awaitText(".drawer header", "Completed");
        assertThat(inspector.tasks().get("critical", id).info().payload()).asString(StandardCharsets.UTF_8)
                .isEqualTo("{\"times\":0}");
    }

    @Test
    void a_paused_queue_stops_and_goes_on_with_the_mouse() {
        pauseQueue(Hand.MOUSE);
    }

    @Test
    void a_paused_queue_stops_and_goes_on_with_the_keyboard_alone() {
        pauseQueue(Hand.KEYBOARD);
    }

    private void pauseQueue(Hand hand) {
        echo("low", "first-" + hand);
        awaitState("low", "first-" + hand, TaskState.COMPLETED);
        logIn("operator", "#/default/queues");

        press(hand, "Actions for the queue low");
        press(hand, "Pause");
        awaitText("The queue low is paused.");
        awaitText("main tbody tr:has(a[href$=\"/queues/low\"])", "Paused");
        echo("low", "paused-" + hand);
        echo("critical", "other-" + hand);
        awaitState("critical", "other-" + hand, TaskState.COMPLETED);
        assertThat(state("low", "paused-" + hand)).isEqualTo(TaskState.PENDING);

        press(hand, "Actions for the queue low");
        press(hand, "Resume");
        awaitState("low", "paused-" + hand, TaskState.COMPLETED);
    }

    @Test
    void a_periodic_task_is_paused_and_resumed_with_the_mouse() {
        pausePeriodicTask(Hand.MOUSE);
    }

    @Test
    void a_periodic_task_is_paused_and_resumed_with_the_keyboard_alone() {
        pausePeriodicTask(Hand.KEYBOARD);
    }

    private void pausePeriodicTask(Hand hand) {
        logIn("operator", "#/default/cron");

        press(hand, "Actions for the entry shop:yearbook");
        press(hand, "Pause");
        waiting().until(this::yearbookIsPaused);
        awaitText("main table", "Paused");
        press(hand, "Actions for the entry shop:yearbook");
        press(hand, "Resume");
        waiting().until(() -> !yearbookIsPaused());
        open("#/default/audit");
        awaitText("main table", "cron.resume");
        assertThat(textOf("main tbody tr")).contains("shop:yearbook, CRON_TZ=");
    }

    private boolean yearbookIsPaused() {
        return inspector.periodic().entries().stream().filter(entry -> entry.taskType().equals("shop:yearbook"))
                .findAny().orElseThrow().paused();
    }

    private void echo(String queue, String id) {
        playground.send("{\"type\":\"play:echo\",\"queue\":\"" + queue + "\",\"id\":\"" + id
                + "\",\"retentionSeconds\":600,\"payload\":{}}");
    }

    private TaskState state(String queue, String id) {
        return inspector.tasks().get(queue, id).info().state();
    }

    private void awaitState(String queue, String id, TaskState state) {
        waiting().until(() -> state(queue, id) == state);
    }
}
