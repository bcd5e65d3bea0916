package io.github.asynqee.transactions.internal.outbox;

import java.sql.SQLException;

import javax.sql.DataSource;

/** Supplies the DataSource with the tables of an outbox. */
@FunctionalInterface
public interface DataSourceSupplier {

    /**
     * Returns the DataSource.
     *
     * @return the DataSource
     * @throws SQLException if the DataSource cannot be found
     */
    DataSource get() throws SQLException;
}
