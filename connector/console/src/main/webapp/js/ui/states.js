/** What a page shows when it has no data: loading, nothing found, a problem. */
import { el, h } from '../core/dom.js';
import { duration } from '../core/format.js';
import { useKept } from '../core/kept.js';
import { live } from '../core/live.js';
import { useNow } from '../core/now.js';
import { useStore } from '../core/store.js';
import { texts } from '../texts.js';
import { Button } from './button.js';
import { Icon } from './icon.js';

/** @param {{rows?: number}} props */
export function Skeleton({ rows = 8 }) {
  return el('div', { class: 'panel', role: 'group', 'aria-busy': 'true', 'aria-label': texts.common.loading },
    el('div', { class: 'body stack' },
      Array.from({ length: rows }, (_, row) =>
        el('span', { key: row, class: 'skeleton', style: { width: `${95 - ((row * 29) % 45)}%` } }))));
}

/**
 * @param {{icon?: string, title: string, text?: string, children?: import('../core/dom.js').Children}} props
 */
export function Empty({ icon = 'info', title, text, children }) {
  return el('div', { class: 'empty' }, h(Icon, { name: icon }), el('strong', null, title),
    text ? el('p', null, text) : null, children ? el('div', { class: 'row' }, children) : null);
}

/** @param {{problem: import('../core/api.js').Problem, retry?: () => void}} props */
export function ProblemBox({ problem, retry }) {
  const lost = useStore(live).status === 'lost' || problem.status === 0 || problem.status === 503;
  return el('div', { class: 'panel' }, el('div', { class: 'empty problem', role: 'group' },
    h(Icon, { name: 'errors' }),
    el('strong', null, lost ? texts.problems.lostTitle : problem.title),
    el('p', null, lost ? texts.problems.lostDetail : problem.message),
    retry ? h(Button, { label: texts.common.again, onClick: retry }) : null));
}

/** How old the data is. @param {{at: number}} props */
export function Age({ at }) {
  return el('span', null, texts.problems.age(duration(Math.max(1000, Math.floor((useNow() - at) / 1000) * 1000)).replace('.0 s', ' s')));
}

/**
 * Above data that could not be loaded again: why, and how old it is. Nothing while the banner tells of an outage.
 * @param {{loaded: import('../core/load.js').Loaded<any>}} props
 */
export function OldNote({ loaded }) {
  const lost = useStore(live).status === 'lost';
  return loaded.problem && !lost ? el('p', { class: 'note', 'data-tone': 'warn', role: 'status' }, h(Icon, { name: 'errors' }),
    el('span', null, texts.problems.old(loaded.problem.message), ' ', h(Age, { at: loaded.at }))) : null;
}

/**
 * The usual order: data if there is any, with a note if it is old, else the problem, else the skeleton.
 * @template T
 * @param {{loaded: import('../core/load.js').Loaded<T>, rows?: number, quiet?: boolean, show: (data: T) => import('../core/dom.js').Children}} props
 */
export function Loading({ loaded, rows, quiet, show }) {
  const data = useKept(loaded.data, loaded.loading);
  if (data !== null) {
    return el('div', { class: 'stack', 'aria-busy': loaded.data === null ? 'true' : undefined }, quiet ? null : h(OldNote, { loaded }), show(data));
  }
  return loaded.problem ? h(ProblemBox, { problem: loaded.problem, retry: loaded.reload }) : h(Skeleton, { rows });
}
