/** The audit log: every change made in this console. */
import { html } from '../core/dom.js';
import { path } from '../core/api.js';
import { number } from '../core/format.js';
import { useLoad } from '../core/load.js';
import { link, linkWith } from '../core/route.js';
import { visible } from '../core/visible.js';
import { taskParam } from '../tasks/columns.js';
import { auditTexts } from '../texts/audit.js';
import { each } from '../ui/boundary.js';
import { Pager } from '../ui/pager.js';
import { Chip, Time } from '../ui/parts.js';
import { Empty, Loading } from '../ui/states.js';
import { TableWrap } from '../ui/table-wrap.js';
import { TaskId } from '../ui/task-id.js';


/** @type {Record<string, string>} */
const TONES = { success: 'ok', done: 'ok', refused: 'warn', unknown: 'warn', failed: 'danger', failure: 'danger' };

/** @param {import('../core/route.js').PageProps} props */
export function AuditPage({ redis, query }) {
  const loaded = useLoad(
    `${path(redis, 'audit')}?${new URLSearchParams({ limit: '100', ...(query.cursor && { cursor: query.cursor }) })}`,
    { every: 5000 },
  );
  return html`
    <div class="stack">
      <div class="page-head">
        <div><h1>${auditTexts.title}</h1><p class="muted small">${auditTexts.detail}</p></div>
      </div>
      <${Loading} loaded=${loaded}
          show=${(/** @type {{items: Api.AuditEntry[], next?: string}} */ page) =>
            page.items.length ? [
              html`<${AuditTable} entries=${page.items} />`,
              html`
                <div class="table-foot">
                  <${Pager} cursor=${query.cursor} next=${page.next} first=${auditTexts.newest}
                      more=${auditTexts.older} />
                </div>
              `,
            ] : html`
              <div class="panel">
                <${Empty} icon="audit" title=${auditTexts.none} text=${auditTexts.noneDetail} />
              </div>
            `} />
    </div>
  `;
}

/** @param {{entries: Api.AuditEntry[]}} props */
const AuditTable = ({ entries }) => html`
  <${TableWrap}>
    <table class="table">
      <caption class="visually-hidden">${auditTexts.caption}</caption>
      <thead>
        <tr>
          ${['at', 'user', 'action', 'target', 'count', 'result', 'remark'].map((name) => html`
            <th key=${name} scope="col" class=${name === 'count' ? 'num' : ''}>
              ${auditTexts[/** @type {'at'} */ (name)]}
            </th>
          `)}
        </tr>
      </thead>
      <tbody>
        ${each(entries, (entry) => html`
          <tr key=${entry.id}>
            <td data-label=${auditTexts.at}><${Time} at=${entry.at} /></td>
            <td data-label=${auditTexts.user}>${visible(entry.user)}</td>
            <td class="mono" data-label=${auditTexts.action}>${visible(entry.action)}</td>
            <td class="wrap" data-label=${auditTexts.target}><span>${target(entry)}</span></td>
            <td class="num" data-label=${auditTexts.count}>
              ${entry.count === null || entry.count === undefined ? '' : number(entry.count)}
            </td>
            <td data-label=${auditTexts.result}><${Chip} tone=${TONES[entry.result]} text=${entry.result} /></td>
            <td class="wrap small" data-label=${auditTexts.remark}>${visible(entry.detail, 300)}</td>
          </tr>
        `)}
      </tbody>
    </table>
  </${TableWrap}>
`;

/** @param {Api.AuditEntry} entry */
function target(entry) {
  if (entry.task && entry.queue) {
    return [
      html`<a href=${link('queues', [entry.queue])}>${visible(entry.queue, 60)}</a>`,
      ' · ',
      html`
        <a class="mono" href=${linkWith({ task: taskParam(entry.queue, entry.task) })}>
          <${TaskId} id=${entry.task} />
        </a>
      `,
    ];
  }
  if (entry.task) {
    return html`<a class="mono" href=${link('cron')}><${TaskId} id=${entry.task} /></a>`;
  }
  return [
    entry.queue ? html`<a href=${link('queues', [entry.queue])}>${visible(entry.queue, 60)}</a>` : null,
    entry.filter
      ? [' ', html`<a href=${link('tasks', [], { q: entry.filter })}><code>${visible(entry.filter, 200)}</code></a>`]
      : null,
  ];
}
