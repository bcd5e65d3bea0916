package io.github.asynqee.server.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.asynqee.server.SampleDeployment;
import io.github.asynqee.server.SharedDeployments;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/** Pause, resume and delete of a queue: in the list, on its page, and from the palette. */
@ArquillianTest
@RunAsClient
class ConsoleQueueActionsIT extends BrowserTest {

    private static final String PAUSED = "asynq:{mails}:paused";

    @Deployment(testable = false, name = SharedDeployments.CONSOLE)
    static WebArchive console() {
        return SampleDeployment.console();
    }

    @Test
    void a_queue_is_paused_resumed_and_deleted_in_the_list() {
        pauseResumeAndDelete("#/default/queues", Place.LIST);
    }

    @Test
    void a_queue_is_paused_resumed_and_deleted_on_its_page() {
        pauseResumeAndDelete("#/default/queues/mails", Place.PAGE);
    }

    @Test
    void a_queue_is_paused_resumed_and_deleted_from_the_palette() {
        pauseResumeAndDelete("#/default/queues", Place.PALETTE);
    }

    private void pauseResumeAndDelete(String page, Place place) {
        enqueue("mails", "m1", "{}");
        enqueue("news", "n1", "{}");
        logIn("admin", page);
        awaitText("main", "mails");

        place.choose(this, "Pause");
        awaitText("main", "Paused");
        assertThat(redis.exists(PAUSED)).isTrue();

        place.choose(this, "Resume");
        waiting().untilAsserted(() -> assertThat(textOf("main")).doesNotContain("Paused"));
        assertThat(redis.exists(PAUSED)).isFalse();

        place.choose(this, "Delete");
        awaitText("dialog", "1 task in this queue will be deleted");
        assertThat(browser.clickText("Delete the queue")).as("before the name is typed").isFalse();
        type(Hand.MOUSE, "Type mails to confirm", "mail");
        assertThat(browser.clickText("Delete the queue")).as("after another name is typed").isFalse();
        type(Hand.MOUSE, "Type mails to confirm", "mails");
        clickText("Delete the queue");

        awaitText("The queue mails is deleted.");
        waiting().untilAsserted(() -> assertThat(textOf("main table")).contains("news").doesNotContain("mails"));
        assertThat(redis.smembers("asynq:queues")).containsExactly("news");
        assertThat(redis.keys("asynq:{mails}:*")).isEmpty();
    }

    private enum Place {

        LIST {

            @Override
            void choose(ConsoleQueueActionsIT test, String action) {
                test.clickText("Actions for the queue mails");
                test.awaitText("[role=menu]", action);
                test.press(Hand.MOUSE, action);
            }
        },

        /** Pause and resume have a separate button. */
        PAGE {

            @Override
            void choose(ConsoleQueueActionsIT test, String action) {
                if (action.equals("Delete")) {
                    LIST.choose(test, action);
                } else {
                    test.press(Hand.MOUSE, action);
                }
            }
        },

        PALETTE {

            @Override
            void choose(ConsoleQueueActionsIT test, String action) {
                browser.control("k");
                waiting().untilAsserted(() -> browser.fill("dialog.palette .input", action + " queue mails"));
                test.awaitText("dialog.palette li", action + " queue mails");
                browser.keys(Keys.ENTER);
            }
        };

        abstract void choose(ConsoleQueueActionsIT test, String action);
    }
}
