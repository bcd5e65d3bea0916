/** Choices of this browser. */
import { el, h } from '../core/dom.js';
import { absolute } from '../core/format.js';
import { useNow } from '../core/now.js';
import { session } from '../core/session.js';
import { saveSettings, settings } from '../core/settings.js';
import { useStore } from '../core/store.js';
import { texts } from '../texts.js';
import { Button } from '../ui/button.js';
import { Check, Segment, Select } from '../ui/field.js';
import { say } from '../ui/toast.js';

export function SettingsPage() {
  const chosen = useStore(settings);
  const current = useStore(session);
  const now = useNow();
  const zones = typeof Intl.supportedValuesOf === 'function' ? Intl.supportedValuesOf('timeZone') : [];
  const themes = /** @type {any} */ (Object.entries(texts.settings.themes));
  return el('div', { class: 'stack' },
    el('div', { class: 'page-head' }, el('div', null, el('h1', null, texts.settings.title), el('p', { class: 'muted small' }, texts.settings.detail))),
    el('div', { class: 'grid-2' },
      el('section', { class: 'panel' }, el('div', { class: 'body stack-large' },
        el('div', { class: 'field' }, el('span', { class: 'label' }, texts.settings.theme),
          h(/** @type {any} */ (Segment), { label: texts.settings.theme, value: chosen.theme, options: themes, onInput: (/** @type {any} */ theme) => saveSettings({ theme }) })),
        h(Select, { label: texts.settings.zone, value: chosen.zone, options: [['local', texts.settings.local], ['UTC', 'UTC'], ...zones.map((zone) => /** @type {[string, string]} */ ([zone, zone]))], onInput: (zone) => saveSettings({ zone }) }),
        el('p', { class: 'muted small' }, absolute(now)),
        h(Select, { label: texts.settings.times, value: chosen.times, options: [['relative', texts.settings.relative], ['absolute', texts.settings.absolute]], onInput: (times) => saveSettings({ times: /** @type {any} */ (times) }) }),
        h(Select, {
          label: texts.settings.refresh, value: String(chosen.refresh), onInput: (refresh) => saveSettings({ refresh: Number(refresh) }),
          options: [['0', texts.settings.serverRefresh], ...[1, 2, 5, 10, 30].map((seconds) => /** @type {[string, string]} */ ([String(seconds * 1000), texts.settings.every(seconds)]))],
        }),
        h(Select, { label: texts.settings.rows, value: String(chosen.rows), options: [['25', '25'], ['50', '50'], ['100', '100'], ['200', '200']], onInput: (rows) => saveSettings({ rows: Number(rows) }) }),
        h(Check, { label: texts.settings.keys, hint: texts.settings.keysHint, checked: chosen.keys, onChange: (keys) => saveSettings({ keys }) }))),
      el('div', { class: 'stack' }, h(Views, null),
        el('section', { class: 'panel' }, el('header', null, el('h2', null, texts.settings.columns)), el('div', { class: 'body' },
          h(Button, { label: texts.settings.resetColumns, onClick: () => {
            saveSettings({ columns: {} });
            say(texts.settings.columnsReset);
          } }))),
        el('section', { class: 'panel' }, el('header', null, el('h2', null, texts.settings.about)), el('div', { class: 'body' }, el('dl', { class: 'pairs' },
          [[texts.settings.version, current?.version], [texts.settings.user, current?.user], [texts.settings.roles, current?.roles.join(', ')],
            [texts.settings.mode, current?.readOnly ? texts.settings.readOnly : texts.settings.readWrite]].map(([name, value]) => [el('dt', null, name), el('dd', null, value)])))))));
}

function Views() {
  const { views } = useStore(settings);
  return el('section', { class: 'panel' }, el('header', null, el('h2', null, texts.settings.views)), el('div', { class: 'body' },
    views.length ? el('ul', { class: 'stack' }, views.map((view) => el('li', { key: view.name, class: 'spread' }, el('a', { href: view.url }, view.name),
      h(Button, { label: texts.common.remove, describe: texts.nav.removeView(view.name), icon: 'delete', small: true, onClick: () => saveSettings((now) => ({ views: now.views.filter((one) => one.name !== view.name) })) }))))
      : el('p', { class: 'muted small' }, texts.settings.noViews)));
}
