/** The last tasks of an entry: a strip of their current states, and the list. */
import { html } from '../core/dom.js';
import { path } from '../core/api.js';
import { epoch, inZone } from '../core/format.js';
import { useLoad } from '../core/load.js';
import { go, linkWith } from '../core/route.js';
import { plain, visible } from '../core/visible.js';
import { taskParam } from '../tasks/columns.js';
import { commonTexts } from '../texts/common.js';
import { cronTexts } from '../texts/cron.js';
import { statesTexts } from '../texts/tasks.js';
import { each } from '../ui/boundary.js';
import { closeDialog, Dialog } from '../ui/dialog.js';
import { Chip, StateChip, Time } from '../ui/parts.js';
import { Empty, Loading } from '../ui/states.js';
import { Schedule } from './schedule.js';


const SHOWN = 20;
const LEGEND = ['completed', 'active', 'pending', 'retry', 'archived', 'gone', 'missed'];

/** @param {string | null | undefined} state */
const nameOf = (state) =>
  state === 'missed'
    ? cronTexts.missed
    : state === 'gone'
      ? cronTexts.taskGone
      : (statesTexts[/** @type {'pending'} */ (state ?? '')] ?? String(state));

/** Tasks and missed runs by time, the oldest first. @param {Api.CronRow} entry */
function marks(entry) {
  const runs = (entry.runs ?? []).map((run) => ({ at: run.at, state: run.state ?? 'gone' }));
  const missed = entry.missed.map((at) => ({ at, state: 'missed' }));
  return [...runs, ...missed].sort((a, b) => (epoch(a.at) < epoch(b.at) ? -1 : 1)).slice(-SHOWN);
}

/** @param {{entry: Api.CronRow, zone: string, open: () => void}} props */
export function Strip({ entry, zone, open }) {
  const shown = marks(entry);
  if (!shown.length) {
    return html`<span class="muted">${cronTexts.noRuns}</span>`;
  }
  /** @type {Map<string, number>} */
  const counts = new Map();
  shown.forEach((mark) => counts.set(mark.state, (counts.get(mark.state) ?? 0) + 1));
  const summary = [...counts].map(([state, count]) => cronTexts.count(count, nameOf(state))).join(', ');
  return html`
    <span class="stack" style=${{ gap: '2px' }}>
      <button type="button" class="strip" aria-label=${cronTexts.stripOf(summary)} onClick=${open}>
        ${shown.map((mark, index) => html`
          <i key="${mark.at}${index}" data-state=${mark.state}
              title=${cronTexts.mark(nameOf(mark.state), inZone(mark.at, zone))} />
        `)}
      </button>
      ${entry.missed.length ? html`
        <span class="error-text small" title=${cronTexts.missedDetail}>
          ${cronTexts.missedRuns(entry.missed.length)}
        </span>
      ` : null}
    </span>
  `;
}

export const StripLegend = () => html`
  <div class="legend marks">
    ${LEGEND.map((state) => html`<span key=${state}><i data-state=${state} />${nameOf(state)}</span>`)}
    <span>${cronTexts.legend}</span>
  </div>
`;

/** @param {{redis: string, entry: Api.CronRow, zone: string}} props */
export function HistoryDialog({ redis, entry, zone }) {
  const loaded = useLoad(`${path(redis, 'cron', entry.id)}/history`, { every: 0 });
  return html`
    <${Dialog} title=${cronTexts.historyOf(plain(entry.type))} cancel=${commonTexts.close}>
      <p><${Schedule} entry=${entry} /></p>
      ${entry.missed.length ? html`
        <p class="small">
          <${Chip} tone="danger" text=${cronTexts.missedRuns(entry.missed.length)} /> ${entry.missed
            .map((at) => inZone(at, zone))
            .join(' · ')}
          <br />
          <span class="muted">${cronTexts.missedDetail}</span>
        </p>
      ` : null}
      <${Loading} loaded=${loaded} rows=${6}
          show=${(/** @type {{items: Api.Run[]}} */ page) =>
            page.items.length ? [
              html`<p class="muted small">${cronTexts.historyDetail}</p>`,
              html`
                <ol class="timeline">
                  ${each(page.items.slice(0, 100), (run) => html`
                    <li key=${run.taskId} data-state=${run.state}>
                      <${RunLink} entry=${entry} run=${run} />
                      <span class="row tight muted"><${RunState} run=${run} /><${Time} at=${run.at} /></span>
                    </li>
                  `, 'li')}
                </ol>
              `,
            ] : html`<${Empty} title=${cronTexts.noHistory} />`} />
    </${Dialog}>
  `;
}

/** @param {{run: Api.Run}} props */
const RunState = ({ run }) =>
  run.state && run.state in statesTexts ? html`<${StateChip} state=${/** @type {any} */ (run.state)} />` : html`
    <${Chip} text=${nameOf(run.state)} />
  `;

/** A task that is no longer in Redis cannot be opened. @param {{entry: Api.CronRow, run: Api.Run}} props */
const RunLink = ({ entry, run }) =>
  run.state === 'gone' ? html`<span class="mono cut">${visible(run.taskId)}</span>` : html`
    <a class="mono cut" href=${linkWith({ task: taskParam(entry.queue, run.taskId) })}
        onClick=${(/** @type {Event} */ event) => {
          event.preventDefault();
          closeDialog();
          go(linkWith({ task: taskParam(entry.queue, run.taskId) }));
        }}>
      ${visible(run.taskId)}
    </a>
  `;
