/** Periodic tasks: next runs, outcomes of the last ones, missed runs; pause, resume, run now. */
import { el, h } from '../core/dom.js';
import { path, post } from '../core/api.js';
import { settings } from '../core/settings.js';
import { useLoad } from '../core/load.js';
import { go, link, linkWith } from '../core/route.js';
import { useStore } from '../core/store.js';
import { oneLine, plain, visible } from '../core/visible.js';
import { HistoryDialog, Strip, StripLegend } from '../cron/runs.js';
import { Schedule } from '../cron/schedule.js';
import { inZone, knownZone } from '../cron/zone.js';
import { texts } from '../texts.js';
import { show } from '../ui/dialog.js';
import { Select } from '../ui/field.js';
import { Menu } from '../ui/menu.js';
import { Pager } from '../ui/pager.js';
import { Chip, Time } from '../ui/parts.js';
import { Empty, Loading } from '../ui/states.js';
import { complain, say } from '../ui/toast.js';

/** @typedef {import('../core/types.js').CronEntry} CronEntry */

/** @param {import('../shell/pages.js').PageProps} props */
export function CronPage({ redis, query }) {
  const cursor = query.cursor ? `?cursor=${encodeURIComponent(query.cursor)}` : '';
  const loaded = useLoad(path(redis, 'cron') + cursor, { every: 5000 });
  const chosen = useStore(settings);
  const zone = knownZone(query.zone ?? chosen.zone);
  const change = async (/** @type {CronEntry} */ entry, /** @type {'pause'|'resume'|'run'} */ verb) => {
    try {
      await post(`${path(redis, 'cron', entry.id)}/${verb}`);
      say(texts.cron.changed[verb](plain(entry.type), plain(entry.queue)));
    } catch (error) {
      complain(error);
    }
    await loaded.reload();
  };
  return el('div', { class: 'stack' },
    el('div', { class: 'page-head' }, el('h1', null, texts.cron.title), h(ZoneSelect, { zone })),
    h(/** @type {any} */ (Loading), {
      loaded, show: (/** @type {{items: CronEntry[], next?: string}} */ page) => (page.items.length
        ? [h(CronTable, { redis, zone, entries: page.items, change }), h(StripLegend, null), el('div', { class: 'table-foot' }, h(Pager, { cursor: query.cursor, next: page.next }))]
        : el('div', { class: 'panel' }, h(Empty, { icon: 'cron', title: texts.cron.none, text: texts.cron.noneDetail }))),
    }));
}

/** @param {{zone: string}} props */
function ZoneSelect({ zone }) {
  const zones = typeof Intl.supportedValuesOf === 'function' ? Intl.supportedValuesOf('timeZone') : [];
  return el('div', { class: 'zone' }, h(Select, {
    label: texts.cron.zone, value: zone, onInput: (name) => go(linkWith({ zone: name }), true),
    options: [['local', texts.settings.local], ['UTC', 'UTC'], ...zones.filter((name) => name !== 'UTC').map((name) => /** @type {[string, string]} */ ([name, name]))],
  }));
}

/** @param {{redis: string, zone: string, entries: CronEntry[], change: (entry: CronEntry, verb: 'pause'|'resume'|'run') => void}} props */
const CronTable = ({ redis, zone, entries, change }) => el('div', { class: 'table-wrap cards' }, el('table', { class: 'table roomy' }, el('caption', { class: 'visually-hidden' }, texts.cron.caption),
  el('thead', null, el('tr', null, ['spec', 'task', 'next', 'strip', 'options'].map((name) => el('th', { key: name, scope: 'col' }, texts.cron[/** @type {'spec'} */ (name)])),
    el('th', { scope: 'col', class: 'end-cell' }, el('span', { class: 'visually-hidden' }, texts.common.actions)))),
  el('tbody', null, entries.map((entry) => el('tr', { key: entry.id },
    el('td', null, h(Spec, { entry })),
    el('td', { class: 'wrap', 'data-label': texts.cron.task }, el('span', null, el('strong', null, visible(entry.type)), ' → ', el('a', { href: link('queues', [entry.queue]) }, visible(entry.queue)),
      entry.payload ? el('span', { class: 'payload mono small muted' }, ' ', oneLine(entry.payload, 80)) : null)),
    el('td', { 'data-label': texts.cron.next }, h(NextRuns, { entry, zone })),
    el('td', { 'data-label': texts.cron.strip }, h(Strip, { entry, zone, open: () => show(h(HistoryDialog, { redis, entry, zone })) })),
    el('td', { class: 'wrap', 'data-label': texts.cron.options }, entry.options.length ? el('span', { class: 'small mono' }, visible(entry.options.join(', '), 160)) : null),
    el('td', { class: 'end-cell' }, h(Menu, {
      label: texts.cron.actionsOf(plain(entry.type)), iconOnly: true, small: true,
      items: [
        ...(entry.goneSince ? [] : [{ label: texts.cron.run, icon: 'run', role: /** @type {const} */ ('operator'), run: () => change(entry, 'run') }]),
        ...(!entry.controllable || entry.goneSince ? [] : [entry.paused
          ? { label: texts.cron.resume, icon: 'run', role: /** @type {const} */ ('operator'), run: () => change(entry, 'resume') }
          : { label: texts.cron.pause, icon: 'pause', role: /** @type {const} */ ('operator'), run: () => change(entry, 'pause') }]),
        { label: texts.cron.history, icon: 'cron', run: () => show(h(HistoryDialog, { redis, entry, zone })) },
      ],
    })))))));

/** @param {{entry: CronEntry}} props */
const Spec = ({ entry }) => el('span', { class: 'stack', style: { gap: '4px' } }, h(Schedule, { entry }), el('span', { class: 'row' }, entry.paused ? h(Chip, { tone: 'warn', text: texts.cron.paused }) : null,
  entry.goneSince ? el('span', { title: texts.cron.since(inZone(entry.goneSince, 'local')) }, h(Chip, { tone: 'danger', text: texts.cron.gone })) : null,
  entry.controllable ? null : el('span', { title: texts.cron.foreignDetail }, h(Chip, { text: texts.cron.foreign }))),
entry.goneSince ? el('span', { class: 'muted small' }, texts.cron.gone, ' ', h(Time, { at: entry.goneSince })) : null,
entry.specProblem ? el('span', { class: 'warn-text small', style: { maxWidth: '34ch', whiteSpace: 'normal' } }, visible(entry.specProblem)) : null);

/** @param {{entry: CronEntry, zone: string}} props */
function NextRuns({ entry, zone }) {
  const [first, ...others] = entry.nextRuns;
  if (entry.goneSince || entry.paused || !first) {
    return el('span', { class: 'muted' }, entry.paused ? texts.cron.paused : entry.goneSince ? texts.common.none : entry.specProblem ? texts.cron.unknownNext : texts.cron.noNext);
  }
  return el('ol', { class: 'next-runs' }, el('li', null, inZone(first, zone), ' ', el('span', { class: 'muted small' }, '(', h(Time, { at: first }), ')')),
    others.map((at) => el('li', { key: at }, inZone(at, zone))));
}
