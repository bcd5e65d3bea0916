package io.github.asynqee.transactions.internal.outbox;

import io.github.asynqee.transactions.database.TestDatabase;

class OutboxOnMariadbTest extends OutboxTest {

    OutboxOnMariadbTest() {
        super(TestDatabase.Kind.MARIADB);
    }
}
