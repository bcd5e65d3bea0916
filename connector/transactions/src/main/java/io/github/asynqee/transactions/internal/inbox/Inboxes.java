package io.github.asynqee.transactions.internal.inbox;

import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

import javax.naming.NamingException;
import javax.sql.DataSource;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.UserTransaction;

import io.github.asynqee.internal.metrics.InboxMetrics;
import io.github.asynqee.messaging.internal.config.InboxConfig;
import io.github.asynqee.messaging.internal.config.property.Attribute;
import io.github.asynqee.messaging.internal.config.property.Scope;
import io.github.asynqee.messaging.internal.runtime.AsynqRuntime;
import io.github.asynqee.messaging.internal.threads.ServerNames;
import org.eclipse.microprofile.config.ConfigProvider;

/** The inboxes of the application's channels, each created when the channel delivers its first task. */
@ApplicationScoped
public class Inboxes {

    private final Map<String, InboxTransaction> byChannel = new ConcurrentHashMap<>();

    @Inject
    private UserTransaction transaction;

    @Inject
    private AsynqRuntime runtime;

    /** Creates the bean; done by the container. */
    public Inboxes() {}

    /**
     * Returns the inbox of a channel. An exception fails the task, and the next task tries again. Lanes do not wait
     * for each other here, because a database that does not respond would block them all.
     */
    InboxTransaction of(String channel) throws Exception {
        InboxTransaction known = byChannel.get(channel);
        if (known != null) {
            return known;
        }
        InboxMetrics metrics = new InboxMetrics(channel);
        InboxTransaction connected = connect(channel, metrics);
        InboxTransaction first = byChannel.putIfAbsent(channel, connected);
        if (first != null) {
            return first;
        }
        runtime.metrics(channel).add(metrics);
        return connected;
    }

    private InboxTransaction connect(String channel, InboxMetrics metrics) throws Exception {
        InboxConfig config = InboxConfig.read(ConfigProvider.getConfig(), channel).orElseThrow();
        String property = Scope.INCOMING.prefix(channel) + Attribute.INBOX_DATASOURCE.key() + "=" + config.dataSource();
        Inbox inbox = new Inbox(find(config.dataSource(), property), runtime.clock(channel), config.retention());
        InboxTransaction connected = new InboxTransaction(transaction, inbox, metrics);
        try {
            if (config.create()) {
                inbox.create();
            }
            Optional<String> problem = connected.problem();
            if (problem.isPresent()) {
                throw new IllegalStateException(property + ": this DataSource cannot be used: " + problem.get());
            }
            return connected;
        } catch (SQLException e) {
            throw new IllegalStateException(property + ": the table asynq_inbox cannot be used: " + e.getMessage(), e);
        }
    }

    private static DataSource find(String name, String property) {
        try {
            return ServerNames.lookup(name, DataSource.class);
        } catch (NamingException | ClassCastException e) {
            throw new IllegalStateException(property + ": DataSource not found: " + e.getMessage(), e);
        }
    }
}
