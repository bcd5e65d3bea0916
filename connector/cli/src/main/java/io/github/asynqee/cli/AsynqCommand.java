package io.github.asynqee.cli;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.EnqueueException;
import io.github.asynqee.InvalidTaskException;
import io.github.asynqee.cli.shared.PayloadOptions;
import io.github.asynqee.cli.shared.Program;
import io.github.asynqee.cli.shared.RedisOptions;
import io.github.asynqee.cli.shared.Texts;
import io.github.asynqee.cli.task.TaskCommand;
import io.github.asynqee.inspect.InspectionException;
import io.github.asynqee.inspect.Inspector;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.inspect.payload.PayloadReader;
import io.github.asynqee.internal.redis.RedisBroker;
import io.github.asynqee.internal.redis.connection.RedisConfig;
import io.github.asynqee.redis.BrokerException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** {@code asynq}: the root of all commands. */
@Command(name = "asynq", mixinStandardHelpOptions = true, versionProvider = AsynqCommand.Version.class, description = "Inspects and administers asynq task queues in Redis.", footer = {
        "", "Examples:", "  asynq stats",
        "  asynq queue ls --uri redis://redis.example.com:6379/1",
        "  asynq task ls --queue default --state retry", "",
        "Connection options can also be set as environment variables, ASYNQ_URI, ASYNQ_PASSWORD, …,",
        "or in the file ~/.asynq.yaml as \"uri: host:port\", \"password: text\", …" })
class AsynqCommand implements Program, Runnable {

    private static final List<Class<?>> COMMANDS = List.of(StatsCommand.class, QueueCommand.class, TaskCommand.class,
            GroupCommand.class, LimitCommand.class, BatchCommand.class, ServerCommand.class, CronCommand.class,
            ErrorsCommand.class,
            DoctorCommand.class,
            DashCommand.class, MetricsCommand.class, CompletionCommand.class, HelpCommand.class);
    /** Commands that need all other commands to be loaded. */
    private static final Set<Class<?>> OF_ALL = Set.of(CompletionCommand.class, HelpCommand.class);

    private final Clock clock;
    private final Function<String, Inspector> connect;

    @Spec
    private CommandSpec spec;

    @Mixin
    private RedisOptions redis;

    @Mixin
    private PayloadOptions payloads;

    /**
     * @param clock the current time, and the time zone for output
     * @param connect creates an inspector for a URL
     */
    AsynqCommand(Clock clock, Function<String, Inspector> connect) {
        this.clock = clock;
        this.connect = connect;
    }

    @Override
    public Clock clock() {
        return clock;
    }

    @Override
    public Path home() {
        // HOME as in shells, because for a user without an entry in the system, Java returns another folder
        String home = System.getenv("HOME");
        return Path.of(home == null || home.isEmpty() ? System.getProperty("user.home") : home);
    }

    @Override
    public UnaryOperator<String> environment() {
        return System::getenv;
    }

    @Override
    public String address() {
        return redis.address();
    }

    @Override
    public PayloadReader payloads() {
        return payloads.reader();
    }

    @Override
    public AsynqClient client() {
        RedisBroker broker = RedisBroker.connect(RedisConfig.of(redis.url()));
        return DefaultAsynqClient.builder(broker).shardsOnRecord().onClose(broker::close).build();
    }

    @Override
    public Inspector connect() {
        return connect.apply(redis.url());
    }

    /** The version of the jar. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = AsynqCommand.class.getPackage().getImplementationVersion();
            return new String[]{ "asynq for Jakarta EE " + (version == null ? "(development)" : version) };
        }
    }

    /**
     * Creates the command line. It prints UTF-8, and reports an error on one line.
     *
     * @param args the arguments, if known; then only the command that they name is loaded
     */
    static CommandLine commandLine(AsynqCommand command, String... args) {
        CommandLine commandLine = new CommandLine(command);
        named(args).forEach(commandLine::addSubcommand);
        commandLine.setOut(new PrintWriter(System.out, true, StandardCharsets.UTF_8));
        commandLine.setErr(new PrintWriter(System.err, true, StandardCharsets.UTF_8));
        commandLine.setCaseInsensitiveEnumValuesAllowed(true);
        // a queue or payload may begin with an at sign, for which picocli would read arguments from a file
        commandLine.setExpandAtFiles(false);
        // like asynq, allow an ID or a queue to begin with a dash
        commandLine.setAllowOptionsAsOptionParameters(true);
        commandLine.registerConverter(Duration.class, Texts::parseDuration);
        commandLine.registerConverter(Instant.class, Texts::parseTime);
        commandLine.registerConverter(Path.class, Texts::parsePath);
        commandLine.setExecutionExceptionHandler(AsynqCommand::report);
        commandLine.setParameterExceptionHandler(AsynqCommand::refuse);
        return commandLine;
    }

    /** Returns the command that the first argument names; all commands if it does not name one. */
    private static List<Class<?>> named(String[] args) {
        return COMMANDS.stream().filter(it -> args.length > 0 && !OF_ALL.contains(it)
                && it.getAnnotation(Command.class).name().equals(args[0])).findFirst().<List<Class<?>>>map(List::of)
                .orElse(COMMANDS);
    }

    /** Like picocli's handler, but escapes control characters in the user's input. */
    private static int refuse(ParameterException error, String[] args) {
        CommandLine command = error.getCommandLine();
        PrintWriter err = command.getErr();
        err.println(command.getColorScheme().errorText(Texts.printable(String.valueOf(error.getMessage()))));
        if (!UnmatchedArgumentException.printSuggestions(error, err)) {
            command.usage(err, command.getColorScheme());
        }
        return command.getCommandSpec().exitCodeOnInvalidInput();
    }

    private static int report(Exception error, CommandLine command, CommandLine.ParseResult result) throws Exception {
        if (error instanceof InspectionException || error instanceof BrokerException
                || error instanceof EnqueueException || error instanceof InvalidTaskException
                || error instanceof IllegalArgumentException) {
            command.getErr().println(
                    Program.of(command.getCommandSpec()).errorColours().failure("error:") + " "
                            + Texts.printable(String.valueOf(error.getMessage())));
            return CommandLine.ExitCode.SOFTWARE;
        }
        throw error;
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "a command is missing");
    }
}
