package io.github.asynqee.console.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AlertConfigTest {

    private static AlertConfig config(Map<String, String> values) {
        return AlertConfig.of(name -> Optional.ofNullable(values.get(name)), values.keySet());
    }

    @Test
    void without_properties_alerts_are_shown_and_not_sent() {
        assertThat(config(Map.of()))
                .isEqualTo(new AlertConfig(true, Duration.ofSeconds(30), null, java.util.List.of()));
    }

    @Test
    void targets_by_name() {
        AlertConfig config = config(Map.of("asynq.console.alert.webhook.chat.url", "https://chat.example.com/h/1",
                "asynq.console.alert.webhook.chat.secret", "s", "asynq.console.alert.mail.ops.session", "mail/ops",
                "asynq.console.alert.mail.ops.to", "a@b.c, d@e.f", "asynq.console.alert.interval", "5s",
                "asynq.console.alert.link", "https://ops.example.com/asynq-console", "asynq.console.alert.enabled",
                "false"));

        assertThat(config.targets()).containsExactly(
                AlertTarget.webhook("chat", "https://chat.example.com/h/1", "s"),
                AlertTarget.mail("ops", "mail/ops", null, "a@b.c, d@e.f"));
        assertThat(config.interval()).isEqualTo(Duration.ofSeconds(5));
        assertThat(config.link()).isEqualTo("https://ops.example.com/asynq-console/");
        assertThat(config.enabled()).isFalse();
        assertThat(config.targets()).extracting(Object::toString).allMatch(text -> !text.contains("example"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "webhook.x.url | ftp://a.b/s3cret | webhook.x.url is not a URL with http or https",
            "webhook.x.url | http:///s3cret | webhook.x.url is not a URL",
            "webhook.x.url | file:/etc/passwd | webhook.x.url is not a URL",
            "webhook.x.url | https://u:s3cret@a.b/ | without user information",
            "webhook.x.secret | s3cret | webhook.x.url is missing", "webhook.X.url | http://a.b | unusable name",
            "mail.x.to | a@b.c | mail.x.session is missing", "mail.x.session | mail/x | mail.x.to is missing",
            "mail.x.to | ann | must be a mail address", "interval | 0s | must be from 1s to 10m",
            "enabled | yes | must be true or false", "link | ops | link is not a URL" })
    void a_wrong_value_is_refused_by_name(String property, String value, String message) {
        assertThatThrownBy(() -> config(Map.of("asynq.console.alert." + property, value)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("asynq.console.alert." + property.split("[.]")[0])
                .hasMessageContaining(message).hasMessageNotContaining("s3cret");
    }
}
