package io.github.asynqee.transactions.internal.inbox;

import io.github.asynqee.transactions.database.TestDatabase;

class InboxOnMariadbTest extends InboxTest {

    InboxOnMariadbTest() {
        super(TestDatabase.Kind.MARIADB);
    }
}
