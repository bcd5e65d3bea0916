package io.github.asynqee.transactions.internal.inbox;

import io.github.asynqee.transactions.database.TestDatabase;

class InboxOnH2Test extends InboxTest {

    InboxOnH2Test() {
        super(TestDatabase.Kind.H2);
    }
}
