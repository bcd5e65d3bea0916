package io.github.asynqee.transactions.internal.outbox;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The supported databases of an outbox, with their differences. */
enum Database {
    H2("H2"), POSTGRESQL("PostgreSQL"), MARIADB("MariaDB", "MySQL"), ORACLE("Oracle"),
    SQLSERVER("Microsoft SQL Server") {
        @Override
        String lockBucket() {
            return "SELECT outbox_name FROM asynq_outbox_bucket WITH (UPDLOCK, ROWLOCK, READPAST) WHERE bucket = ?";
        }
    },
    DB2("DB2") {
        @Override
        String lockBucket() {
            return "SELECT outbox_name FROM asynq_outbox_bucket WHERE bucket = ? WITH RS USE AND KEEP EXCLUSIVE LOCKS "
                    + "SKIP LOCKED DATA";
        }
    };

    private final List<String> products;

    Database(String... products) {
        this.products = List.of(products);
    }

    /** Returns the kind of a database; empty if it is not supported. */
    static Optional<Database> of(Connection connection) throws SQLException {
        String product = connection.getMetaData().getDatabaseProductName();
        return Arrays.stream(values()).filter(kind -> kind.products.stream().anyMatch(product::startsWith)).findFirst();
    }

    /** Returns the product names of all kinds, for messages. */
    static String names() {
        return Arrays.stream(values()).flatMap(kind -> kind.products.stream()).collect(Collectors.joining(", "));
    }

    /**
     * Returns the query that locks the row of a bucket until the transaction ends; it finds no row if another holds
     * the lock.
     */
    String lockBucket() {
        return "SELECT outbox_name FROM asynq_outbox_bucket WHERE bucket = ? FOR UPDATE SKIP LOCKED";
    }

    /** Returns the path of the SQL script that creates the tables. */
    String script() {
        return "/io/github/asynqee/transactions/schema/outbox-" + name().toLowerCase(Locale.ROOT) + ".sql";
    }
}
