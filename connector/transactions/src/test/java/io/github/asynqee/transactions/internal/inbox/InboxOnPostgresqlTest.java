package io.github.asynqee.transactions.internal.inbox;

import io.github.asynqee.transactions.database.TestDatabase;

class InboxOnPostgresqlTest extends InboxTest {

    InboxOnPostgresqlTest() {
        super(TestDatabase.Kind.POSTGRESQL);
    }
}
