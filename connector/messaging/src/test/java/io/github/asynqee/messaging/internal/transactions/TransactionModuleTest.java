package io.github.asynqee.messaging.internal.transactions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.asynqee.messaging.MapConfig;
import io.github.asynqee.messaging.internal.config.ApplicationConfig;
import io.github.asynqee.messaging.internal.config.Transactional;
import io.github.asynqee.messaging.internal.config.property.ConfigurationException;
import org.junit.jupiter.api.Test;

class TransactionModuleTest {

    private static final String NEEDED = " needs the dependency io.github.asynqee:asynq-transactions, "
            + "which the application does not have";

    private static ApplicationConfig.Result config(String... more) {
        return ApplicationConfig.read(MapConfig.of(more));
    }

    private static ApplicationConfig channel(String transactional) {
        return config("mp.messaging.outgoing.mails.connector", "asynq", "mp.messaging.outgoing.mails.transactional",
                transactional).config();
    }

    @Test
    void a_channel_that_needs_the_missing_module_is_refused() {
        assertThat(TransactionModule.check(channel("after-commit"), false)).extracting(Exception::getMessage)
                .containsExactly("asynq: mp.messaging.outgoing.mails.transactional=after-commit" + NEEDED);
        assertThat(TransactionModule.check(channel("after-commit"), true)).isEmpty();
        assertThat(TransactionModule.check(channel("none"), false)).isEmpty();
    }

    @Test
    void a_client_that_needs_the_module_names_it() {
        assertThatThrownBy(() -> TransactionModule.MISSING.client(Transactional.AFTER_COMMIT, null, () -> null))
                .isInstanceOf(ConfigurationException.class)
                .hasMessage("asynq: transactional=after-commit needs the dependency "
                        + "io.github.asynqee:asynq-transactions exactly once in the application");
    }

    @Test
    void what_channels_inherit_is_reported_once() {
        ApplicationConfig config = config("mp.messaging.connector.asynq.transactional", "after-commit",
                "mp.messaging.outgoing.mails.connector", "asynq", "mp.messaging.outgoing.letters.connector", "asynq",
                "mp.messaging.outgoing.letters.transactional", "none").config();

        assertThat(TransactionModule.check(config, false)).extracting(Exception::getMessage)
                .containsExactly("asynq: mp.messaging.connector.asynq.transactional=after-commit" + NEEDED);
    }

    @Test
    void an_inbox_needs_the_module() {
        ApplicationConfig config = config("mp.messaging.incoming.mails.connector", "asynq",
                "mp.messaging.incoming.mails.inbox.datasource", "jdbc/mails").config();

        assertThat(TransactionModule.check(config, false)).extracting(Exception::getMessage)
                .containsExactly("asynq: mp.messaging.incoming.mails.inbox.datasource=jdbc/mails" + NEEDED);
        assertThat(TransactionModule.check(config, true)).isEmpty();
    }

    @Test
    void an_outbox_belongs_to_the_redis_and_the_durability_of_the_connector() {
        assertThat(TransactionModule.check(channel("outbox"), true)).isEmpty();
        for (String[] other : new String[][]{ { "url", "redis://other:6379" }, { "durability", "disk" } }) {
            ApplicationConfig config = config("mp.messaging.outgoing.mails.connector", "asynq",
                    "mp.messaging.outgoing.mails.transactional", "outbox", "mp.messaging.outgoing.mails." + other[0],
                    other[1]).config();

            assertThat(TransactionModule.check(config, true)).extracting(Exception::getMessage)
                    .containsExactly(
                            "asynq: mp.messaging.outgoing.mails.transactional=outbox: the rows of the outbox are "
                                    + "stored with the " + other[0]
                                    + " of the connector, but the channel has a different value");
        }
    }

    @Test
    void another_value_is_refused() {
        assertThat(config("mp.messaging.outgoing.mails.connector", "asynq",
                "mp.messaging.outgoing.mails.transactional", "always").problems())
                .extracting(ConfigurationException::getMessage)
                .containsExactly("asynq: mp.messaging.outgoing.mails.transactional=always is invalid: "
                        + "it must be none or after-commit or outbox");
    }
}
