package io.github.asynqee.messaging.internal.config.property;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.eclipse.microprofile.config.Config;

/**
 * Finds unknown attributes, and attributes in a scope that does not allow them. Names are compared by their letters and
 * digits only: config sources may list a property under several names, for example the environment variable
 * {@code …_SHUTDOWN_TIMEOUT} also as {@code ….shutdown.timeout}. A different spelling is a mistake if the attribute
 * itself has no value.
 */
public final class AttributeCheck {

    private static final Logger LOG = System.getLogger(AttributeCheck.class.getName());

    /** Attributes that the runtimes read from a channel's configuration. */
    private static final Set<String> RUNTIME_ATTRIBUTES = Set.of("connector", "channel-name", "enabled", "broadcast",
            "merge", "pausable", "initially-paused", "late-subscription", "buffer-already-requested",
            "health-enabled", "health-readiness-enabled", "health-liveness-enabled");

    /** Attributes of earlier versions, with their replacements. */
    private static final Map<String, String> REMOVED = Map.of("dead-letter",
            "dead letters go to a queue instead of an outgoing channel. Set dead-letter-queue and, if needed, "
                    + "dead-letter-type");

    private final Config config;
    private final Set<String> known = new HashSet<>();
    private final List<ConfigurationException> problems = new ArrayList<>();

    private AttributeCheck(Config config) {
        this.config = config;
    }

    public static List<ConfigurationException> run(Config config, Set<String> incoming, Set<String> outgoing,
            Set<String> cron) {
        AttributeCheck check = new AttributeCheck(config);
        check.addKnown(Scope.CONNECTOR, "asynq");
        incoming.forEach(channel -> check.addKnown(Scope.INCOMING, channel));
        outgoing.forEach(channel -> check.addKnown(Scope.OUTGOING, channel));
        cron.forEach(name -> check.addKnown(Scope.CRON, name));
        check.find(Scope.CONNECTOR, "asynq");
        incoming.forEach(channel -> check.find(Scope.INCOMING, channel));
        outgoing.forEach(channel -> check.find(Scope.OUTGOING, channel));
        incoming.forEach(channel -> check.enabled(Scope.INCOMING, channel));
        outgoing.forEach(channel -> check.enabled(Scope.OUTGOING, channel));
        incoming.stream().filter(channel -> channel.indexOf('$') >= 0).forEach(channel -> check.problems
                .add(new ConfigurationException(Scope.INCOMING.prefix(channel)
                        + "connector=asynq is invalid: the name of an "
                        + "incoming channel must not contain $, which marks the copies of a channel with concurrency")));
        check.findInCron(cron);
        foreignVariables(check.names()).forEach(variable -> LOG.log(Level.WARNING,
                "asynq: environment variable {0} configures a channel that this application does not have: the runtime "
                        + "may refuse the application (SRMSG00071). Set it only for its own application",
                variable));
        return check.problems;
    }

    /**
     * Returns variables of other applications: the runtimes create a channel for each, in every application of the
     * server.
     */
    static List<String> foreignVariables(List<String> names) {
        Set<String> channels = names.stream().filter(name -> variable(name).endsWith("_CONNECTOR"))
                .map(name -> variable(name.substring(0, name.length() - "connector".length())))
                .collect(Collectors.toSet());
        return names.stream()
                .filter(name -> name.startsWith(variable(Scope.INCOMING.prefix()))
                        || name.startsWith(variable(Scope.OUTGOING.prefix())))
                .filter(name -> channels.stream().noneMatch(name::startsWith)).distinct().sorted().toList();
    }

    private static String variable(String property) {
        return property.replaceAll("[^A-Za-z0-9]", "_").toUpperCase(Locale.ROOT);
    }

    private void addKnown(Scope scope, String name) {
        attributes(scope).forEach(attribute -> known.add(simplified(scope.prefix(name) + attribute)));
    }

    private static Stream<String> attributes(Scope scope) {
        return scope == Scope.INCOMING || scope == Scope.OUTGOING
                ? Stream.concat(allowed(scope), RUNTIME_ATTRIBUTES.stream()) : allowed(scope);
    }

    private static Stream<String> allowed(Scope scope) {
        return Stream.of(Attribute.values()).filter(attribute -> attribute.isAllowedIn(scope)).map(Attribute::key);
    }

    private static String simplified(String property) {
        return property.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
    }

    private void find(Scope scope, String name) {
        String prefix = scope.prefix(name);
        String copies = scope.prefix() + name + "$";
        for (String property : new HashSet<>(names())) {
            if (property.startsWith(prefix) && !property.startsWith(Scope.CRON.prefix())) {
                String attribute = property.substring(prefix.length());
                if (known.contains(simplified(property))) {
                    spelling(scope, prefix, attribute);
                } else {
                    problems.add(new ConfigurationException(problem(scope, property, attribute)));
                }
            } else if (scope == Scope.INCOMING && property.startsWith(copies)) {
                problems.add(new ConfigurationException(property
                        + " is invalid: the copies of a channel share its configuration, " + prefix + "*"));
            }
        }
    }

    /**
     * Reports a misspelled property: a source may list it, but the runtimes and the connector only read the exact name.
     */
    private void spelling(Scope scope, String prefix, String attribute) {
        attributes(scope).filter(key -> simplified(key).equals(simplified(attribute)) && !key.equals(attribute)
                && config.getConfigValue(prefix + key).getRawValue() == null)
                .forEach(key -> problems.add(new ConfigurationException(
                        prefix + attribute + " has no effect, did you mean " + key + "?")));
    }

    private void enabled(Scope scope, String channel) {
        try {
            ChannelNames.enabled(config, scope, channel).ifPresent(Property::bool);
        } catch (ConfigurationException e) {
            problems.add(e);
        }
    }

    /**
     * A periodic task is recognised by its attributes, so a property with an unknown attribute may name an unknown
     * task.
     */
    private void findInCron(Set<String> entries) {
        for (String property : new HashSet<>(names())) {
            if (!property.startsWith(Scope.CRON.prefix())) {
                continue;
            }
            String name = entries.stream().filter(entry -> property.startsWith(Scope.CRON.prefix(entry))).findFirst()
                    .orElse(ChannelNames.channel(property.substring(Scope.CRON.prefix().length())));
            String prefix = Scope.CRON.prefix(name);
            String attribute = property.startsWith(prefix) ? property.substring(prefix.length()) : "";
            if (known.contains(simplified(property))) {
                spelling(Scope.CRON, prefix, attribute);
                String connector = Scope.CONNECTOR.prefix(Properties.CONNECTOR_NAME);
                spelling(Scope.CONNECTOR, connector, property.substring(connector.length()));
            } else if (!CronNames.isHeader(attribute)) {
                problems.add(new ConfigurationException(problem(Scope.CRON, property, attribute)));
            }
        }
    }

    private List<String> names() {
        List<String> names = new ArrayList<>();
        config.getPropertyNames().forEach(names::add);
        return names;
    }

    private String problem(Scope scope, String property, String attribute) {
        if (REMOVED.containsKey(attribute)) {
            return property + "=" + config.getOptionalValue(property, String.class).orElse("")
                    + " is no longer supported: " + REMOVED.get(attribute);
        }
        Optional<Attribute> elsewhere = Attribute.ofKey(attribute);
        if (elsewhere.isPresent()) {
            return property + " has no effect here: the attribute belongs to " + elsewhere.get().scopes().stream()
                    .map(where -> where.prefix(
                            where == Scope.CONNECTOR ? "asynq" : where == Scope.CRON ? "<name>" : "<channel>")
                            + attribute)
                    .collect(Collectors.joining(" or "));
        }
        String lower = attribute.toLowerCase(Locale.ROOT);
        String nearest = allowed(scope).min(Comparator.comparingInt(key -> EditDistance.between(key, lower)))
                .orElseThrow();
        String hint = EditDistance.between(nearest, lower) <= Math.max(2, attribute.length() / 3)
                ? ", did you mean " + nearest + "?" : ".";
        return property + " is not an attribute of the connector" + hint + " Attributes here are: "
                + allowed(scope).sorted().collect(Collectors.joining(", "));
    }
}
