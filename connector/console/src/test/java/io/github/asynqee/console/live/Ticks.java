package io.github.asynqee.console.live;

/** Makes live updates read and send at once, instead of by their thread. */
public final class Ticks {

    private Ticks() {}

    public static void tick(LiveUpdates live) {
        live.tick();
    }
}
