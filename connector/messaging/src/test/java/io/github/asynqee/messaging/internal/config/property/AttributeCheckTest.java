package io.github.asynqee.messaging.internal.config.property;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;

class AttributeCheckTest {

    @Test
    void an_environment_variable_of_another_applications_channel_is_found() {
        assertThat(AttributeCheck.foreignVariables(List.of("mp.messaging.incoming.welcome-emails.connector",
                "MP_MESSAGING_INCOMING_WELCOME_EMAILS_CONCURRENCY", "MP_MESSAGING_OUTGOING_WELCOME_EMAILS_QUEUE",
                "MP_MESSAGING_INCOMING_GREETINGS_CONCURRENCY", "MP_MESSAGING_CONNECTOR_ASYNQ_URL", "PATH")))
                .containsExactly("MP_MESSAGING_INCOMING_GREETINGS_CONCURRENCY",
                        "MP_MESSAGING_OUTGOING_WELCOME_EMAILS_QUEUE");
    }

    @Test
    void a_channel_that_environment_variables_declare_is_not_foreign() {
        assertThat(AttributeCheck.foreignVariables(List.of("mp.messaging.incoming.greetings.connector",
                "MP_MESSAGING_INCOMING_GREETINGS_CONNECTOR", "MP_MESSAGING_INCOMING_GREETINGS_QUEUE"))).isEmpty();
    }
}
