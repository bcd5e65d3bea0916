/** The states of a page without data: loading, nothing found, a problem. */
import { html } from '../core/dom.js';
import { duration } from '../core/format.js';
import { useKept } from '../core/kept.js';
import { live } from '../core/live.js';
import { useNow } from '../core/now.js';
import { session } from '../core/session.js';
import { useStore } from '../core/store.js';
import { commonTexts } from '../texts/common.js';
import { problemsTexts } from '../texts/problems.js';
import { each } from './boundary.js';
import { Button } from './button.js';
import { Icon } from './icon.js';

/** @param {{rows?: number}} props */
export function Skeleton({ rows = 8 }) {
  return html`
    <div class="panel" role="group" aria-busy="true" aria-label=${commonTexts.loading}>
      <div class="body stack">
        ${Array.from({ length: rows }, (_, row) => html`
          <span key=${row} class="skeleton" style=${{ width: `${95 - ((row * 29) % 45)}%` }} />
        `)}
      </div>
    </div>
  `;
}

/**
 * @param {{icon?: string, title: string, text?: string, children?: import('../core/dom.js').Children}} props
 */
export function Empty({ icon = 'info', title, text, children }) {
  return html`
    <div class="empty">
      <${Icon} name=${icon} />
      <strong>${title}</strong>
      ${text ? html`<p>${text}</p>` : null}
      ${children ? html`<div class="row">${children}</div>` : null}
    </div>
  `;
}

/** @param {{problem: import('../core/api.js').Problem, retry?: () => void}} props */
export function ProblemBox({ problem, retry }) {
  const lost = useStore(live).status === 'lost' || problem.status === 0 || problem.status === 503;
  return html`
    <div class="panel">
      <div class="empty problem" role="group">
        <${Icon} name="errors" />
        <strong>${lost ? problemsTexts.lostTitle : problem.title}</strong>
        <p>${lost ? problemsTexts.lostDetail : problem.message}</p>
        ${retry ? html`<${Button} label=${commonTexts.again} onClick=${retry} />` : null}
      </div>
    </div>
  `;
}

/** Why errors are asterisks, where they are. */
export const MaskedNote = () => useStore(session)?.errorsMasked ? html`
  <p class="note"><${Icon} name="info" /><span>${problemsTexts.masked}</span></p>
` : null;

/** How old the data is. @param {{at: number}} props */
export function Age({ at }) {
  return html`
    <span>
      ${problemsTexts.age(duration(Math.max(1000, Math.floor((useNow() - at) / 1000) * 1000)).replace('.0 s', ' s'))}
    </span>
  `;
}

/**
 * Above data that could not be loaded again: why, and how old it is. Nothing while the banner tells of an outage.
 * @param {{loaded: import('../core/load.js').Loaded<any>}} props
 */
export function OldNote({ loaded }) {
  const lost = useStore(live).status === 'lost';
  return loaded.problem && !lost ? html`
    <p class="note" data-tone="warn" role="status">
      <${Icon} name="errors" />
      <span>${problemsTexts.old(loaded.problem.message)} <${Age} at=${loaded.at} /></span>
    </p>
  ` : null;
}

/**
 * The usual order: data if there is any, with a note if it is old, else the problem, else the skeleton.
 * @template T
 * @param {{loaded: import('../core/load.js').Loaded<T>, rows?: number, quiet?: boolean, show: (data: T) =>
 *   import('../core/dom.js').Children}} props
 */
export function Loading({ loaded, rows, quiet, show }) {
  const data = useKept(loaded.data, loaded.loading);
  if (data !== null) {
    return html`
      <div class="stack" aria-busy=${loaded.data === null ? 'true' : undefined}>
        ${quiet ? null : html`<${OldNote} loaded=${loaded} />`}
        ${each([show(data)].flat(), (part) => part, 'section')}
      </div>
    `;
  }
  return loaded.problem ? html`<${ProblemBox} problem=${loaded.problem} retry=${loaded.reload} />` : html`
    <${Skeleton} rows=${rows} />
  `;
}
