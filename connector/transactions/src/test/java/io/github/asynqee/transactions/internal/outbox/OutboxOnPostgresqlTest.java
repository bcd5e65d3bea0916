package io.github.asynqee.transactions.internal.outbox;

import io.github.asynqee.transactions.database.TestDatabase;

class OutboxOnPostgresqlTest extends OutboxTest {

    OutboxOnPostgresqlTest() {
        super(TestDatabase.Kind.POSTGRESQL);
    }
}
