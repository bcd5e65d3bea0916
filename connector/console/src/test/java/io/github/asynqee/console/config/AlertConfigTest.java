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
                AlertTarget.mail("ops", "mail/ops", null, null, "a@b.c, d@e.f"));
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
            "mail.x.to | a@b.c | one of asynq.console.alert.mail.x.session and asynq.console.alert.mail.x.server must be set",
            "mail.x.session | mail/x | mail.x.to is missing",
            "mail.x.to | ann | must be a mail address", "interval | 0s | must be from 1s to 10m",
            "enabled | yes | must be true or false", "link | ops | link is not a URL" })
    void a_wrong_value_is_refused_by_name(String property, String value, String message) {
        assertThatThrownBy(() -> config(Map.of("asynq.console.alert." + property, value)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("asynq.console.alert." + property.split("[.]")[0])
                .hasMessageContaining(message).hasMessageNotContaining("s3cret");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", value = {
            "smtp://mail.example.com | false | mail.example.com | 25 | - | -",
            "smtps://mail.example.com/ | true | mail.example.com | 465 | - | -",
            "smtp://ann%40a.b:p+%2F:w@[::1]:587 | false | [::1] | 587 | ann@a.b | p+/:w" })
    void a_mail_server_is_a_url(String url, boolean tls, String host, int port, String user, String password) {
        assertThat(config(mail(url, "c@d.e")).targets()).containsExactly(AlertTarget.mail("x", null,
                new MailServer(tls, host, port, user, password), "c@d.e", "a@b.c"));
    }

    @ParameterizedTest
    @CsvSource({ "http://a.b", "smtp:", "smtp://u@a.b", "smtp://u:s3cret@a.b/path", "smtp://a.b?s3cret",
            "mail.example.com" })
    void another_url_is_no_mail_server(String url) {
        assertThatThrownBy(() -> config(mail(url, "c@d.e"))).isInstanceOf(ConfigException.class)
                .hasMessageContaining("asynq.console.alert.mail.x.server is not a URL of a mail server")
                .hasMessageNotContaining("s3cret");
    }

    @Test
    void a_mail_server_needs_a_sender() {
        assertThatThrownBy(() -> config(mail("smtp://a.b", "")))
                .hasMessage("asynq.console.alert.mail.x.from is missing");
    }

    private static Map<String, String> mail(String server, String from) {
        return Map.of("asynq.console.alert.mail.x.server", server, "asynq.console.alert.mail.x.to", "a@b.c",
                "asynq.console.alert.mail.x.from", from);
    }
}
