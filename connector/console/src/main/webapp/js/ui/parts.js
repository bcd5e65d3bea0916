/** Small parts: state chips, times, ages, numbers, lanes. */
import { html } from '../core/dom.js';
import { absolute, number, percent, relative, stamp } from '../core/format.js';
import { useNow } from '../core/now.js';
import { settings } from '../core/settings.js';
import { useStore } from '../core/store.js';
import { queuesTexts } from '../texts/queues.js';
import { statesTexts } from '../texts/tasks.js';

/** In the order in which a task passes them. @type {Api.TaskRow['state'][]} */
export const STATES = ['pending', 'active', 'scheduled', 'retry', 'archived', 'completed', 'aggregating'];

/** @param {{state: Api.TaskRow['state']}} props */
export const StateChip = ({ state }) => html`
  <span class="chip" data-state=${state}>${statesTexts[state] ?? state}</span>
`;

/** @param {{tone?: string, text: string}} props */
export const Chip = ({ tone, text }) => html`<span class="chip square" data-tone=${tone}>${text}</span>`;

/** @param {{at?: string | null}} props */
export function Time({ at }) {
  const now = useNow();
  const { times } = useStore(settings);
  if (!at) {
    return html`<span class="muted">–</span>`;
  }
  return html`
    <time datetime=${at} title=${absolute(at)} class="nowrap">
      ${times === 'absolute' ? stamp(at) : relative(at, now)}
    </time>
  `;
}

/**
 * The states of a queue as one bar.
 * @param {{counts: Partial<Record<Api.TaskRow['state'], number>>}} props
 */
export function Lane({ counts }) {
  const shown = STATES.filter((state) => state !== 'completed' && (counts[state] ?? 0) > 0);
  const sum = shown.reduce((total, state) => total + (counts[state] ?? 0), 0);
  const label =
    shown.map((state) => `${statesTexts[state]} ${number(counts[state])}`).join(', ') || queuesTexts.empty;
  return html`
    <span class="lane" role="img" aria-label=${label} title=${label}>
      ${shown.map((state) => html`
        <i key=${state} data-state=${state} style=${{ flexGrow: String((counts[state] ?? 0) / sum) }} />
      `)}
    </span>
  `;
}

/** @param {{value: number, of: number | null, label: string, tone?: string}} props `of`: null if it is not known */
export function Bar({ value, of, label, tone }) {
  if (of === null) {
    return html`
      <div class="bar" role="progressbar" aria-label=${label} aria-valuetext=${number(value)} data-tone=${tone}
          data-unknown="">
        <i />
      </div>
    `;
  }
  const share = of > 0 ? Math.min(value / of, 1) : 0;
  return html`
    <div class="bar" role="progressbar" aria-label=${label} aria-valuemin=${0} aria-valuemax=${100}
        aria-valuenow=${Math.round(share * 100)} aria-valuetext=${percent(value, of)} data-tone=${tone}>
      <i style=${{ width: `${share * 100}%` }} />
    </div>
  `;
}
