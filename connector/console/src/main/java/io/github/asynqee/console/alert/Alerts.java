package io.github.asynqee.console.alert;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;

import io.github.asynqee.console.config.AlertConfig;
import io.github.asynqee.console.notify.DeliveryException;
import io.github.asynqee.console.notify.Target;
import io.github.asynqee.console.notify.Targets;
import io.github.asynqee.console.problem.ProblemException;
import io.github.asynqee.internal.redis.connection.RedisExecutor;

/** Shows and controls the alerts of one Redis. */
public final class Alerts {

    private static final Logger LOG = System.getLogger(Alerts.class.getName());
    private static final int MAX_SILENCES = 100;

    private final AlertConfig config;
    private final IncidentStore incidents;
    private final SettingsStore settings;
    private final Targets targets;
    private final Clock clock;
    private final AlertRunner runner;

    /**
     * The alerts of a Redis.
     *
     * @param redis its name
     * @param executor executes commands on the keys of the alerts
     * @param source reads the state of the Redis
     * @param node the name of this node for users
     */
    public Alerts(AlertConfig config, String redis, RedisExecutor executor, Function<Instant, Sample> source,
            Clock clock, String node) {
        this.config = config;
        this.incidents = new IncidentStore(executor);
        this.settings = new SettingsStore(executor);
        this.targets = Targets.of(config, redis);
        this.clock = clock;
        this.runner = new AlertRunner(executor, source, clock, config.interval(), targets, node);
    }

    /** The thread that evaluates alerts; do not start it if alerts are switched off. */
    public AlertRunner runner() {
        return runner;
    }

    /** Open incidents, settings and targets. */
    public AlertView view() {
        Instant now = clock.instant();
        AlertSettings rules = settings.read();
        IncidentStore.Content content = incidents.read();
        return new AlertView(config.enabled(), config.interval(), content.status(),
                content.incidents().values().stream()
                        .sorted(Comparator.comparing(Incident::severity).thenComparing(Incident::since))
                        .map(each -> IncidentView.of(each, rules.silence(each, now).orElse(null), targets.names()))
                        .toList(),
                rules.with(rules.revision(), current(rules, now)), AlertCodes.ALL,
                targets.all().stream().map(each -> new AlertView.TargetView(each.name(), each.kind(), each.shown()))
                        .toList());
    }

    private static List<Silence> current(AlertSettings rules, Instant now) {
        return rules.silences().stream().filter(each -> now.isBefore(each.until())).toList();
    }

    /** The latest closed incidents. */
    public List<IncidentView> history() {
        return incidents.history().stream().map(each -> IncidentView.of(each, null, targets.names())).toList();
    }

    /**
     * Replaces all settings except the silences.
     *
     * @param revision the revision that the user has seen
     * @param wanted the settings
     * @throws ProblemException with status 409 if the settings have been changed since
     */
    public AlertSettings change(long revision, AlertSettings wanted) {
        AlertSettings changed = settings.change(before -> {
            if (before.revision() != revision) {
                throw ProblemException
                        .conflict("The settings have been changed since they were shown. Load them again.");
            }
            return wanted.with(revision + 1, before.silences());
        });
        runner.wake();
        return changed;
    }

    /** Adds a silence and removes expired silences. */
    public Silence silence(String code, String queues, Instant until, String reason, String user) {
        Instant now = clock.instant();
        if (!until.isAfter(now)) {
            throw ProblemException.badRequest("\"until\" must be in the future.");
        }
        Silence silence = new Silence(UUID.randomUUID().toString(), code, queues, until, reason, user, now);
        settings.change(before -> {
            List<Silence> silences = new ArrayList<>(current(before, now));
            if (silences.size() >= MAX_SILENCES) {
                throw ProblemException.conflict("There are " + MAX_SILENCES + " silences already.");
            }
            silences.add(silence);
            return before.with(before.revision(), silences);
        });
        return silence;
    }

    /** Ends a silence. */
    public Silence endSilence(String id) {
        Silence ended = settings.read().silences().stream().filter(each -> each.id().equals(id)).findFirst()
                .orElseThrow(() -> ProblemException.notFound("There is no such silence."));
        settings.change(before -> before.with(before.revision(),
                before.silences().stream().filter(each -> !each.id().equals(id)).toList()));
        return ended;
    }

    /** Sends a test message, from this node. */
    public void test(String name, String user) {
        Target target = targets.named(name)
                .orElseThrow(() -> ProblemException.notFound("There is no target of this name."));
        try {
            target.send(targets.test(user, clock.instant()));
        } catch (DeliveryException e) {
            LOG.log(Level.WARNING, "The test message to " + name + " could not be sent.", e);
            throw new ProblemException(502, "target-failed", "The message was not sent",
                    "Not sent: " + e.getMessage() + ".");
        }
    }
}
