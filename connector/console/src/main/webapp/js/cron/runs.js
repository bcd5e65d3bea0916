/** The last tasks of an entry: a strip of their present states, and the list. */
import { el, h } from '../core/dom.js';
import { path } from '../core/api.js';
import { useLoad } from '../core/load.js';
import { go, linkWith } from '../core/route.js';
import { plain, visible } from '../core/visible.js';
import { taskParam } from '../tasks/columns.js';
import { texts } from '../texts.js';
import { closeDialog, Dialog } from '../ui/dialog.js';
import { Chip, StateChip, Time } from '../ui/parts.js';
import { Empty, Loading } from '../ui/states.js';
import { Schedule } from './schedule.js';
import { inZone } from './zone.js';

/** @typedef {import('../core/types.js').CronEntry} CronEntry */
/** @typedef {import('../core/types.js').CronRun} CronRun */

const SHOWN = 20;
const LEGEND = ['completed', 'active', 'pending', 'retry', 'archived', 'gone', 'missed'];

/** @param {string | null | undefined} state */
const nameOf = (state) => (state === 'missed' ? texts.cron.missed : state === 'gone' ? texts.cron.taskGone
  : texts.states[/** @type {'pending'} */ (state ?? '')] ?? String(state));

/** Tasks and missed runs by time, the oldest first. @param {CronEntry} entry */
function marks(entry) {
  const runs = (entry.runs ?? []).map((run) => ({ at: run.at, state: run.state ?? 'gone' }));
  const missed = entry.missed.map((at) => ({ at, state: 'missed' }));
  return [...runs, ...missed].sort((a, b) => Date.parse(a.at) - Date.parse(b.at)).slice(-SHOWN);
}

/** @param {{entry: CronEntry, zone: string, open: () => void}} props */
export function Strip({ entry, zone, open }) {
  const shown = marks(entry);
  if (!shown.length) {
    return el('span', { class: 'muted' }, texts.cron.noRuns);
  }
  /** @type {Map<string, number>} */
  const counts = new Map();
  shown.forEach((mark) => counts.set(mark.state, (counts.get(mark.state) ?? 0) + 1));
  const summary = [...counts].map(([state, count]) => texts.cron.count(count, nameOf(state))).join(', ');
  return el('span', { class: 'stack', style: { gap: '2px' } },
    el('button', { type: 'button', class: 'strip', 'aria-label': texts.cron.stripOf(summary), onClick: open },
      shown.map((mark, index) => el('i', { key: `${mark.at}${index}`, 'data-state': mark.state, title: texts.cron.mark(nameOf(mark.state), inZone(mark.at, zone)) }))),
    entry.missed.length ? el('span', { class: 'error-text small', title: texts.cron.missedDetail }, texts.cron.missedRuns(entry.missed.length)) : null);
}

export const StripLegend = () => el('div', { class: 'legend marks' }, LEGEND.map((state) => el('span', { key: state }, el('i', { 'data-state': state }), nameOf(state))),
  el('span', null, texts.cron.legend));

/** @param {{redis: string, entry: CronEntry, zone: string}} props */
export function HistoryDialog({ redis, entry, zone }) {
  const loaded = useLoad(`${path(redis, 'cron', entry.id)}/history`, { every: 0 });
  return h(Dialog, { title: texts.cron.historyOf(plain(entry.type)), cancel: texts.common.close },
    el('p', null, h(Schedule, { entry })),
    entry.missed.length ? el('p', { class: 'small' }, h(Chip, { tone: 'danger', text: texts.cron.missedRuns(entry.missed.length) }), ' ',
      entry.missed.map((at) => inZone(at, zone)).join(' · '), el('br', null), el('span', { class: 'muted' }, texts.cron.missedDetail)) : null,
    h(/** @type {any} */ (Loading), {
      loaded, rows: 6, show: (/** @type {{items: CronRun[]}} */ page) => (page.items.length ? [
        el('p', { class: 'muted small' }, texts.cron.historyDetail),
        el('ol', { class: 'timeline' }, page.items.slice(0, 100).map((run) => el('li', { key: run.taskId, 'data-state': run.state }, h(RunLink, { entry, run }),
          el('span', { class: 'row tight muted' }, h(RunState, { run }), h(Time, { at: run.at }))))),
      ] : h(Empty, { title: texts.cron.noHistory })),
    }));
}

/** @param {{run: CronRun}} props */
const RunState = ({ run }) => (run.state && run.state in texts.states ? h(StateChip, { state: /** @type {any} */ (run.state) }) : h(Chip, { text: nameOf(run.state) }));

/** A task that is no longer in Redis cannot be opened. @param {{entry: CronEntry, run: CronRun}} props */
const RunLink = ({ entry, run }) => (run.state === 'gone' ? el('span', { class: 'mono cut' }, visible(run.taskId)) : el('a', {
  class: 'mono cut', href: linkWith({ task: taskParam(entry.queue, run.taskId) }),
  onClick: (/** @type {Event} */ event) => {
    event.preventDefault();
    closeDialog();
    go(linkWith({ task: taskParam(entry.queue, run.taskId) }));
  },
}, visible(run.taskId)));
