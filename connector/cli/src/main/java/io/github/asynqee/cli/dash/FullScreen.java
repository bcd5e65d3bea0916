package io.github.asynqee.cli.dash;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOError;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;

import io.github.asynqee.cli.dash.text.SafeText;
import org.jline.terminal.Attributes;
import org.jline.terminal.Attributes.LocalFlag;
import org.jline.terminal.Size;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.terminal.TerminalBuilder.SystemOutput;
import org.jline.utils.AttributedCharSequence.ForceMode;
import org.jline.utils.AttributedString;
import org.jline.utils.Curses;
import org.jline.utils.InfoCmp.Capability;
import org.jline.utils.NonBlockingReader;
import org.jline.utils.Signals;

/**
 * The terminal in full-screen mode: the alternate screen without cursor and echo. The mode ends with {@link #close()}
 * or with the process. Only changed lines are written.
 */
final class FullScreen implements AutoCloseable {

    private static final long READ_LIMIT = 60_000;

    private final Terminal terminal;
    private final Attributes before;
    private final int colours;
    private final byte[] leave;
    private final Thread hook = new Thread(this::restore, "asynq-dash-restore");
    private List<AttributedString> drawn = List.of();
    private Size drawnSize = Size.of(0, 0);
    private boolean restored;

    private FullScreen(Terminal terminal) {
        this.terminal = terminal;
        this.before = terminal.getAttributes();
        this.leave = leaving(terminal);
        Integer most = terminal.getNumericCapability(Capability.max_colors);
        this.colours = most == null ? 8 : most;
    }

    /**
     * Opens the terminal of this process.
     *
     * @param resized called after the size has changed
     * @return the full screen
     * @throws IllegalStateException if input or output is not a terminal, or the terminal does not support a cursor
     */
    static FullScreen open(Runnable resized) {
        Terminal terminal;
        try {
            terminal = TerminalBuilder.builder().system(true).systemOutput(SystemOutput.SysOut).dumb(false)
                    .graphemeCluster(false).nativeSignals(false).build();
        } catch (IOException | IllegalStateException e) {
            throw new IllegalStateException("dash needs a terminal for its input and output", e);
        }
        if (terminal.getStringCapability(Capability.cursor_address) == null
                || terminal.getStringCapability(Capability.enter_ca_mode) == null) {
            throw new IllegalStateException("dash cannot use a terminal of the type \"" + terminal.getType()
                    + "\": it has no full screen");
        }
        FullScreen screen = new FullScreen(terminal);
        Runtime.getRuntime().addShutdownHook(screen.hook);
        Signals.register("WINCH", resized);
        Signals.register("CONT", () -> {
            screen.enter();
            resized.run();
        });
        screen.enter();
        return screen;
    }

    private synchronized void enter() {
        if (restored) {
            return;
        }
        terminal.enterRawMode();
        Attributes raw = terminal.getAttributes();
        // deliver Ctrl-C, Ctrl-Z and Ctrl-\ as keys
        raw.setLocalFlags(EnumSet.of(LocalFlag.ISIG), false);
        terminal.setAttributes(raw);
        terminal.puts(Capability.enter_ca_mode);
        terminal.puts(Capability.keypad_xmit);
        terminal.puts(Capability.cursor_invisible);
        forget();
        terminal.flush();
    }

    /** Makes the next {@link #draw} write all lines. */
    synchronized void forget() {
        drawn = List.of();
    }

    Size size() {
        Size size = terminal.getSize();
        return size.getColumns() > 0 && size.getRows() > 0 ? size : Size.of(80, 24);
    }

    boolean isUnicode() {
        return terminal.encoding().equals(StandardCharsets.UTF_8);
    }

    /** Reads a character as {@link Key.Source} defines it. */
    int read(long timeout) throws IOException {
        int c;
        do {
            // a read without a timeout would hold a lock that JLine needs in order to close
            c = terminal.reader().read(timeout == 0 ? READ_LIMIT : timeout);
        } while (timeout == 0 && c == NonBlockingReader.READ_EXPIRED);
        return c;
    }

    /** Draws one line per row; writes only lines that have changed. */
    synchronized void draw(List<AttributedString> lines, Size size) {
        if (restored) {
            return;
        }
        boolean all = drawn.size() != lines.size() || !size.equals(drawnSize);
        if (all) {
            terminal.puts(Capability.clear_screen);
        }
        for (int row = 0; row < lines.size(); row++) {
            AttributedString line = lines.get(row);
            if (all || !line.equals(drawn.get(row))) {
                write(row, line, size.getColumns());
            }
        }
        terminal.flush();
        drawn = List.copyOf(lines);
        drawnSize = Size.of(size.getColumns(), size.getRows());
    }

    /**
     * Writes a line. Repositions the cursor after characters whose width differs between terminals.
     */
    private void write(int row, AttributedString line, int columns) {
        int column = 0;
        for (int start = 0; start < line.length();) {
            int end = start;
            while (end < line.length() && line.charAt(end) < 0x7f) {
                end++;
            }
            while (end < line.length() && line.charAt(end) >= 0x7f) {
                end++;
            }
            terminal.puts(Capability.cursor_address, row, column);
            AttributedString part = line.subSequence(start, end);
            terminal.writer().write(part.toAnsi(colours, ForceMode.None));
            column += SafeText.width(part);
            start = end;
        }
        if (column < columns) {
            terminal.puts(Capability.cursor_address, row, column);
            terminal.puts(Capability.clr_eol);
        }
    }

    /** Restores the terminal. Does not use its writer, which JLine may have closed at the end of the process. */
    private synchronized void restore() {
        if (restored) {
            return;
        }
        restored = true;
        try {
            terminal.flush();
            terminal.setAttributes(before);
        } catch (RuntimeException | IOError e) {
            // JLine has closed the terminal and restored its attributes
        }
        try {
            FileOutputStream output = new FileOutputStream(FileDescriptor.out);
            output.write(leave);
            output.flush();
        } catch (IOException e) {
            // the terminal no longer exists
        }
    }

    private static byte[] leaving(Terminal terminal) {
        StringBuilder sequences = new StringBuilder();
        for (Capability capability : List.of(Capability.exit_attribute_mode, Capability.keypad_local,
                Capability.cursor_normal, Capability.exit_ca_mode)) {
            String sequence = terminal.getStringCapability(capability);
            sequences.append(sequence == null ? "" : Curses.tputs(sequence));
        }
        return sequences.toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    @Override
    public void close() {
        restore();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // the process is already exiting
        }
    }
}
