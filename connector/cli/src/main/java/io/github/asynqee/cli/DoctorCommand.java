package io.github.asynqee.cli;

import java.util.List;

import io.github.asynqee.cli.shared.InspectorCommand;
import io.github.asynqee.cli.shared.Table;
import io.github.asynqee.inspect.Finding;
import io.github.asynqee.inspect.Finding.Severity;
import io.github.asynqee.inspect.Inspector;
import picocli.CommandLine.Command;

/** {@code asynq doctor}: shows findings. */
@Command(name = "doctor", description = { "Finds problems that prevent tasks from running or may lose them.",
        "Exits with 1 if it finds an error." }, footer = { "", "Example:", "  asynq doctor --output json" })
final class DoctorCommand extends InspectorCommand {

    @Override
    protected boolean run(Inspector inspector) {
        List<Finding> findings = inspector.health().findings();
        if (findings.isEmpty() && isTable()) {
            out().println("Nothing found");
            return true;
        }
        Table table = new Table("Severity", "Code", "Queue", "Finding", "What to do");
        findings.forEach(finding -> table.row(finding.severity(), finding.code(), finding.queue(), finding.message(),
                finding.advice()));
        print(table);
        return findings.stream().noneMatch(finding -> finding.severity() == Severity.ERROR);
    }
}
