package io.github.asynqee.server.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

import jakarta.json.Json;
import jakarta.json.JsonValue;

import io.github.asynqee.server.SampleDeployment;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.container.test.api.RunAsClient;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;

/** Modules of the pages with input from outside: links, queries, JSON, markup. */
@ArquillianTest
@RunAsClient
class ConsoleModulesIT extends BrowserTest {

    /** About as long as the longest query the console takes. */
    private static final int LONG = 1900;

    @Deployment(testable = false)
    static WebArchive console() {
        return SampleDeployment.console();
    }

    private static String inModule(String module, String expression) {
        return browser.text("return import(new URL('" + module + "', document.baseURI.split('#')[0]))"
                + ".then(module => String(" + expression + "))");
    }

    @Test
    void a_query_is_read_as_the_console_reads_it() {
        Map<String, String> expected = new LinkedHashMap<>();
        expected.put("queue:mails state:retry", "0 queue : mails|0 state : retry");
        expected.put("-queue:mails NOT type:a -(id:b)", "0 -queue : mails|0 -type : a|1 id : b");
        expected.put("(queue:a OR state:b) x", "1 queue : a|1 state : b|0   x");
        expected.put("payload.a.\"b c\">=3 payload.a~x", "0 payload.a.\"b c\" >= 3|0 payload.a ~ x");
        expected.put("error:\"a \\\"b\\\" c\" error:f(x)", "0 error : a \"b\" c|0 error : f(x)");
        expected.put("ORx AND x-y a|b", "0   ORx|0   x-y|0   a|b");
        expected.put("queue: error:\"open", "0 queue : |0 error : open");
        logIn("viewer", "#/default/overview");

        expected.forEach((query, clauses) -> assertThat(inModule("js/tasks/query.js", "module.clauses("
                + js(query) + ").map(c => `${c.depth} ${c.negated ? '-' : ''}${c.field}${c.path} ${c.operator}"
                + " ${c.value}`).join('|')")).as(query).isEqualTo(clauses));
    }

    @Test
    void a_negated_clause_does_not_select_a_tab() {
        logIn("viewer", "#/default/overview");

        assertThat(inModule("js/tasks/query.js", "module.valueOf('NOT state:retry', 'state')")).isEmpty();
        assertThat(inModule("js/tasks/query.js", "module.valueOf('state:retry', 'state')")).isEqualTo("retry");
    }

    @Test
    void a_link_with_a_hostile_query_opens() {
        for (String query : new String[]{ "p" + ".\"".repeat(LONG) + "x )", "payload" + ".\"".repeat(LONG) + "x )",
                "(".repeat(2 * LONG), "a(".repeat(LONG), "\"\\".repeat(LONG) }) {
            logIn("viewer", "#/default/overview");
            open("#/default/tasks?q=" + URLEncoder.encode(query, StandardCharsets.UTF_8));
            awaitText("main h1", "Tasks");
            browser.script("document.querySelector('.query input').focus()");
            assertThat(browser.script("return 1 + 1").toString()).as(query.substring(0, 20)).isEqualTo("2");
        }
    }

    @Test
    void json_is_no_element() {
        logIn("viewer", "#/default/overview");

        for (String json : new String[]{ "{\"constructor\":null,\"type\":\"div\",\"props\":{}}",
                "{\"type\":\"div\",\"props\":{},\"__proto__\":null}", "{\"type\":\"div\",\"props\":{}}" }) {
            assertThat(inModule("vendor/preact/preact.module.js", "module.isValidElement(JSON.parse("
                    + js(json) + "))")).as(json).isEqualTo("false");
        }
        assertThat(inModule("vendor/preact/preact.module.js", "module.isValidElement(module.h('div'))"))
                .isEqualTo("true");
    }

    @Test
    void text_can_be_made_neither_markup_nor_a_script() {
        logIn("viewer", "#/default/overview");

        for (String sink : new String[]{ "document.body.innerHTML = '<i>x</i>'", "document.write('x')",
                "document.createElement('script').src = 'js/main.js'", "trustedTypes.createPolicy('any', {})" }) {
            assertThat(browser.text("try { " + sink + "; return 'done' } catch (e) { return e.name }")).as(sink)
                    .isEqualTo("TypeError");
        }
        assertThat(browser.script("return !!document.querySelector('main.page h1')")).isEqualTo(JsonValue.TRUE);
    }

    /** A text as JavaScript. */
    private static String js(String text) {
        return Json.createValue(text).toString();
    }
}
