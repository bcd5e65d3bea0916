package io.github.asynqee.cli;

import java.time.Duration;
import java.util.concurrent.Callable;

import io.github.asynqee.cli.dash.Dashboard;
import io.github.asynqee.cli.shared.Program;
import io.github.asynqee.cli.shared.Texts;
import io.github.asynqee.inspect.Inspector;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code asynq dash}. Other commands do not load the classes of the full-screen view. */
@Command(name = "dash", mixinStandardHelpOptions = true, description = {
        "Shows queues, tasks, servers, scheduler entries and findings on the full screen.",
        "Needs a terminal. Press ? for help on keys." }, footer = { "", "Example:", "  asynq dash --refresh 2s" })
final class DashCommand implements Callable<Integer> {

    private static final Duration MIN_REFRESH = Duration.ofSeconds(1);

    @Spec
    private CommandSpec spec;

    @Option(names = "--refresh", paramLabel = "DURATION", defaultValue = "8s", description = "Refresh interval, at least 1s. Default: ${DEFAULT-VALUE}")
    private Duration refresh;

    @Option(names = "--read-only", description = "Do not change anything")
    private boolean readOnly;

    @Override
    public Integer call() {
        if (refresh.compareTo(MIN_REFRESH) < 0) {
            throw new ParameterException(spec.commandLine(), "--refresh must be at least 1s");
        }
        Program root = Program.of(spec);
        try (Inspector inspector = root.connect()) {
            Dashboard dashboard;
            try {
                dashboard = Dashboard.open(inspector.logical(),
                        new Dashboard.Settings(root.address(), refresh, readOnly, colours(), root.clock(),
                                root.payloads()));
            } catch (IllegalStateException e) {
                spec.commandLine().getErr().println("error: " + Texts.printable(String.valueOf(e.getMessage())));
                return CommandLine.ExitCode.USAGE;
            }
            dashboard.run();
        }
        return CommandLine.ExitCode.OK;
    }

    /** By convention, any non-empty value of NO_COLOR disables colours. */
    private static boolean colours() {
        String noColour = System.getenv("NO_COLOR");
        return noColour == null || noColour.isEmpty();
    }
}
