package io.github.asynqee.transactions.internal.outbox;

import java.sql.SQLException;

import javax.sql.DataSource;

/** Where the tables of an outbox are. */
@FunctionalInterface
public interface DataSourceSupplier {

    /**
     * The DataSource.
     *
     * @return the DataSource
     * @throws SQLException if there is none
     */
    DataSource get() throws SQLException;
}
