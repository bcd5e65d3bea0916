package io.github.asynqee.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;

/**
 * A real terminal with a shell: a window of a private tmux server, without the user's configuration. Tests send text
 * and keys to tmux, and read the screen from tmux. The prompt of the shell is {@link #PROMPT}.
 *
 * <p>A test that opens a window is skipped if tmux is not installed.
 */
public final class TerminalWindow implements AutoCloseable {

    /** The prompt of the shell, alone on its line while the shell waits for a command. */
    public static final String PROMPT = "ready>";

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Duration POLL = Duration.ofMillis(30);

    /** The socket of the tmux server, its settings and the scripts. */
    private final Path directory;

    private TerminalWindow(int columns, int rows) {
        directory = temporaryDirectory();
        Path settings = file(".conf", "set -g status off\nset -g escape-time 0\nset -g default-terminal tmux-256color");
        Path shell = file(".sh", "PS1='" + PROMPT + " '; unset NO_COLOR HISTFILE; export LC_ALL=C.UTF-8");
        tmux("-f", settings.toString(), "new-session", "-d", "-x", "" + columns, "-y", "" + rows,
                "bash --noprofile --rcfile " + shell + " -i");
        awaitPrompt();
    }

    /**
     * Opens a window; skips the test if tmux is not installed.
     *
     * @param columns its width
     * @param rows its height
     * @return the window, with a shell that waits for a command
     */
    public static TerminalWindow open(int columns, int rows) {
        Assumptions.assumeTrue(isInstalled("tmux"), "NO TERMINAL WAS TESTED: there is no tmux");
        return new TerminalWindow(columns, rows);
    }

    /** Whether a program is on the path. */
    static boolean isInstalled(String program) {
        return Pattern.compile(File.pathSeparator).splitAsStream(System.getenv("PATH"))
                .anyMatch(directory -> Files.isExecutable(Path.of(directory, program)));
    }

    /**
     * A command for the shell that runs {@code bin/asynq} with the runnable jar.
     *
     * @param arguments the arguments, as the shell reads them
     * @return the command
     */
    public static String asynq(String arguments) {
        Path jar = Path.of(System.getProperty("asynq.jar"));
        return "ASYNQ_JAR=" + jar + " XDG_CACHE_HOME=" + jar.resolveSibling("cache") + " "
                + Path.of("bin/asynq").toAbsolutePath() + " " + arguments;
    }

    /**
     * A command for the shell that runs a class.
     *
     * @param main the class
     * @param arguments its arguments, as the shell reads them
     * @return the command
     */
    public static String java(Class<?> main, String arguments) {
        return System.getProperty("java.home") + "/bin/java -XX:TieredStopAtLevel=1 -cp '"
                + System.getProperty("java.class.path") + "' " + main.getName() + " " + arguments;
    }

    /**
     * Types text and presses Enter. A long text is run from a file, because the window would wrap it.
     *
     * @param command the command
     */
    public void type(String command) {
        tmux("send-keys", "-l", "--", command.length() < 60 ? command : ". " + file(".sh", command));
        keys("Enter");
    }

    private static Path temporaryDirectory() {
        try {
            return Files.createTempDirectory("terminal");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path file(String suffix, String content) {
        try {
            return Files.writeString(Files.createTempFile(directory, "f", suffix), content + "\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Presses keys.
     *
     * @param keys names as tmux knows them, for example {@code Down}, {@code C-c} or {@code q}
     */
    public void keys(String... keys) {
        List<String> command = new ArrayList<>(List.of("send-keys", "--"));
        command.addAll(List.of(keys));
        tmux(command.toArray(String[]::new));
    }

    /** Changes the size of the window, and sends SIGWINCH to the running programs. */
    public void resize(int columns, int rows) {
        tmux("resize-window", "-x", "" + columns, "-y", "" + rows);
    }

    /** @return the lines shown, without trailing spaces, one for each row */
    public List<String> lines() {
        return List.of(tmux("capture-pane", "-p").split("\n", -1));
    }

    /** @return the text shown */
    public String text() {
        return tmux("capture-pane", "-p").stripTrailing();
    }

    /** @return the text shown with the escape sequences of its colours */
    public String textWithColours() {
        return tmux("capture-pane", "-p", "-e");
    }

    /** Waits until the text shown contains a part. */
    public void await(String part) {
        await(text -> text.contains(part), "contains \"" + part + "\"");
    }

    /** Waits until the text shown does not contain a part. */
    public void awaitNo(String part) {
        await(text -> !text.contains(part), "does not contain \"" + part + "\"");
    }

    /** Waits until the shell waits for a command. */
    public void awaitPrompt() {
        await(text -> text.endsWith(PROMPT), "ends with the prompt");
    }

    /**
     * Waits until the text shown fulfils a condition.
     *
     * @param condition the condition
     * @param description completes "the terminal …"
     */
    public void await(Predicate<String> condition, String description) {
        Awaitility.await().atMost(LIMIT).pollInterval(POLL).pollDelay(Duration.ZERO)
                .untilAsserted(() -> assertThat(text()).matches(condition, description));
    }

    /** @return whether a program shows the alternate screen */
    public boolean isAlternateScreen() {
        return format("#{alternate_on}").equals("1");
    }

    /** @return whether the cursor is visible */
    public boolean isCursorVisible() {
        return format("#{cursor_flag}").equals("1");
    }

    /** @return the title of the window, which programs can set */
    public String title() {
        return format("#{pane_title}").strip();
    }

    private String format(String format) {
        return tmux("display-message", "-p", format).strip();
    }

    /** Stops the shell and its programs. */
    @Override
    public void close() {
        tmux("kill-server");
        for (File file : directory.toFile().listFiles()) {
            file.delete();
        }
        directory.toFile().delete();
    }

    private String tmux(String... arguments) {
        List<String> command = new ArrayList<>(List.of("tmux", "-u", "-S", directory.resolve("socket").toString()));
        command.addAll(List.of(arguments));
        return run(command.toArray(String[]::new));
    }

    private static String run(String... command) {
        try {
            Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new IllegalStateException(String.join(" ", command) + ": " + output);
            }
            return output;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
