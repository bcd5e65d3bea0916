package io.github.asynqee.transactions.internal.outbox;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The kinds of databases that can have an outbox, and in what they differ. */
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

    /** The kind of a database; empty if it is none of these. */
    static Optional<Database> of(Connection connection) throws SQLException {
        String product = connection.getMetaData().getDatabaseProductName();
        return Arrays.stream(values()).filter(kind -> kind.products.stream().anyMatch(product::startsWith)).findFirst();
    }

    /** The names of all, for messages. */
    static String names() {
        return Arrays.stream(values()).flatMap(kind -> kind.products.stream()).collect(Collectors.joining(", "));
    }

    /** The query that locks the row of a bucket until the end of the transaction, or finds none if it is locked. */
    String lockBucket() {
        return "SELECT outbox_name FROM asynq_outbox_bucket WHERE bucket = ? FOR UPDATE SKIP LOCKED";
    }

    /** The resource that creates the tables. */
    String script() {
        return "/io/github/asynqee/transactions/schema/outbox-" + name().toLowerCase(Locale.ROOT) + ".sql";
    }
}
