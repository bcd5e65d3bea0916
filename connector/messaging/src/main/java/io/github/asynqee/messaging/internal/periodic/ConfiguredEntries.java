package io.github.asynqee.messaging.internal.periodic;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

import io.github.asynqee.InvalidTaskException;
import io.github.asynqee.Task;
import io.github.asynqee.TaskOptions;
import io.github.asynqee.messaging.Periodic;
import io.github.asynqee.messaging.internal.config.CronConfig;
import io.github.asynqee.messaging.internal.config.property.ConfigurationException;
import io.github.asynqee.messaging.internal.config.property.Scope;
import io.github.asynqee.periodic.CatchUp;
import io.github.asynqee.periodic.CronSpec;
import io.github.asynqee.periodic.InvalidCronSpecException;
import io.github.asynqee.periodic.PayloadSource;
import io.github.asynqee.periodic.PeriodicTask;
import org.jspecify.annotations.Nullable;

/**
 * The periodic tasks of the configuration and of annotated methods, merged by name.
 *
 * @param tasks the periodic tasks
 * @param problems all problems
 */
public record ConfiguredEntries(List<PeriodicTask> tasks, List<ConfigurationException> problems) {

    /**
     * Merges configuration and methods.
     *
     * @param configured name to configuration
     * @param unconfigured reads the configuration of an entry that is only annotated
     * @param methods annotated methods
     * @param caller creates a source that calls a method
     * @return the tasks, and the problems of invalid ones
     */
    public static ConfiguredEntries of(Map<String, CronConfig> configured, Function<String, CronConfig> unconfigured,
            PeriodicMethods methods, Function<PeriodicMethod, PayloadSource> caller) {
        Set<String> names = new TreeSet<>(configured.keySet());
        names.addAll(methods.names());
        List<PeriodicTask> tasks = new ArrayList<>();
        List<ConfigurationException> problems = new ArrayList<>();
        for (String name : names) {
            CronConfig config = configured.containsKey(name) ? configured.get(name) : unconfigured.apply(name);
            if (config.enabled()) {
                try {
                    tasks.add(task(config, methods.find(name).orElse(null), caller));
                } catch (ConfigurationException e) {
                    problems.add(e);
                }
            }
        }
        return new ConfiguredEntries(List.copyOf(tasks), List.copyOf(problems));
    }

    /**
     * Returns the tasks that do not run within five years, such as {@code 0 0 30 2 *}.
     *
     * @param now the time
     * @return their names
     */
    public List<String> neverDue(Instant now) {
        return tasks.stream().filter(task -> task.spec().next(now, now).isEmpty()).map(PeriodicTask::name).toList();
    }

    private static PeriodicTask task(CronConfig config, @Nullable PeriodicMethod method,
            Function<PeriodicMethod, PayloadSource> caller) {
        Periodic periodic = method == null ? null : method.periodic();
        String spec = config.spec() != null || periodic == null ? config.spec() : periodic.spec();
        if (spec == null || spec.isBlank()) {
            throw new ConfigurationException(Scope.CRON.prefix(config.name())
                    + "spec is not set: it must be five fields like 0 6 * * MON-FRI, or @daily, or @every 1h30m");
        }
        String zone = config.zone() != null || periodic == null ? config.zone() : periodic.zone();
        CatchUp catchUp = config.catchUp() != null ? config.catchUp()
                : periodic == null ? CatchUp.NONE : periodic.catchUp();
        String type = config.type() != null ? config.type()
                : periodic == null || periodic.type().isBlank() ? config.name() : periodic.type();
        TaskOptions options = config.options();
        if (periodic != null && !periodic.queue().isBlank() && !config.ownQueue()) {
            options = options.then(TaskOptions.builder().queue(periodic.queue()).build());
        }
        try {
            PeriodicTask task = PeriodicTask.of(config.name(),
                    zone == null || zone.isBlank() ? spec : CronSpec.inZone(spec, zone),
                    Task.of(type, config.payload()).withDefaults(options)).catchUp(catchUp);
            return method == null || config.payload() != null ? task : task.payloads(caller.apply(method));
        } catch (InvalidCronSpecException | InvalidTaskException e) {
            throw new ConfigurationException("periodic task \"" + config.name() + "\""
                    + (method == null ? "" : " of " + method) + " is invalid: " + e.getMessage());
        }
    }
}
