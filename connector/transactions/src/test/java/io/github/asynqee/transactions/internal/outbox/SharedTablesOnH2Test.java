package io.github.asynqee.transactions.internal.outbox;

import io.github.asynqee.transactions.database.TestDatabase;

class SharedTablesOnH2Test extends SharedTablesTest {

    SharedTablesOnH2Test() {
        super(TestDatabase.Kind.H2);
    }
}
