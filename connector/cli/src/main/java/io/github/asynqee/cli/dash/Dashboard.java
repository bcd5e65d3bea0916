package io.github.asynqee.cli.dash;

import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import io.github.asynqee.cli.dash.text.Frame;
import io.github.asynqee.cli.dash.text.Theme;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.internal.inspect.payload.PayloadReader;
import org.jline.terminal.Size;
import org.jspecify.annotations.Nullable;

/** Runs the full-screen view until the user quits. */
public final class Dashboard {

    private static final long DRAW_INTERVAL = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long CLOCK_INTERVAL = TimeUnit.SECONDS.toNanos(1);
    /** How long to keep the old screen while the data of a new place is read. */
    private static final long READ_GRACE = TimeUnit.MILLISECONDS.toNanos(200);

    private final Settings settings;
    private final FullScreen terminal;
    private final BlockingQueue<Key> keys = new LinkedBlockingQueue<>();
    private final Poller poller;
    private final DashState state;
    private final Screen screen;
    private final Keys actions;
    private final Theme theme;
    private Size size;
    private long drawAt;
    private long drawnAt;
    private boolean awaited;
    private @Nullable String lastMessage;
    private volatile boolean changed;
    private volatile boolean resized;

    /**
     * Settings of the view.
     *
     * @param address the URL of Redis, without password
     * @param refresh the refresh interval
     * @param readOnly whether changes are disabled
     * @param colours whether to use colours
     * @param clock the current time, and the time zone for output
     * @param payloads decodes compressed or encrypted payloads
     */
    public record Settings(String address, Duration refresh, boolean readOnly, boolean colours, Clock clock,
            PayloadReader payloads) {}

    private Dashboard(Inspector inspector, Settings settings) {
        this.settings = settings;
        this.terminal = FullScreen.open(() -> {
            resized = true;
            wake();
        });
        this.size = terminal.size();
        this.theme = new Theme(settings.colours(), terminal.isUnicode());
        this.poller = new Poller(inspector, settings.clock(), settings.refresh(), () -> {
            changed = true;
            wake();
        });
        this.state = new DashState(settings.readOnly());
        this.screen = new Screen(settings.address());
        this.actions = new Keys(state, poller::perform);
    }

    /**
     * Opens the terminal of this process.
     *
     * @param inspector reads and changes the data
     * @param settings the settings of the view
     * @return the view; call {@link #run} next
     * @throws IllegalStateException if input or output is not a terminal
     */
    public static Dashboard open(Inspector inspector, Settings settings) {
        return new Dashboard(inspector, settings);
    }

    /** Shows the view until the user quits, and restores the terminal. */
    public void run() {
        try (terminal; poller) {
            loop();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void wake() {
        keys.add(Key.of(Key.Name.UNKNOWN));
    }

    private void loop() throws InterruptedException {
        read();
        poller.start();
        startReader();
        drawAt = System.nanoTime() + READ_GRACE;
        while (true) {
            Key key = keys.poll(drawAt - System.nanoTime(), TimeUnit.NANOSECONDS);
            if (key != null && key.name() != Key.Name.UNKNOWN && !react(key)) {
                return;
            }
            notice();
            if (System.nanoTime() - drawAt >= 0) {
                draw();
            }
        }
    }

    /** Handles a key. Redraws immediately, or for a new place when its data has been read. */
    private boolean react(Key key) {
        Location before = state.place();
        if (!actions.handle(key, frame().height() - 1)) {
            return false;
        }
        if (key.name() == Key.Name.REDRAW) {
            terminal.forget();
            read();
        }
        awaited = !state.place().equals(before);
        if (awaited) {
            read();
        }
        drawAt = System.nanoTime() + (awaited ? READ_GRACE : 0);
        return true;
    }

    /** Schedules a redraw if the size or the data has changed. */
    private void notice() {
        long now = System.nanoTime();
        if (resized) {
            resized = false;
            size = terminal.size();
            read();
            drawAt = now;
        }
        if (changed) {
            changed = false;
            Poller.Feed feed = poller.feed();
            if (feed.message() != lastMessage) {
                lastMessage = feed.message();
                state.say(lastMessage);
            }
            boolean arrived = feed.loaded() != null && feed.loaded().place().equals(state.place());
            long earliest = awaited && arrived ? now : Math.max(now, drawnAt + DRAW_INTERVAL);
            awaited &= !arrived;
            drawAt = Math.min(drawAt, earliest);
        }
    }

    private void draw() {
        Location before = state.place();
        terminal.draw(screen.render(state, poller.feed(), frame()), size);
        drawnAt = System.nanoTime();
        drawAt = drawnAt + CLOCK_INTERVAL;
        if (!state.place().equals(before)) {
            read();
        }
    }

    private void read() {
        poller.show(state.place(), Screen.pageSize(frame()));
    }

    private void startReader() {
        Thread reader = new Thread(() -> {
            List<Key> read;
            do {
                try {
                    read = Key.read(terminal::read);
                } catch (IOException e) {
                    read = List.of(Key.of(Key.Name.QUIT));
                }
                keys.addAll(read);
            } while (!read.contains(Key.of(Key.Name.QUIT)));
        }, "asynq-dash-keys");
        reader.setDaemon(true);
        reader.start();
    }

    private Frame frame() {
        return new Frame(size.getColumns(), size.getRows() - Screen.LINES_AROUND, settings.clock().instant(),
                settings.clock().getZone(), theme, settings.payloads());
    }
}
