/** The ended attempts of a task, including unrecorded attempts. */
import { html } from '../core/dom.js';
import { milliseconds } from '../core/format.js';
import { traceAddress } from '../core/trace.js';
import { plain, visible } from '../core/visible.js';
import { drawerTexts } from '../texts/tasks.js';
import { each } from '../ui/boundary.js';
import { Time } from '../ui/parts.js';


/** @type {Record<Api.Attempt['outcome'], string>} */
const TONES = {
  completed: 'completed',
  failed: 'archived',
  requeued: 'scheduled',
  lease_expired: 'retry',
  not_recorded: 'none',
};

/** @param {{attempts: Api.Attempt[]}} props */
export const Attempts = ({ attempts }) => html`
  <section>
    <h3>${drawerTexts.attempts}</h3>
    <ol class="timeline attempts">
      ${each(attempts, (attempt, i) => html`
        <li key=${i} data-state=${TONES[attempt.outcome]}>
          ${attempt.outcome === 'not_recorded' ? html`
            <span class="muted">${drawerTexts.notRecorded(attempt.number, attempt.count)}</span>
          ` : html`<${Recorded} attempt=${attempt} />`}
          <span class="muted">${attempt.endedAt ? html`<${Time} at=${attempt.endedAt} />` : null}</span>
        </li>
      `, 'li')}
    </ol>
  </section>
`;

/** @param {{attempt: Api.Attempt}} props */
const Recorded = ({ attempt }) => html`
  <div>
    <div>
      <strong>${drawerTexts.attemptNumber(attempt.number)}</strong> · ${drawerTexts.outcomes[attempt.outcome]}
      ${attempt.durationMs === undefined || attempt.durationMs === null ? null : html`
        <span class="num">${' '}· ${milliseconds(attempt.durationMs)}</span>
      `}
    </div>
    ${attempt.error ? html`<div class="attempt-error">${visible(attempt.error)}</div>` : null}
    ${attempt.server ? html`
      <div class="muted small cut-line" title=${plain(attempt.server)}>
        ${drawerTexts.server} ${visible(attempt.server)}
      </div>
    ` : null}
    ${attempt.traceId ? html`
      <div class="muted small">${drawerTexts.trace} <${TraceId} id=${attempt.traceId} /></div>
    ` : null}
  </div>
`;

/** @param {{id: string}} props */
const TraceId = ({ id }) => {
  const address = traceAddress(id);
  const text = html`<code>${visible(id)}</code>`;
  return address ? html`<a href=${address} target="_blank" rel="noopener noreferrer">${text}</a>` : text;
};
