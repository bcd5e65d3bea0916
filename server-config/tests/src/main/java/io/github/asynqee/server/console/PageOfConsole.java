package io.github.asynqee.server.console;

/** The pages, with the demo data; some with what lies over them. */
enum PageOfConsole {
    OVERVIEW("#/default/overview"),
    QUEUES("#/default/queues"),
    QUEUE("#/default/queues/webhooks"),
    TASKS("#/default/tasks"),
    RETRY("#/default/tasks?q=state%3Aretry"),
    DRAWER("#/default/tasks?q=state%3Aretry&task=webhooks%2F" + DemoData.FAILED_TASK),
    BULK("#/default/tasks?q=state%3Aarchived"),
    ERRORS("#/default/errors"),
    JOBS("#/default/jobs"),
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
        if (this == DRAWER) {
            test.awaitText(".drawer", "SocketTimeoutException");
        } else if (this == BULK) {
            test.clickText("All that match");
            test.clickText("Archive all that match");
            test.awaitText("dialog", "match exactly");
        }
    }

    /** Leaves what lies over the page. */
    void leave(BrowserTest test) {
        if (this == BULK) {
            test.clickText("Cancel");
        }
    }
}
