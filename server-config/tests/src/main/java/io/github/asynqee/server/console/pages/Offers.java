package io.github.asynqee.server.console.pages;

import java.util.List;

import io.github.asynqee.server.browser.Browser;

/** The changes that a page offers: its enabled controls, including those in its menus. */
final class Offers {

    /** Pages with all changes that there are. */
    static final List<String> PAGES = List.of("#/default/queues", "#/default/queues/mails",
            "#/default/queues/imports?tab=limits", "#/default/tasks",
            "#/default/tasks?task=mails%2Fretry", "#/default/errors", "#/default/jobs", "#/default/cron");

    private static final String SCRIPT = """
            const done = arguments[arguments.length - 1];
            const change = /^(Run|Archive(?!d)|Delete|Cancel|Reschedule|Edit|Clone|Move|Release|New task|Pause|Resume|Stop)/;
            const offered = [];
            const name = e => (e.getAttribute('aria-label') ?? e.innerText).trim();
            const look = list => list.forEach(e => {
              if (e.offsetParent && e.getAttribute('aria-disabled') !== 'true' && change.test(name(e))) {
                offered.push(name(e));
              }
            });
            const rendered = () => new Promise(resolve => setTimeout(resolve, 40));
            (async () => {
              look(document.querySelectorAll('main button, .drawer button'));
              for (const menu of [...document.querySelectorAll('.drawer .menu, main .menu')].slice(0, 8)) {
                menu.querySelector('.button').click();
                await rendered();
                look(menu.querySelectorAll('.menu-list button'));
                menu.querySelector('.button').click();
                await rendered();
              }
              done(offered.join(', '));
            })();
            """;

    private Offers() {}

    /** The names of the enabled controls, joined by commas. */
    static String of(Browser browser) {
        return (String) browser.executeAsyncScript(SCRIPT);
    }
}
