/** The audit log: every change made in this console. */
import { html } from '../core/dom.js';
import { path } from '../core/api.js';
import { absolute, number, relative } from '../core/format.js';
import { useLoad } from '../core/load.js';
import { useNow } from '../core/now.js';
import { go, link, linkWith } from '../core/route.js';
import { visible } from '../core/visible.js';
import { taskParam } from '../tasks/columns.js';
import { auditTexts } from '../texts/audit.js';
import { each } from '../ui/boundary.js';
import { Select } from '../ui/field.js';
import { FilterField } from '../ui/filter-field.js';
import { Pager } from '../ui/pager.js';
import { Chip } from '../ui/parts.js';
import { Empty, Loading } from '../ui/states.js';
import { TableWrap } from '../ui/table-wrap.js';
import { TaskId } from '../ui/task-id.js';


/** @type {Record<string, string>} */
const TONES = { success: 'ok', done: 'ok', refused: 'warn', unknown: 'warn', failed: 'danger', failure: 'danger' };

const FIELDS = /** @type {const} */ (['user', 'action', 'queue']);
const FILTERS = [...FIELDS, 'last'];

/** @param {import('../core/route.js').PageProps} props */
export function AuditPage({ redis, query }) {
  const search = new URLSearchParams({ limit: '100' });
  [...FILTERS, 'cursor'].forEach((name) => search.set(name, query[name] ?? ''));
  const loaded = useLoad(`${path(redis, 'audit')}?${search}`, { every: 5000 });
  const filtered = FILTERS.some((name) => query[name]);
  return html`
    <div class="stack">
      <div class="page-head">
        <div><h1>${auditTexts.title}</h1><p class="muted small">${auditTexts.detail}</p></div>
        <div class="row">
          ${FIELDS.map((name) => html`
            <${FilterField} key=${name} name=${name} value=${query[name] ?? ''} label=${auditTexts.filters[name]}
                width="150px" />
          `)}
          <${Select} label=${auditTexts.time} hidden value=${query.last ?? ''} options=${auditTexts.times}
              onInput=${(/** @type {string} */ last) => go(linkWith({ last, cursor: null }))} />
        </div>
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
                <${Empty} icon="audit" title=${filtered ? auditTexts.noMatch : auditTexts.none}
                    text=${filtered ? undefined : auditTexts.noneDetail}>
                  ${filtered ? html`
                    <a class="button" href=${link('audit')}>
                      ${auditTexts.clear}
                    </a>
                  ` : null}
                </${Empty}>
              </div>
            `} />
    </div>
  `;
}

/** When it was, for a report: the age is shown on hover. @param {{at: string}} props */
const When = ({ at }) => html`
  <time datetime=${at} title=${relative(at, useNow())} class="nowrap">${absolute(at)}</time>
`;

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
            <td data-label=${auditTexts.at}><${When} at=${entry.at} /></td>
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
