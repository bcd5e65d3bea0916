/** Alerts: incidents, history, rules, silences, targets. */
import { html, useState } from '../core/dom.js';
import { IncidentTable } from '../alerts/incidents.js';
import { Rules } from '../alerts/rules.js';
import { Silences } from '../alerts/silences.js';
import { Targets } from '../alerts/targets.js';
import { path } from '../core/api.js';
import { duration, epoch } from '../core/format.js';
import { useLoad } from '../core/load.js';
import { useNow } from '../core/now.js';
import { link } from '../core/route.js';
import { visible } from '../core/visible.js';
import { alertsTexts } from '../texts/alerts.js';
import { Button } from '../ui/button.js';
import { Icon } from '../ui/icon.js';
import { Time } from '../ui/parts.js';
import { Empty, Loading } from '../ui/states.js';
import { Tabs } from '../ui/tabs.js';


const SHOWN = 50;
export const TABS = /** @type {const} */ (['incidents', 'history', 'rules', 'silences', 'targets']);

/** @param {import('../core/route.js').PageProps} props */
export function AlertsPage({ redis, parts }) {
  const loaded = useLoad(path(redis, 'alerts'), { every: 5000 });
  const [edit, setEdit] = useState(/** @type {import('../alerts/rules.js').Edit | null} */ (null));
  const tab = TABS.find((name) => name === parts[0]) ?? 'incidents';
  return html`
    <div class="stack">
      <div class="page-head">
        <h1>${alertsTexts.title}</h1>
        ${loaded.data ? html`<${LastLook} view=${loaded.data} />` : null}
      </div>
      <${Loading} loaded=${loaded}
          show=${(/** @type {Api.AlertView} */ view) => [
            html`<${Notes} view=${view} />`,
            html`<${AlertTabs} view=${view} tab=${tab} />`,
            html`
              <${Part} redis=${redis} view=${view} tab=${tab} reload=${loaded.reload} edit=${edit} setEdit=${setEdit} />
            `,
          ]} />
    </div>
  `;
}

/** @param {{view: Api.AlertView}} props */
const LastLook = ({ view }) => html`
  <span class="muted small">
    ${view.status
      ? [
          alertsTexts.lastLook,
          ' ',
          html`<${Time} at=${view.status.at} />`,
          ' ',
          visible(alertsTexts.looked(view.status.node, duration(view.intervalMs))),
        ]
      : alertsTexts.neverLooked}
  </span>
`;

/** @param {{view: Api.AlertView}} props */
function Notes({ view }) {
  const now = useNow();
  const late = view.status && now - epoch(view.status.at) > 3 * view.intervalMs + 60_000 + 10 * view.status.tookMs;
  const notes = /** @type {string[]} */ (
    [
      view.enabled ? null : alertsTexts.disabled,
      view.targets.length ? null : alertsTexts.noTargets,
      late ? alertsTexts.late : null,
    ].filter(Boolean)
  );
  return notes.length ? html`
    <div class="stack">
      ${notes.map((text) => html`
        <p key=${text} class="note" data-tone=${text === alertsTexts.late ? 'danger' : 'info'}>
          <${Icon} name="info" />
          ${text}
        </p>
      `)}
    </div>
  ` : null;
}

/** @param {{view: Api.AlertView, tab: string}} props */
function AlertTabs({ view, tab }) {
  /** @type {Partial<Record<string, number>>} */
  const counts = {
    incidents: view.incidents.length,
    silences: view.settings.silences.length,
    targets: view.targets.length,
  };
  return html`
    <${Tabs} label=${alertsTexts.tabs} current=${tab}
        tabs=${TABS.map((name) => ({
          name,
          href: link('alerts', name === 'incidents' ? [] : [name]),
          text: alertsTexts[name],
          count: counts[name],
        }))} />
  `;
}

/**
 * @param {{redis: string, view: Api.AlertView, tab: string, reload: () => Promise<unknown>} & Pick<Parameters<typeof
 *   Rules>[0], 'edit'|'setEdit'>} props
 */
function Part({ redis, view, tab, reload, edit, setEdit }) {
  switch (tab) {
    case 'history':
      return html`<${History} redis=${redis} />`;
    case 'rules':
      return html`<${Rules} redis=${redis} view=${view} reload=${reload} edit=${edit} setEdit=${setEdit} />`;
    case 'silences':
      return html`<${Silences} redis=${redis} view=${view} reload=${reload} />`;
    case 'targets':
      return html`<${Targets} redis=${redis} targets=${view.targets} />`;
    default:
      return view.incidents.length ? html`
        <${IncidentTable} redis=${redis} view=${view} incidents=${view.incidents} reload=${reload} />
      ` : html`
        <div class="panel"><${Empty} icon="check" title=${alertsTexts.none} text=${alertsTexts.noneDetail} /></div>
      `;
  }
}

/** @param {{redis: string}} props */
function History({ redis }) {
  const loaded = useLoad(path(redis, 'alerts', 'history'), { every: 15_000 });
  const [all, setAll] = useState(false);
  return html`
    <${Loading} loaded=${loaded}
        show=${(/** @type {{items: Api.Incident[]}} */ page) =>
          page.items.length ? [
            html`<${IncidentTable} redis=${redis} incidents=${all ? page.items : page.items.slice(0, SHOWN)} />`,
            page.items.length > SHOWN && !all ? html`
              <${Button} label=${alertsTexts.showAll(page.items.length)} small onClick=${() => setAll(true)} />
            ` : null,
          ] : html`
            <div class="panel">
              <${Empty} icon="audit" title=${alertsTexts.noHistory} text=${alertsTexts.noHistoryDetail} />
            </div>
          `} />
  `;
}
