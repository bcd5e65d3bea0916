package io.github.asynqee.server.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;

import io.github.asynqee.server.SampleDeployment;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;

/** The page that a person sees when the requested page cannot be shown. */
@ArquillianTest
@RunAsClient
class ConsoleErrorPageIT extends EmptyRedisTest {

    @Deployment(testable = false)
    static WebArchive console() {
        return SampleDeployment.console().addClass(FailingPage.class);
    }

    @Test
    void a_user_without_a_role_is_told_so_and_can_log_in_as_another() {
        ConsoleUser guest = ConsoleUser.anonymous();
        guest.login("guest", "guest");

        HttpResponse<String> refused = guest.get("");

        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(refused.body()).contains("asynq-viewer", "asynq-operator", "asynq-admin", "href=\"./\"");
        assertThat(guest.get("api/session").statusCode()).isEqualTo(401);
        guest.login("viewer", "viewer");
        assertThat(guest.get("api/session").body()).contains("\"viewer\"");
    }

    @Test
    void a_page_that_is_not_there_leads_back_to_the_console() {
        ConsoleUser viewer = ConsoleUser.named("viewer");

        for (String path : List.of("nowhere", "a/deep/page", "js/none.js", "error",
                "error/none")) {
            HttpResponse<String> answer = viewer.get(path);
            String root = "./" + "../".repeat(path.split("/").length - 1);

            assertThat(answer.statusCode()).as(path).isEqualTo(404);
            assertThat(answer.headers().firstValue("Cache-Control")).as(path).hasValue("no-store");
            assertThat(answer.body()).as(path).contains("The console has no such page.",
                    "class=\"button primary\" href=\"" + root + "\"", root + "css/console.css")
                    .doesNotContain("{root}");
            assertThat(ConsoleUser.url(path).resolve(root)).as(path).isEqualTo(ConsoleUser.url(""));
        }
        assertThat(ConsoleUser.anonymous().get("error").statusCode()).isEqualTo(404);
        assertThat(viewer.bytes(ConsoleUser.request("none").header("If-None-Match", "*")).statusCode()).isEqualTo(404);
        assertThat(viewer.bytes(ConsoleUser.request("none").method("DELETE", BodyPublishers.noBody())).statusCode())
                .isIn(404, 405);
    }

    @Test
    void a_failure_is_said_without_its_cause() {
        HttpResponse<String> answer = ConsoleUser.named("viewer").get("fail/now");

        assertThat(answer.statusCode()).isEqualTo(500);
        assertThat(answer.body()).contains("The console could not answer.", "href=\"./../\"").doesNotContain("secret");
    }

    @Test
    void a_user_with_a_role_who_is_refused_a_page_stays_logged_in() {
        ConsoleUser viewer = ConsoleUser.named("viewer");

        HttpResponse<String> answer = viewer.get("fail/forbidden");

        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(answer.body()).contains("Your role does not permit this.").doesNotContain("none of the roles");
        assertThat(viewer.get("api/session").statusCode()).isEqualTo(200);
    }
}
