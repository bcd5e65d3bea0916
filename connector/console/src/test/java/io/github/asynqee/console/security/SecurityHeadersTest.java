package io.github.asynqee.console.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

import org.junit.jupiter.api.Test;

class SecurityHeadersTest {

    private static final String HSTS = "Strict-Transport-Security";

    private static Map<String, String> headers(boolean hsts, boolean secure) throws Exception {
        Map<String, String> headers = new HashMap<>();
        ClassLoader loader = SecurityHeadersTest.class.getClassLoader();
        HttpServletRequest request = (HttpServletRequest) Proxy.newProxyInstance(loader,
                new Class<?>[]{ HttpServletRequest.class },
                (proxy, method, args) -> method.getName().equals("isSecure") ? secure : "/api");
        HttpServletResponse response = (HttpServletResponse) Proxy.newProxyInstance(loader,
                new Class<?>[]{ HttpServletResponse.class },
                (proxy, method, args) -> headers.put((String) args[0], (String) args[1]));
        new SecurityHeaders(hsts).doFilter(request, response, (asked, answered) -> {});
        return headers;
    }

    @Test
    void over_https_browsers_are_told_to_use_nothing_else_unless_that_is_switched_off() throws Exception {
        assertThat(headers(true, true)).containsEntry(HSTS, "max-age=31536000").containsKey("Content-Security-Policy");
        assertThat(headers(true, false)).doesNotContainKey(HSTS).containsKey("Content-Security-Policy");
        assertThat(headers(false, true)).containsEntry(HSTS, "max-age=0").containsKey("Content-Security-Policy");
        assertThat(headers(false, false)).doesNotContainKey(HSTS);
    }

    @Test
    void no_browser_stores_an_answer_of_the_api() throws Exception {
        assertThat(headers(true, true)).containsEntry("Cache-Control", "no-store");
    }
}
