package io.github.asynqee.messaging.internal.transactions;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

import jakarta.enterprise.inject.Instance;

import io.github.asynqee.AsynqClient;
import io.github.asynqee.internal.client.DefaultAsynqClient;
import io.github.asynqee.internal.thread.StopTime;
import io.github.asynqee.messaging.internal.config.ApplicationConfig;
import io.github.asynqee.messaging.internal.config.ConnectorConfig;
import io.github.asynqee.messaging.internal.config.OutgoingConfig;
import io.github.asynqee.messaging.internal.config.Transactional;
import io.github.asynqee.messaging.internal.config.property.Attribute;
import io.github.asynqee.messaging.internal.config.property.ConfigurationException;
import io.github.asynqee.messaging.internal.config.property.Scope;
import org.jspecify.annotations.Nullable;

/** The optional module asynq-transactions. */
public final class TransactionModule {

    /** An application without the module. */
    public static final TransactionModule MISSING = new TransactionModule(null);

    private final @Nullable TransactionSupport support;

    private TransactionModule(@Nullable TransactionSupport support) {
        this.support = support;
    }

    /**
     * Returns the module.
     *
     * @param support its bean, if the application has the module
     * @return the module
     */
    public static TransactionModule of(Instance<TransactionSupport> support) {
        return support.isResolvable() ? new TransactionModule(support.get()) : MISSING;
    }

    /**
     * Returns a client whose tasks take part in the caller's transaction.
     *
     * @param mode how tasks take part
     * @param client stores the tasks
     * @param target the outbox of the application
     * @return the client; {@code client} itself for {@link Transactional#NONE}
     */
    public AsynqClient client(Transactional mode, DefaultAsynqClient client, Supplier<OutboxTarget> target) {
        return switch (mode) {
            case NONE -> client;
            case AFTER_COMMIT -> required(mode).afterCommit(client);
            case OUTBOX -> required(mode).outbox(target.get(), client);
        };
    }

    private TransactionSupport required(Transactional mode) {
        if (support == null) {
            throw new ConfigurationException(Attribute.TRANSACTIONAL.key() + "=" + mode.text()
                    + " needs the dependency io.github.asynqee:asynq-transactions exactly once in the application");
        }
        return support;
    }

    /**
     * Starts the background work of the module.
     *
     * @param application returns the name of the application
     */
    public void start(Supplier<String> application) {
        if (support != null) {
            support.start(application);
        }
    }

    /**
     * Stops the background work of the module.
     *
     * @param time how long to wait for its threads
     */
    public void stop(StopTime time) {
        if (support != null) {
            support.stop(time);
        }
    }

    /** @return the state of the outbox; empty if none is in use */
    public Optional<OutboxReport> outbox() {
        return support == null ? Optional.empty() : support.outbox();
    }

    /**
     * Checks for attributes that need the module or cannot be combined with an outbox.
     *
     * @param config the configuration
     * @param available whether the application has the module
     * @return the problems
     */
    public static List<ConfigurationException> check(ApplicationConfig config, boolean available) {
        List<ConfigurationException> problems = new ArrayList<>();
        if (!available) {
            Transactional ofClient = config.connector().transactional();
            if (ofClient != Transactional.NONE) {
                problems.add(missing(Scope.CONNECTOR.prefix("asynq"), ofClient));
            }
            config.outgoing().values().stream().filter(channel -> channel.transactional() != ofClient)
                    .filter(channel -> channel.transactional() != Transactional.NONE)
                    .forEach(channel -> problems
                            .add(missing(Scope.OUTGOING.prefix(channel.channel()), channel.transactional())));
            config.incoming().values().forEach(channel -> channel.inbox().ifPresent(inbox -> problems
                    .add(missing(Scope.INCOMING.prefix(channel.channel()), Attribute.INBOX_DATASOURCE,
                            inbox.dataSource()))));
        }
        config.outgoing().values().stream().filter(channel -> channel.transactional() == Transactional.OUTBOX)
                .forEach(channel -> refusal(config.connector(), channel).ifPresent(problems::add));
        return problems;
    }

    /**
     * Rejects channels with another Redis or durability, because an application has one outbox for the connector's
     * Redis.
     */
    private static Optional<ConfigurationException> refusal(ConnectorConfig connector, OutgoingConfig channel) {
        Attribute other = !channel.url().equals(connector.url()) ? Attribute.URL
                : !channel.durability().equals(connector.durability()) ? Attribute.DURABILITY : null;
        return Optional.ofNullable(other).map(attribute -> new ConfigurationException(
                Scope.OUTGOING.prefix(channel.channel()) + Attribute.TRANSACTIONAL.key()
                        + "=outbox: the rows of the outbox are stored with the " + attribute.key()
                        + " of the connector, but the channel has a different value"));
    }

    private static ConfigurationException missing(String prefix, Transactional mode) {
        return missing(prefix, Attribute.TRANSACTIONAL, mode.text());
    }

    private static ConfigurationException missing(String prefix, Attribute attribute, String value) {
        return new ConfigurationException(prefix + attribute.key() + "=" + value
                + " needs the dependency io.github.asynqee:asynq-transactions, which the application does not have");
    }
}
