/** The attempts to run a task that have ended, with those that are not recorded. */
import { el, h } from '../core/dom.js';
import { milliseconds } from '../core/format.js';
import { plain, visible } from '../core/visible.js';
import { texts } from '../texts.js';
import { Time } from '../ui/parts.js';

/** @typedef {import('../core/types.js').Attempt} Attempt */

/** @type {Record<Attempt['outcome'], string>} */
const TONES = { completed: 'completed', failed: 'archived', requeued: 'scheduled', lease_expired: 'retry', not_recorded: 'none' };

/** @param {{attempts: Attempt[]}} props */
export const Attempts = ({ attempts }) => el('section', null, el('h3', null, texts.drawer.attempts),
  el('ol', { class: 'timeline attempts' }, attempts.map((attempt, i) => el('li', { key: i, 'data-state': TONES[attempt.outcome] },
    attempt.outcome === 'not_recorded' ? el('span', { class: 'muted' }, texts.drawer.notRecorded(attempt.number, attempt.count)) : h(Recorded, { attempt }),
    el('span', { class: 'muted' }, attempt.endedAt ? h(Time, { at: attempt.endedAt }) : null)))));

/** @param {{attempt: Attempt}} props */
const Recorded = ({ attempt }) => el('div', null,
  el('div', null, el('strong', null, texts.drawer.attemptNumber(attempt.number)), ` · ${texts.drawer.outcomes[attempt.outcome]}`,
    attempt.durationMs === undefined || attempt.durationMs === null ? null : el('span', { class: 'num' }, ` · ${milliseconds(attempt.durationMs)}`)),
  attempt.error ? el('div', { class: 'attempt-error' }, visible(attempt.error)) : null,
  attempt.server ? el('div', { class: 'muted small cut-line', title: plain(attempt.server) }, `${texts.drawer.server} `, visible(attempt.server)) : null,
  attempt.traceId ? el('div', { class: 'muted small' }, `${texts.drawer.trace} `, el('code', null, visible(attempt.traceId))) : null);
