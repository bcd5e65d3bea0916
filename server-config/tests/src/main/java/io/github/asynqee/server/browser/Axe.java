package io.github.asynqee.server.browser;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The accessibility checks of axe-core: WCAG 2.0 to 2.2, levels A and AA. */
public final class Axe {

    private static final String FILE = "/axe.min.js";
    private static final String RUN = """
            const done = arguments[arguments.length - 1];
            axe.run(document, { runOnly: %s })
              .then(result => done(result.violations.flatMap(rule => rule.nodes.map(node =>
                rule.id + ': ' + node.html.slice(0, 200) + ' ' + node.failureSummary)).join('\\n')),
                error => done(String(error)));
            """;

    private static final String ALL = RUN.formatted(
            "{ type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }");
    private static final String COLOURS = RUN.formatted(
            "{ type: 'rule', values: ['color-contrast', 'link-in-text-block'] }");

    private Axe() {}

    /** Loads the checks into the page. They stay until the browser leaves the page. */
    public static void load(Browser browser) {
        try (InputStream file = Axe.class.getResourceAsStream(FILE)) {
            browser.executeScript(new String(file.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The current violations of the page, one per line; empty if there are none. */
    public static String violations(Browser browser) {
        return (String) browser.executeAsyncScript(ALL);
    }

    /** The violations of the rules that depend on colours; a page that has changed its theme has no others. */
    public static String violationsOfColours(Browser browser) {
        return (String) browser.executeAsyncScript(COLOURS);
    }
}
