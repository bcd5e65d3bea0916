package io.github.asynqee.console.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OriginsTest {

    private final Origins origins = new Origins(Set.of("https://ops.example.com"));

    @ParameterizedTest
    @CsvSource(nullValues = "-", value = { "-, host:1, -, true", "http://host:1, host:1, -, true",
            "http://HOST:1, host:1, same-origin, true", "http://host:1, host:1, none, true",
            "https://ops.example.com, internal:9080, same-origin, true", "null, host:1, -, false",
            "http://host:2, host:1, -, false", "http://host:1.evil, host:1, -, false",
            "http://u@host:1, host:1, -, false",
            "http://evil, host:1, -, false", "http://host:1, host:1, cross-site, false", "-, host:1, cross-site, false",
            "-, host:1, same-site, false", "http://host:1, -, -, false", ":, host:1, -, false",
            "'', host:1, -, false" })
    void accepts_only_pages_of_this_console(String origin, String host, String fetchSite, boolean accepted) {
        assertThat(origins.accept(origin, host, false, fetchSite)).isEqualTo(accepted);
    }

    /** Behind a proxy that terminates TLS without a header, the page uses HTTPS and the request does not. */
    @ParameterizedTest
    @CsvSource({ "http://host:1, true, false", "HTTP://host:1, true, false", "https://host:1, true, true",
            "https://host:1, false, true", "https://ops.example.com, true, true" })
    void over_https_no_page_over_http_changes_anything(String origin, boolean secure, boolean accepted) {
        assertThat(origins.accept(origin, "host:1", secure, "same-origin")).isEqualTo(accepted);
    }

    @Test
    void a_higher_role_includes_the_lower_ones() {
        assertThat(Role.of("asynq-operator"::equals)).isEqualTo(List.of(Role.VIEWER, Role.OPERATOR));
        assertThat(Role.of("asynq-admin"::equals)).isEqualTo(List.of(Role.VIEWER, Role.OPERATOR, Role.ADMIN));
        assertThat(Role.of("admin"::equals)).isEmpty();
    }
}
