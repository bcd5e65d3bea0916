package io.github.asynqee.transactions.internal.inbox;

import java.sql.SQLException;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import javax.naming.InitialContext;
import javax.naming.NamingException;
import javax.sql.DataSource;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import jakarta.transaction.UserTransaction;

import io.github.asynqee.messaging.internal.config.Attribute;
import io.github.asynqee.messaging.internal.config.InboxConfig;
import io.github.asynqee.messaging.internal.config.Scope;
import org.eclipse.microprofile.config.ConfigProvider;

/** The inboxes of the application's channels, made when their first task comes. */
@ApplicationScoped
public class Inboxes {

    private final Map<String, InboxTransaction> byChannel = new ConcurrentHashMap<>();

    @Inject
    private UserTransaction transaction;

    /** Creates the bean; done by the container. */
    public Inboxes() {}

    /** The inbox of a channel that has one; a failure fails the task, and the next one tries again. */
    InboxTransaction of(String channel) {
        return byChannel.computeIfAbsent(channel, name -> new InboxTransaction(transaction, connect(name)));
    }

    private static Inbox connect(String channel) {
        InboxConfig config = InboxConfig.read(ConfigProvider.getConfig(), channel).orElseThrow();
        String property = Scope.INCOMING.prefix(channel) + Attribute.INBOX_DATASOURCE.key() + "=" + config.dataSource();
        try {
            Inbox inbox = new Inbox((DataSource) new InitialContext().lookup(config.dataSource()), Clock.systemUTC());
            if (config.create()) {
                inbox.create();
            }
            return inbox;
        } catch (NamingException | ClassCastException e) {
            throw new IllegalStateException(property + ": there is no such DataSource: " + e.getMessage(), e);
        } catch (SQLException e) {
            throw new IllegalStateException(property + ": the table asynq_inbox cannot be created: " + e.getMessage(),
                    e);
        }
    }
}
