package io.github.asynqee.cli;

import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code asynq generate-completion}: the script of picocli, which also completes names of queues. */
@Command(name = "generate-completion", mixinStandardHelpOptions = true, description = {
        "Generates the completion script for bash and zsh.",
        "It completes queue names from the Redis set in the environment or the configuration file." }, footer = { "",
                "Example:", "  source <(asynq generate-completion)" })
final class CompletionCommand implements Runnable {

    private static final String QUEUES = """

            # Prints the names of the queues; not those that the shell would change or run, or take for an option.
            function _asynq_queues() {
              "${COMP_WORDS[0]}" queue ls 2>/dev/null | grep -x '[A-Za-z0-9_.:@/][A-Za-z0-9_.:@/-]*'
            }
            """;
    private static final String OPTION = "'-q'|'--queue')\n      ";
    private static final String POSITIONALS = "local positionals=\"\"";

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        String script = AutoComplete.bash("asynq", spec.root().commandLine());
        int functions = script.indexOf("\nfunction ");
        spec.commandLine().getOut().println(script.substring(0, functions) + QUEUES
                + withQueues(script.substring(functions)));
    }

    private static String withQueues(String script) {
        StringBuilder completed = new StringBuilder();
        for (String function : script.split("(?=\nfunction )")) {
            completed.append(function.startsWith("\nfunction _picocli_asynq_queue_")
                    ? function.replace(POSITIONALS, "local positionals=\"$(_asynq_queues)\"")
                    : function.replace(OPTION + "return", OPTION + "local IFS=$'\\n'\n      "
                            + "COMPREPLY=( $(compgen -W \"$(_asynq_queues)\" -- \"${curr_word}\") )\n      return"));
        }
        return completed.toString();
    }
}
