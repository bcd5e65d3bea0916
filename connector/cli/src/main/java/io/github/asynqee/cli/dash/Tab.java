package io.github.asynqee.cli.dash;

/** The views between which a key switches; the first one has the key 1. */
enum Tab {
    QUEUES("Queues"), TASKS("Tasks"), SERVERS("Servers"), CRON("Cron"), FINDINGS("Findings");

    private final String title;

    Tab(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }

    Tab next(int step) {
        return values()[Math.floorMod(ordinal() + step, values().length)];
    }
}
