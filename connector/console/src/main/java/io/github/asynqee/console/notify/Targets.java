package io.github.asynqee.console.notify;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

import io.github.asynqee.console.config.AlertConfig;
import io.github.asynqee.console.config.AlertTarget;

/** The targets of the configuration, for one Redis. */
public final class Targets {

    private final List<Target> all;
    private final String redis;
    private final String link;

    public Targets(List<Target> all, String redis, String link) {
        this.all = List.copyOf(all);
        this.redis = redis;
        this.link = link;
    }

    public static Targets of(AlertConfig config, String redis) {
        return new Targets(config.targets().stream().map(Targets::target).toList(), redis,
                config.link() == null ? null : config.link() + "#/" + redis + "/alerts");
    }

    private static Target target(AlertTarget config) {
        return config.isMail() ? new MailTarget(config) : new WebhookTarget(config);
    }

    public List<Target> all() {
        return all;
    }

    public List<String> names() {
        return all.stream().map(Target::name).toList();
    }

    public Optional<Target> named(String name) {
        return all.stream().filter(each -> each.name().equals(name)).findFirst();
    }

    /** The name of the Redis that messages are about. */
    public String redis() {
        return redis;
    }

    /** The page of the alerts, {@code null} if the address of the console is not known. */
    public String link() {
        return link;
    }

    /** A test message without an incident. */
    public Message test(String user, Instant now) {
        return Message.test(redis, user, now, link);
    }
}
