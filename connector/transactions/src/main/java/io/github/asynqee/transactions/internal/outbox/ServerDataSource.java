package io.github.asynqee.transactions.internal.outbox;

import java.sql.SQLException;

import javax.naming.NamingException;
import javax.sql.DataSource;

import io.github.asynqee.messaging.internal.threads.ServerNames;
import org.jspecify.annotations.Nullable;

/** A DataSource of the application server, looked up on first use. */
public final class ServerDataSource implements DataSourceSupplier {

    private final String name;
    private volatile @Nullable DataSource found;

    /**
     * Creates the supplier.
     *
     * @param name the JNDI name
     */
    public ServerDataSource(String name) {
        this.name = name;
    }

    @Override
    public DataSource get() throws SQLException {
        DataSource known = found;
        if (known == null) {
            try {
                known = ServerNames.lookup(name, DataSource.class);
            } catch (NamingException | ClassCastException e) {
                throw new SQLException("DataSource not found: " + e.getMessage(), e);
            }
            found = known;
        }
        return known;
    }
}
