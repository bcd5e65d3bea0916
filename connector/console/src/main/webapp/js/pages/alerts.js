/** Alerts: incidents, history, rules, silences, targets. */
import { el, h, useState } from '../core/dom.js';
import { path } from '../core/api.js';
import { duration } from '../core/format.js';
import { useLoad } from '../core/load.js';
import { useNow } from '../core/now.js';
import { link } from '../core/route.js';
import { visible } from '../core/visible.js';
import { IncidentTable } from '../alerts/incidents.js';
import { Rules } from '../alerts/rules.js';
import { Silences } from '../alerts/silences.js';
import { Targets } from '../alerts/targets.js';
import { texts } from '../texts.js';
import { Button } from '../ui/button.js';
import { Icon } from '../ui/icon.js';
import { Time } from '../ui/parts.js';
import { Empty, Loading } from '../ui/states.js';
import { Tabs } from '../ui/tabs.js';

/** @typedef {import('../core/types.js').AlertsView} AlertsView */
/** @typedef {import('../core/types.js').Incident} Incident */

const SHOWN = 50;
export const TABS = /** @type {const} */ (['incidents', 'history', 'rules', 'silences', 'targets']);

/** @param {import('../shell/pages.js').PageProps} props */
export function AlertsPage({ redis, parts }) {
  const loaded = useLoad(path(redis, 'alerts'), { every: 5000 });
  const [edit, setEdit] = useState(/** @type {import('../alerts/rules.js').Edit | null} */ (null));
  const tab = TABS.find((name) => name === parts[0]) ?? 'incidents';
  return el('div', { class: 'stack' },
    el('div', { class: 'page-head' }, el('h1', null, texts.alerts.title), loaded.data ? h(LastLook, { view: loaded.data }) : null),
    h(/** @type {any} */ (Loading), {
      loaded, show: (/** @type {AlertsView} */ view) => [h(Notes, { view }), h(AlertTabs, { view, tab }), h(Part, { redis, view, tab, reload: loaded.reload, edit, setEdit })],
    }));
}

/** @param {{view: AlertsView}} props */
const LastLook = ({ view }) => el('span', { class: 'muted small' }, view.status ? [texts.alerts.lastLook, ' ', h(Time, { at: view.status.at }), ' ',
  visible(texts.alerts.looked(view.status.node, duration(view.intervalMs)))] : texts.alerts.neverLooked);

/** @param {{view: AlertsView}} props */
function Notes({ view }) {
  const now = useNow();
  const late = view.status && now - Date.parse(view.status.at) > 3 * view.intervalMs + 60_000 + 10 * view.status.tookMs;
  const notes = /** @type {string[]} */ ([view.enabled ? null : texts.alerts.disabled, view.targets.length ? null : texts.alerts.noTargets, late ? texts.alerts.late : null].filter(Boolean));
  return notes.length ? el('div', { class: 'stack' }, notes.map((text) => el('p', { key: text, class: 'note', 'data-tone': text === texts.alerts.late ? 'danger' : 'info' }, h(Icon, { name: 'info' }), text))) : null;
}

/** @param {{view: AlertsView, tab: string}} props */
function AlertTabs({ view, tab }) {
  /** @type {Partial<Record<string, number>>} */
  const counts = { incidents: view.incidents.length, silences: view.settings.silences.length, targets: view.targets.length };
  return h(Tabs, {
    label: texts.alerts.tabs, current: tab,
    tabs: TABS.map((name) => ({ name, href: link('alerts', name === 'incidents' ? [] : [name]), text: texts.alerts[name], count: counts[name] })),
  });
}

/** @param {{redis: string, view: AlertsView, tab: string, reload: () => Promise<unknown>} & Pick<Parameters<typeof Rules>[0], 'edit'|'setEdit'>} props */
function Part({ redis, view, tab, reload, edit, setEdit }) {
  switch (tab) {
    case 'history': return h(History, { redis });
    case 'rules': return h(Rules, { redis, view, reload, edit, setEdit });
    case 'silences': return h(Silences, { redis, view, reload });
    case 'targets': return h(Targets, { redis, targets: view.targets });
    default: return view.incidents.length ? h(IncidentTable, { redis, view, incidents: view.incidents, reload })
      : el('div', { class: 'panel' }, h(Empty, { icon: 'check', title: texts.alerts.none, text: texts.alerts.noneDetail }));
  }
}

/** @param {{redis: string}} props */
function History({ redis }) {
  const loaded = useLoad(path(redis, 'alerts', 'history'), { every: 15_000 });
  const [all, setAll] = useState(false);
  return h(/** @type {any} */ (Loading), {
    loaded, show: (/** @type {{items: Incident[]}} */ page) => (page.items.length ? [
      h(IncidentTable, { redis, incidents: all ? page.items : page.items.slice(0, SHOWN) }),
      page.items.length > SHOWN && !all ? h(Button, { label: texts.alerts.showAll(page.items.length), small: true, onClick: () => setAll(true) }) : null,
    ] : el('div', { class: 'panel' }, h(Empty, { icon: 'audit', title: texts.alerts.noHistory, text: texts.alerts.noHistoryDetail }))),
  });
}
