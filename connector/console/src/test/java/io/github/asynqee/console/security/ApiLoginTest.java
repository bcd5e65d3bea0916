package io.github.asynqee.console.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.SessionCookieConfig;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;

import io.github.asynqee.console.config.QueueScope;
import io.github.asynqee.console.redis.CurrentScope;
import org.junit.jupiter.api.Test;

class ApiLoginTest {

    private static final Instant CREATED = Instant.parse("2026-01-02T03:04:05Z");

    private final List<String> calls = new ArrayList<>();
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private final ServletOutputStream stream = new ServletOutputStream() {

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setWriteListener(WriteListener listener) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void write(int b) {
            body.write(b);
        }
    };
    private boolean loggedIn = true;
    private boolean hasSession = true;
    private boolean invalid;
    private boolean ofAnother;

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(ApiLoginTest.class.getClassLoader(), new Class<?>[]{ type }, handler));
    }

    private Object session(String method) {
        if (invalid) {
            throw new IllegalStateException();
        }
        if (method.equals("invalidate")) {
            invalid = true;
            calls.add(method);
            return null;
        }
        return CREATED.toEpochMilli();
    }

    private Object request(String method) {
        HttpSession session = proxy(HttpSession.class, (proxy, called, args) -> session(called.getName()));
        Principal ann = () -> "ann";
        return switch (method) {
            case "getUserPrincipal" -> loggedIn ? ann : null;
            case "getSession" -> {
                if (ofAnother) {
                    throw new UnsupportedOperationException("the session of another user");
                }
                yield hasSession ? session : null;
            }
            case "getServletContext" -> proxy(ServletContext.class, (proxy, called, args) -> proxy(
                    SessionCookieConfig.class, (config, name, none) -> "ASYNQ_CONSOLE"));
            case "logout" -> {
                loggedIn = false;
                calls.add(method);
                yield null;
            }
            default -> "/api";
        };
    }

    /** What happens at a request some time after the session was created. */
    private List<String> after(Duration age, Duration limit) throws Exception {
        calls.clear();
        HttpServletRequest request = proxy(HttpServletRequest.class,
                (proxy, method, args) -> request(method.getName()));
        HttpServletResponse response = proxy(HttpServletResponse.class, (proxy, method, args) -> {
            if (method.getName().equals("setStatus")) {
                calls.add(args[0].toString());
            }
            if (args != null && args[0] instanceof Cookie cookie) {
                calls.add(cookie.getName() + " " + cookie.getPath() + " " + cookie.getMaxAge());
            }
            return method.getName().equals("getOutputStream") ? stream : null;
        });
        new ApiLogin(limit, Clock.fixed(CREATED.plus(age), ZoneOffset.UTC)).doFilter(request, response,
                (asked, answered) -> calls.add("passed"));
        return calls;
    }

    @Test
    void a_login_ends_when_its_time_is_over_though_it_is_used() throws Exception {
        assertThat(after(Duration.ofHours(11), Duration.ofHours(12))).containsExactly("passed");
        assertThat(after(Duration.ofHours(13), Duration.ofHours(12))).containsExactly("logout", "invalidate", "401");
        assertThat(body.toString(StandardCharsets.UTF_8)).contains("login-required");
        assertThat(after(Duration.ofHours(13), Duration.ofHours(12))).containsExactly("401");
    }

    @Test
    void a_session_that_another_request_has_ended_is_no_failure() throws Exception {
        invalid = true;

        assertThat(after(Duration.ZERO, Duration.ofHours(12))).containsExactly("logout", "401");
    }

    /** As Open Liberty refuses a session that has outlived its login. */
    @Test
    void a_session_of_another_user_is_forgotten() throws Exception {
        ofAnother = true;

        assertThat(after(Duration.ZERO, Duration.ofHours(12))).containsExactly("ASYNQ_CONSOLE / 0",
                "ASYNQ_CONSOLE /api 0", "401");
    }

    @Test
    void a_login_without_a_session_passes() throws Exception {
        hasSession = false;

        assertThat(after(Duration.ofHours(13), Duration.ofHours(12))).containsExactly("passed");
    }

    @Test
    void the_thread_of_a_request_has_no_scope_after_it() {
        HttpServletRequest request = proxy(HttpServletRequest.class,
                (proxy, method, args) -> request(method.getName()));
        FilterChain chain = (asked, answered) -> {
            CurrentScope.set(QueueScope.ALL, "ann");
            throw new ServletException("the request fails");
        };
        Filter login = new ApiLogin(Duration.ofHours(12), Clock.fixed(CREATED, ZoneOffset.UTC));

        assertThatThrownBy(() -> login.doFilter(request, null, chain)).hasMessage("the request fails");

        assertThatThrownBy(CurrentScope::get).isInstanceOf(IllegalStateException.class);
    }
}
