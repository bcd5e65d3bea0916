package io.github.asynqee.transactions.internal.outbox;

import io.github.asynqee.transactions.database.TestDatabase;

class SharedTablesOnPostgresqlTest extends SharedTablesTest {

    SharedTablesOnPostgresqlTest() {
        super(TestDatabase.Kind.POSTGRESQL);
    }
}
