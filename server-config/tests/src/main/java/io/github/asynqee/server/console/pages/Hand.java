package io.github.asynqee.server.console.pages;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.json.Json;

import io.github.asynqee.server.browser.Browser;
import org.openqa.selenium.Keys;

/** How a user operates the pages. */
enum Hand {

    /** Points and clicks. */
    MOUSE {

        @Override
        boolean press(Browser browser, String name) {
            return browser.clickText(name);
        }

        @Override
        boolean type(Browser browser, String label, String text) {
            String id = browser.text("return [...document.querySelectorAll('label')].find(e => e.offsetParent"
                    + " && e.innerText.startsWith(" + Json.createValue(label) + "))?.htmlFor ?? ''");
            if (id.isEmpty()) {
                return false;
            }
            browser.fill("[id=\"" + id + "\"]", text);
            return true;
        }
    },

    /** Moves the focus with Tab, within menus with the arrows, and presses Enter. The focus is visible at each step. */
    KEYBOARD {

        @Override
        boolean press(Browser browser, String name) {
            if (!focus(browser, "a, button, [role^=menuitem]", name)) {
                return false;
            }
            browser.keys(Keys.ENTER);
            return true;
        }

        @Override
        boolean type(Browser browser, String label, String text) {
            if (!focus(browser, "input, textarea", label)) {
                return false;
            }
            browser.control("a");
            browser.keys(text);
            return true;
        }

        private static boolean focus(Browser browser, String css, String name) {
            for (int i = 0; i < MOST_STEPS; i++) {
                String[] focused = browser.text("const e = document.activeElement, s = getComputedStyle(e);"
                        + "return [e.closest('[role=menu]') ? 'menu' : '', e.matches('body, dialog') ? 'none' : s.outlineStyle,"
                        + " e.matches('" + css
                        + "') && e.getAttribute('aria-disabled') !== 'true' ? (e.getAttribute('aria-label')"
                        + " ?? e.labels?.[0]?.innerText ?? e.innerText).trim() : ''].join('\\t')").split("\t", -1);
                if (focused[2].startsWith(name)) {
                    assertThat(focused[1]).as("the outline of " + name).isNotEqualTo("none");
                    return true;
                }
                browser.keys(focused[0].isEmpty() ? Keys.TAB : Keys.ARROW_DOWN);
            }
            return false;
        }
    };

    private static final int MOST_STEPS = 150;

    /** Presses the control whose text or name begins so; false if there is none that is enabled. */
    abstract boolean press(Browser browser, String name);

    /** Replaces the text of the field with this label; false if there is none. */
    abstract boolean type(Browser browser, String label, String text);
}
