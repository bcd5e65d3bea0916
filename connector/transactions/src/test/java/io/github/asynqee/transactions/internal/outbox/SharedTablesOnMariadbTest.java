package io.github.asynqee.transactions.internal.outbox;

import io.github.asynqee.transactions.database.TestDatabase;

class SharedTablesOnMariadbTest extends SharedTablesTest {

    SharedTablesOnMariadbTest() {
        super(TestDatabase.Kind.MARIADB);
    }
}
