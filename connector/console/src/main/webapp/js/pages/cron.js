/** Periodic tasks: next runs, outcomes of the last ones, missed runs; pause, resume, run now. */
import { html } from '../core/dom.js';
import { path, post } from '../core/api.js';
import { epoch, inZone, knownZone } from '../core/format.js';
import { useLoad } from '../core/load.js';
import { complain, say } from '../core/messages.js';
import { useNow } from '../core/now.js';
import { go, link, linkWith } from '../core/route.js';
import { settings } from '../core/settings.js';
import { useStore } from '../core/store.js';
import { oneLine, plain, visible } from '../core/visible.js';
import { HistoryDialog, Strip, StripLegend } from '../cron/runs.js';
import { Schedule } from '../cron/schedule.js';
import { commonTexts } from '../texts/common.js';
import { cronTexts } from '../texts/cron.js';
import { settingsTexts } from '../texts/settings.js';
import { each } from '../ui/boundary.js';
import { show } from '../ui/dialog.js';
import { Select } from '../ui/field.js';
import { FilterField } from '../ui/filter-field.js';
import { Menu } from '../ui/menu.js';
import { Pager } from '../ui/pager.js';
import { Chip, Time } from '../ui/parts.js';
import { Empty, Loading } from '../ui/states.js';

/** A run is late after this time. */
const LATE = 60_000;

/** @typedef {import('../ui/menu.js').MenuItem} MenuItem */
/** @typedef {(entry: Api.CronRow, verb: 'pause'|'resume'|'run') => void} Change */

/** @param {import('../core/route.js').PageProps} props */
export function CronPage({ redis, query }) {
  const { filter = '', cursor = '' } = query;
  const loaded = useLoad(`${path(redis, 'cron')}?${new URLSearchParams({ filter, cursor })}`, { every: 5000 });
  const chosen = useStore(settings);
  const zone = knownZone(query.zone ?? chosen.zone);
  const change = async (/** @type {Api.CronRow} */ entry, /** @type {'pause'|'resume'|'run'} */ verb) => {
    try {
      await post(`${path(redis, 'cron', entry.id)}/${verb}`);
      say(cronTexts.changed[verb](plain(entry.type), plain(entry.queue)));
    } catch (error) {
      complain(error);
    }
    await loaded.reload();
  };
  return html`
    <div class="stack">
      <div class="page-head">
        <h1>${cronTexts.title}</h1>
        <div class="row">
          <${FilterField} value=${filter} label=${cronTexts.filter} />
          <${ZoneSelect} zone=${zone} />
        </div>
      </div>
      <${Loading} loaded=${loaded}
          show=${(/** @type {{items: Api.CronRow[], next?: string}} */ page) =>
            page.items.length ? [
              html`<${CronTable} redis=${redis} zone=${zone} entries=${page.items} change=${change} />`,
              html`<${StripLegend} />`,
              html`<div class="table-foot"><${Pager} cursor=${cursor} next=${page.next} /></div>`,
            ] : html`
              <div class="panel">
                <${Empty} icon="cron" title=${filter ? cronTexts.noMatch : cronTexts.none}
                    text=${filter ? undefined : cronTexts.noneDetail}>
                  ${filter ? html`
                    <a class="button" href=${linkWith({ filter: null })}>${cronTexts.clear}</a>
                  ` : null}
                </${Empty}>
              </div>
            `} />
    </div>
  `;
}

/** @param {{zone: string}} props */
function ZoneSelect({ zone }) {
  const zones = typeof Intl.supportedValuesOf === 'function' ? Intl.supportedValuesOf('timeZone') : [];
  return html`
    <div class="zone">
      <${Select} label=${cronTexts.zone} value=${zone} onInput=${(name) => go(linkWith({ zone: name }), true)}
          options=${[
            ['local', settingsTexts.local],
            ['UTC', 'UTC'],
            ...zones.filter((name) => name !== 'UTC').map((name) => /** @type {[string, string]} */ ([name, name])),
          ]} />
    </div>
  `;
}

/** @param {{redis: string, zone: string, entries: Api.CronRow[], change: Change}} props */
const CronTable = ({ redis, zone, entries, change }) => html`
  <div class="table-wrap cards">
    <table class="table roomy">
      <caption class="visually-hidden">${cronTexts.caption}</caption>
      <thead>
        <tr>
          ${['spec', 'task', 'next', 'strip', 'options'].map((name) => html`
            <th key=${name} scope="col">${cronTexts[/** @type {'spec'} */ (name)]}</th>
          `)}
          <th scope="col" class="end-cell"><span class="visually-hidden">${commonTexts.actions}</span></th>
        </tr>
      </thead>
      <tbody>
        ${each(entries, (entry) => html`
          <${CronRow} key=${entry.id} redis=${redis} zone=${zone} entry=${entry} change=${change} />
        `)}
      </tbody>
    </table>
  </div>
`;

/** @param {{redis: string, zone: string, entry: Api.CronRow, change: Change}} props */
function CronRow({ redis, zone, entry, change }) {
  const showHistory = () => show(html`<${HistoryDialog} redis=${redis} entry=${entry} zone=${zone} />`);
  return html`
    <tr>
      <td><${Spec} entry=${entry} /></td>
      <td class="wrap" data-label=${cronTexts.task}>
        <span>
          <strong>${visible(entry.type)}</strong> → <a href=${link('queues', [entry.queue])}>
            ${visible(entry.queue)}
          </a>
          ${entry.payload ? html`
            <span class="payload mono small muted">${' '}${oneLine(entry.payload, 80)}</span>
          ` : null}
        </span>
      </td>
      <td data-label=${cronTexts.next}><${NextRuns} entry=${entry} zone=${zone} /></td>
      <td data-label=${cronTexts.strip}>
        <${Strip} entry=${entry} zone=${zone} open=${showHistory} />
      </td>
      <td class="wrap" data-label=${cronTexts.options}>
        ${entry.options.length ? html`
          <span class="small mono">${visible(entry.options.join(', '), 160)}</span>
        ` : null}
      </td>
      <td class="end-cell">
        <${Menu} label=${cronTexts.actionsOf(plain(entry.type))} iconOnly small
            items=${itemsOf(entry, change, showHistory)} />
      </td>
    </tr>
  `;
}

/** @param {Api.CronRow} entry @param {Change} change @param {() => void} showHistory @returns {MenuItem[]} */
function itemsOf(entry, change, showHistory) {
  const item = (/** @type {'pause'|'resume'|'run'} */ verb, /** @type {string} */ icon) => ({
    label: cronTexts[verb],
    icon,
    role: /** @type {const} */ ('operator'),
    run: () => change(entry, verb),
  });
  return [
    ...(entry.goneSince ? [] : [item('run', 'run')]),
    ...(!entry.controllable || entry.goneSince ? [] : [entry.paused ? item('resume', 'run') : item('pause', 'pause')]),
    { label: cronTexts.history, icon: 'cron', run: showHistory },
  ];
}

/** @param {{entry: Api.CronRow}} props */
const Spec = ({ entry }) => html`
  <span class="stack" style=${{ gap: '4px' }}>
    <${Schedule} entry=${entry} />
    <span class="row">
      ${entry.paused ? html`<${Chip} tone="warn" text=${cronTexts.paused} />` : null}
      ${entry.goneSince ? html`
        <span title=${cronTexts.since(inZone(entry.goneSince, 'local'))}>
          <${Chip} tone="danger" text=${cronTexts.gone} />
        </span>
      ` : null}
      ${entry.controllable ? null : html`
        <span title=${cronTexts.foreignDetail}><${Chip} text=${cronTexts.foreign} /></span>
      `}
    </span>
    ${entry.goneSince ? html`
      <span class="muted small">${cronTexts.gone} <${Time} at=${entry.goneSince} /></span>
    ` : null}
    ${entry.specProblem ? html`
      <span class="warn-text small" style=${{ maxWidth: '34ch', whiteSpace: 'normal' }}>
        ${visible(entry.specProblem)}
      </span>
    ` : null}
  </span>
`;

/** @param {{entry: Api.CronRow, zone: string}} props */
function NextRuns({ entry, zone }) {
  const now = useNow();
  const [first, ...others] = entry.nextRuns;
  if (entry.goneSince || entry.paused || !first) {
    return html`
      <span class="muted">
        ${entry.paused
          ? cronTexts.paused
          : entry.goneSince
            ? commonTexts.none
            : entry.specProblem
              ? cronTexts.unknownNext
              : cronTexts.noNext}
      </span>
    `;
  }
  return html`
    <ol class="next-runs">
      <li>
        ${inZone(first, zone)} <span class="muted small">(<${Time} at=${first} />)</span>
        ${epoch(first) < now - LATE ? html`
          ${' '}<span title=${cronTexts.lateDetail}><${Chip} tone="warn" text=${cronTexts.late} /></span>
        ` : null}
      </li>
      ${others.length ? html`
        <li>
          <details>
            <summary>${cronTexts.then(others.length)}</summary>
            ${others.map((at) => html`<div key=${at}>${inZone(at, zone)}</div>`)}
          </details>
        </li>
      ` : null}
    </ol>
  `;
}
