package io.github.asynqee.transactions.internal.outbox;

import io.github.asynqee.transactions.database.TestDatabase;

class OutboxOnH2Test extends OutboxTest {

    OutboxOnH2Test() {
        super(TestDatabase.Kind.H2);
    }
}
