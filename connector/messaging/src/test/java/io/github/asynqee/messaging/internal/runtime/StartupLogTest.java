package io.github.asynqee.messaging.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

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
        IncomingChannel all = channel("all", IN + "all.queue", "low");
        IncomingChannel emails = channel("emails", IN + "emails.queues", "critical=6,low=1", IN + "emails.type",
                "email:");

        assertThat(StartupLog.line(URL, new TreeMap<>(Map.of("critical", 6, "low", 1)), List.of(emails, all)))
                .isEqualTo("asynq: processes tasks of redis://localhost:6379; queues critical=6, low=1; channels "
                        + "all (all types of low, 0 lanes instead of 1), "
                        + "emails (type \"email:\", 0 lanes instead of 1)");
    }

    @Test
    void an_application_without_incoming_channels_only_enqueues() {
        assertThat(StartupLog.line(URL, Map.of(), List.of()))
                .isEqualTo("asynq: enqueues tasks to redis://localhost:6379; no incoming channels");
    }
}
