package io.github.asynqee.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.HttpCookie;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.junit.jupiter.api.Test;

/** Permissions of each role, and attacks. */
@ArquillianTest
@RunAsClient
class ConsoleSecurityIT extends ConsoleTest {

    @Test
    void every_role_at_every_method() {
        List<String> wrong = new ArrayList<>();
        for (String name : List.of("anyone", "viewer", "operator", "admin")) {
            ConsoleUser user = name.equals("anyone") ? ConsoleUser.anonymous() : ConsoleUser.named(name);
            for (ConsoleEndpoint endpoint : ConsoleEndpoint.all()) {
                int status = endpoint.isChange()
                        ? user.change(endpoint.method(), endpoint.url(), endpoint.body()).statusCode()
                        : user.status(ConsoleUser.request(endpoint.url()));
                boolean right = endpoint.isAllowedFor(name) ? List.of(200, 201, 204, 400, 404, 409).contains(status)
                        : status == (name.equals("anyone") ? 401 : 403);
                if (!right) {
                    wrong.add(name + ": " + endpoint + ": " + status);
                }
            }
        }
        assertThat(wrong).isEmpty();
    }

    @Test
    void a_wrong_password_is_refused() {
        ConsoleUser user = ConsoleUser.anonymous();

        HttpResponse<String> refused = user.login("admin", "wrong");

        assertThat(refused.statusCode()).isIn(200, 302);
        assertThat(user.get("api/session").statusCode()).isEqualTo(401);
    }

    @Test
    void names_and_passwords_have_any_characters() {
        assertThat(ConsoleUser.named("jörg").get("api/session").body()).contains("\"jörg\"");
    }

    @Test
    void pages_need_a_login() {
        ConsoleUser user = ConsoleUser.anonymous();

        for (String page : List.of("", "index.html", "js/app.js", "nowhere", "WEB-INF/web.xml")) {
            HttpResponse<String> answer = user.get(page);
            boolean toLogin = answer.statusCode() == 302
                    && answer.headers().firstValue("Location").orElse("").endsWith("/login.html");
            boolean isLogin = answer.statusCode() == 200 && answer.body().contains("j_security_check");
            assertThat(toLogin || isLogin || page.startsWith("WEB-INF") && answer.statusCode() >= 400)
                    .as(page + ": " + answer.statusCode() + " " + answer.body()).isTrue();
        }
        assertThat(user.get("api/alive").statusCode()).isEqualTo(204);
        assertThat(user.get("api/ready").statusCode()).isEqualTo(204);
    }

    @Test
    void a_change_needs_the_token_of_the_session() {
        enqueue("mails", "a", "{}");
        ConsoleUser admin = ConsoleUser.named("admin");
        String other = ConsoleUser.named("admin").token();

        for (String token : new String[]{ null, "", "wrong", other, admin.token() + "x" }) {
            HttpRequest.Builder request = ConsoleUser.request("api/default/queues/mails/pause")
                    .POST(BodyPublishers.noBody());
            if (token != null) {
                request.header("X-CSRF-Token", token);
            }
            HttpResponse<String> refused = admin.send(request);
            assertThat(refused.statusCode()).as(token).isEqualTo(403);
            assertThat(admin.json(refused).getString("code")).isEqualTo("csrf");
        }
        assertThat(redis.exists("asynq:{mails}:paused")).isFalse();
        assertThat(audit()).isEmpty();
    }

    @Test
    void a_change_from_another_site_is_refused() {
        enqueue("mails", "a", "{}");
        ConsoleUser admin = ConsoleUser.named("admin");
        String own = ConsoleUser.url("").toString().replaceAll("(https?://[^/]*)/.*", "$1");

        for (Map.Entry<String, String> header : List.of(Map.entry("Origin", "https://evil.example"),
                Map.entry("Origin", "null"), Map.entry("Origin", own + ".evil.example"),
                Map.entry("Sec-Fetch-Site", "cross-site"), Map.entry("Sec-Fetch-Site", "same-site"))) {
            HttpResponse<String> refused = admin.send(ConsoleUser.request("api/default/queues/mails/pause")
                    .header("X-CSRF-Token", admin.token()).header(header.getKey(), header.getValue())
                    .POST(BodyPublishers.noBody()));
            assertThat(refused.statusCode()).as(header.toString()).isEqualTo(403);
            assertThat(admin.json(refused).getString("code")).isEqualTo("origin");
        }
        assertThat(redis.exists("asynq:{mails}:paused")).isFalse();
        assertThat(admin.send(ConsoleUser.request("api/default/queues/mails/pause").header("Origin", own)
                .header("Sec-Fetch-Site", "same-origin").header("X-CSRF-Token", admin.token())
                .POST(BodyPublishers.noBody())).statusCode()).isEqualTo(204);
    }

    @Test
    void tricks_with_paths_do_not_pass_the_login() {
        ConsoleUser user = ConsoleUser.anonymous();
        for (String path : List.of("api/alive/../session", "api/alive;x=1/../default/queues", "api//session",
                "api/./session", "API/session", "api/%73ession", "api/alive%2f..%2fsession", "api/session;a=b",
                "api/alive/%2e%2e/session", "css/../api/session", "css/..%2fapi/session", "login.html/../api/session",
                "api/default/queues/..;/..;/alive", "api/session%00", "api/session/", "api", "api/")) {
            HttpResponse<String> answer = user.send(ConsoleUser.request(path).GET());
            assertThat(answer.body()).as(path).doesNotContain("csrfToken", "\"items\"");
            boolean isLogin = answer.statusCode() == 200 && answer.body().contains("j_security_check");
            assertThat(isLogin || List.of(204, 302, 400, 401, 403, 404).contains(answer.statusCode()))
                    .as(path + ": " + answer.statusCode()).isTrue();
        }
    }

    @Test
    void hostile_names_do_no_harm() {
        ConsoleUser admin = ConsoleUser.named("admin");
        for (String name : List.of("a%2Fb", "%2e%2e", "a%00b", "a%0Ab", "a%0D%0ASet-Cookie:x", "~", "~!", "~YQpi",
                "~Li4", "{a}", "*", "a%25b", "x".repeat(3_000))) {
            String encoded = name.replace("{", "%7B").replace("}", "%7D");
            for (String path : List.of("api/default/queues/" + encoded, "api/default/tasks/q/" + encoded)) {
                HttpResponse<String> answer = admin.get(path);
                assertThat(answer.statusCode()).as(path).isIn(400, 404);
                assertThat(answer.headers().firstValue("Set-Cookie").orElse("")).doesNotContain("x");
                HttpResponse<String> change = admin.change("DELETE", path, null);
                assertThat(change.statusCode()).as(path).isIn(400, 404);
            }
        }
        assertThat(redis.keys("asynq:{*")).isEmpty();
    }

    @Test
    void a_body_may_have_one_megabyte() {
        ConsoleUser operator = ConsoleUser.named("operator");
        String text = "x".repeat(1 << 20);

        HttpResponse<String> announced = operator.post("api/default/tasks",
                "{\"queue\":\"q\",\"type\":\"t\",\"payload\":{\"text\":\"" + text + "\"}}");
        assertThat(announced.statusCode()).isEqualTo(413);
        byte[] bytes = ("{\"queue\":\"q\",\"type\":\"t\",\"payload\":{\"text\":\"" + text + "\"}}")
                .getBytes(StandardCharsets.UTF_8);
        HttpResponse<String> chunked = operator.send(ConsoleUser.request("api/default/tasks")
                .header("Content-Type", "application/json").header("X-CSRF-Token", operator.token())
                .POST(BodyPublishers.ofByteArrays(List.of(bytes))));
        assertThat(chunked.statusCode()).isEqualTo(413);
        assertThat(redis.keys("asynq:*")).allMatch(key -> key.startsWith("asynq:console:{alerts}:"));
    }

    @Test
    void every_answer_has_the_headers() {
        ConsoleUser viewer = ConsoleUser.named("viewer");
        ConsoleUser anonymous = ConsoleUser.anonymous();
        for (HttpResponse<String> answer : List.of(viewer.get("index.html"), viewer.get("api/session"),
                viewer.get("api/nowhere"), anonymous.get("api/session"), anonymous.get("login.html"),
                viewer.get("nowhere"))) {
            Map<String, List<String>> headers = answer.headers().map();
            assertThat(headers.get("Content-Security-Policy")).as(answer.uri().toString()).singleElement()
                    .satisfies(policy -> assertThat(policy).startsWith("default-src 'none'; script-src 'self';")
                            .contains("frame-ancestors 'none'").contains("require-trusted-types-for 'script'"));
            assertThat(headers.get("X-Content-Type-Options")).containsExactly("nosniff");
            assertThat(headers.get("Referrer-Policy")).containsExactly("same-origin");
            assertThat(headers.get("Cross-Origin-Opener-Policy")).containsExactly("same-origin");
            assertThat(headers.get("Cross-Origin-Resource-Policy")).containsExactly("same-origin");
            assertThat(headers.get("Permissions-Policy")).singleElement().asString().contains("camera=()");
        }
        assertThat(viewer.get("api/session").headers().firstValue("Cache-Control")).hasValue("no-store");
    }

    @Test
    void cookies_are_not_for_scripts_and_not_for_other_sites() {
        ConsoleUser viewer = ConsoleUser.anonymous();
        HttpResponse<String> login = viewer.login("viewer", "viewer");
        HttpResponse<String> session = viewer.get("api/session");
        List<String> cookies = new ArrayList<>(login.headers().allValues("Set-Cookie"));
        cookies.addAll(session.headers().allValues("Set-Cookie"));

        cookies.removeIf(cookie -> cookie.startsWith("WASReqURL="));
        assertThat(cookies).isNotEmpty().allSatisfy(
                cookie -> assertThat(cookie.toLowerCase(Locale.ROOT)).contains("httponly", "samesite=strict"));
    }

    @Test
    void after_the_logout_the_cookies_are_of_no_use() {
        ConsoleUser viewer = ConsoleUser.named("viewer");
        List<HttpCookie> before = List.copyOf(viewer.cookies().getCookieStore().getCookies());

        assertThat(viewer.post("api/session/logout", null).statusCode()).isEqualTo(204);

        assertThat(viewer.get("api/session").statusCode()).isEqualTo(401);
        ConsoleUser thief = ConsoleUser.anonymous();
        before.forEach(cookie -> thief.cookies().getCookieStore().add(ConsoleUser.url(""), cookie));
        assertThat(thief.get("api/session").statusCode()).isEqualTo(401);
    }
}
