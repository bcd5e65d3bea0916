package io.github.asynqee.transactions;

import java.util.List;

import com.tngtech.archunit.junit.AnalyzeClasses;
import io.github.asynqee.Rooms;

@AnalyzeClasses(packages = "io.github.asynqee.transactions", importOptions = Rooms.ThisModule.class)
class RoomsTest extends Rooms {

    RoomsTest() {
        super("io.github.asynqee.transactions",
                List.of("", ".internal.jta", ".internal.commit", ".internal.outbox", ".internal.inbox", ".internal"),
                "broker", "broker.registry", "client", "metrics", "outage", "protocol", "redis.connection", "service",
                "shard", "text", "thread");
    }
}
