package io.github.asynqee.server.console.pages;

/** The pages, with the demo data; some with what lies over them. */
enum PageOfConsole {
    OVERVIEW("#/default/overview"),
    QUEUES("#/default/queues"),
    QUEUE("#/default/queues/webhooks"),
    STATISTICS("#/default/queues/webhooks?tab=statistics"),
    ALL_BATCHES("#/default/batches"),
    BATCHES("#/default/queues/imports?tab=batches"),
    BATCH("#/default/queues/imports?tab=batches&batch=" + DemoData.BATCH),
    LIMITS("#/default/queues/imports?tab=limits"),
    TASKS("#/default/tasks"),
    RETRY("#/default/tasks?q=state%3Aretry"),
    DRAWER("#/default/tasks?q=state%3Aretry&task=webhooks%2F" + DemoData.FAILED_TASK),
    BULK("#/default/tasks?q=state%3Aretry"),
    ERRORS("#/default/errors"),
    JOBS("#/default/jobs"),
    ALERTS("#/default/alerts"),
    ALERT_HISTORY("#/default/alerts/history"),
    ALERT_RULES("#/default/alerts/rules"),
    ALERT_SILENCES("#/default/alerts/silences"),
    ALERT_TARGETS("#/default/alerts/targets"),
    CRON("#/default/cron"),
    SERVERS("#/default/servers"),
    REDIS("#/default/redis"),
    AUDIT("#/default/audit"),
    SETTINGS("#/default/settings");

    final String address;

    PageOfConsole(String address) {
        this.address = address;
    }

    /** Shows the page and waits for its data. */
    void show(BrowserTest test) {
        test.open("#/default/none");
        test.open(address);
        test.awaitPage();
        switch (this) {
            case DRAWER -> test.awaitText(".drawer", "SocketTimeoutException");
            case BULK -> {
                test.clickText("All that match");
                test.clickText("Archive all that match");
                test.awaitText("dialog", "match exactly");
            }
            case STATISTICS -> {
                test.awaitText("main", "webhook:deliver");
                test.awaitText(".moments", DemoData.MARKER);
                BrowserTest.browser.executeScript("document.querySelector('main details').open = true");
            }
            case ALL_BATCHES, BATCHES -> test.awaitText("main table", DemoData.BATCH);
            case LIMITS -> test.awaitText("main table", "partner");
            case BATCH -> test.awaitText("main", "row-39");
            case ALERTS -> {
                test.awaitText("main table", "more than 2");
                test.awaitText("main table", "Silenced");
            }
            case ALERT_RULES -> test.awaitText("main", "Save");
            case ALERT_SILENCES -> test.awaitText("main table", "a known flood");
            case ALERT_TARGETS -> test.awaitText("main table", "Webhook");
            default -> {
                // its data is all there is to wait for
            }
        }
    }

    /** Leaves what lies over the page. */
    void leave(BrowserTest test) {
        if (this == BULK) {
            test.clickText("Cancel");
        }
    }
}
