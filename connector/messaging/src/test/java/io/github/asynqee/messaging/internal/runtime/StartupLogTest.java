package io.github.asynqee.messaging.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import io.github.asynqee.messaging.MapConfig;
import io.github.asynqee.messaging.internal.config.IncomingConfig;
import io.github.asynqee.messaging.internal.incoming.IncomingChannel;
import org.junit.jupiter.api.Test;

class StartupLogTest {

    private static final String URL = "redis://localhost:6379";
    private static final String IN = "mp.messaging.incoming.";

    private static IncomingChannel channel(String name, String... attributes) {
        return new IncomingChannel(IncomingConfig.read(MapConfig.of(attributes), name), null);
    }

    @Test
    void one_line_names_queues_channels_types_and_lanes() {
        IncomingChannel low = channel("low", IN + "low.queue", "low");
        IncomingChannel digests = new IncomingChannel(IncomingConfig.read(MapConfig.of(IN + "digests.queues",
                "low=1,critical=6", IN + "digests.group", "digest:"), "digests").forGroups(), null);
        IncomingChannel emails = channel("emails", IN + "emails.queues", "critical=6,low=1", IN + "emails.type",
                "email:");

        assertThat(StartupLog.line(URL, List.of(low, emails, digests)))
                .isEqualTo("asynq: processes tasks of redis://localhost:6379; queues critical=6, low=1: channels "
                        + "digests (group \"digest:\", 0 lanes instead of 1), "
                        + "emails (type \"email:\", 0 lanes instead of 1); "
                        + "queues low=1: channels low (all types, 0 lanes instead of 1)");
    }

    @Test
    void an_application_without_incoming_channels_only_enqueues() {
        assertThat(StartupLog.line(URL, List.of()))
                .isEqualTo("asynq: enqueues tasks to redis://localhost:6379; no incoming channels");
    }
}
