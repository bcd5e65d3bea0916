/** The latest errors, grouped by their common text. */
import { html } from '../core/dom.js';
import { path } from '../core/api.js';
import { compact, epoch } from '../core/format.js';
import { useLoad } from '../core/load.js';
import { go, link, linkWith } from '../core/route.js';
import { oneLine, plain, visible } from '../core/visible.js';
import { BulkDialog } from '../dialogs/bulk.js';
import { BULK, action } from '../tasks/actions.js';
import { taskParam } from '../tasks/columns.js';
import { QueryBar, QueryProblem } from '../tasks/query-bar.js';
import { join, quote } from '../tasks/query.js';
import { bulkTexts } from '../texts/bulk.js';
import { commonTexts } from '../texts/common.js';
import { errorsTexts } from '../texts/errors.js';
import { each } from '../ui/boundary.js';
import { show } from '../ui/dialog.js';
import { Menu } from '../ui/menu.js';
import { Time } from '../ui/parts.js';
import { SortChoice, SortHead } from '../ui/sort.js';
import { Empty, Loading, MaskedNote } from '../ui/states.js';
import { TableWrap } from '../ui/table-wrap.js';


const MOST_PARTS = 8;
/** The server sends this instead of a masked text. */
const HIDDEN = '***';
const MOST_QUEUES = 20;

/** The texts that all errors of a group have: those between the placeholders. @param {Api.ErrorRow} group */
function parts(group) {
  const all = group.signature
    .replace(/…$/, '')
    .split(/[#\n\r]/)
    .map((part) =>
      part
        .trim()
        .slice(0, 200)
        .replace(/\p{Cs}$/u, ''),
    )
    .filter(Boolean);
  const telling = all.filter((part) => part.length > 1);
  const some = telling.length ? telling : all;
  // a text within another one is redundant
  return some
    .filter((part, index) => !some.some((other, at) => (other !== part ? other.includes(part) : at < index)))
    .sort((a, b) => b.length - a.length)
    .slice(0, MOST_PARTS);
}

/**
 * Whether a query tells the tasks of a group from others: a text that is hidden, or is a number only, cannot be
 * searched for.
 * @param {Api.ErrorRow} group
 */
export const isTelling = (group) => group.signature !== HIDDEN && parts(group).length > 0;

/** The tasks of a group. @param {Api.ErrorRow} group @param {string} q the query of the page */
export function queryOf(group, q) {
  const plainNames = group.queues.length <= MOST_QUEUES && group.queues.every((name) => !/[",\\]/.test(name));
  return join(
    plainNames ? `queue:${quote(group.queues.join(','))}` : '',
    'state:retry,archived',
    ...parts(group).map((part) => `error:${quote(part)}`),
    q,
  );
}

/** @param {import('../core/route.js').PageProps} props */
export function ErrorsPage({ redis, query }) {
  const q = query.q ?? '';
  const loaded = useLoad(`${path(redis, 'errors')}?${new URLSearchParams({ q })}`, { every: 10_000 });
  return html`
    <div class="stack">
      <div class="page-head">
        <div><h1>${errorsTexts.title}</h1><p class="muted small">${errorsTexts.detail}</p></div>
      </div>
      <${MaskedNote} />
      <div class="row">
        <${QueryBar} redis=${redis} value=${q} onSearch=${(/** @type {string} */ text) => go(linkWith({ q: text }))} />
      </div>
      ${loaded.problem?.position !== undefined ? html`
        <${QueryProblem} query=${q} problem=${loaded.problem} />
      ` : html`
        <${Loading} loaded=${loaded}
            show=${(/** @type {Api.ErrorView} */ page) =>
              page.items.length ? [
                html`
                  <${ErrorTable} redis=${redis} groups=${page.items} q=${q} sort=${query.sort ?? 'lastSeen'}
                      dir=${query.dir ?? 'desc'} />
                `,
                html`<p class="table-foot">${errorsTexts.foot(page.examined, page.total, page.complete)}</p>`,
              ] : html`
                <div class="panel">
                  <${Empty} icon="check" title=${q ? errorsTexts.noMatch : errorsTexts.none}
                      text=${q ? undefined : errorsTexts.noneDetail}>
                    ${q ? html`<a class="button" href=${linkWith({ q: null })}>${errorsTexts.clear}</a>` : null}
                  </${Empty}>
                </div>
              `} />
      `}
    </div>
  `;
}

/** The columns by which errors are sorted. */
const COLUMNS = [
  { name: 'count', label: errorsTexts.count, num: true },
  { name: 'lastHour', label: errorsTexts.lastHour, num: true },
  { name: 'firstSeen', label: errorsTexts.first, num: true },
  { name: 'lastSeen', label: errorsTexts.last, num: true },
];

/** @param {Api.ErrorRow[]} groups @param {string} sort @param {string} dir */
function sorted(groups, sort, dir) {
  const value = (/** @type {Api.ErrorRow} */ group) =>
    sort === 'count' || sort === 'lastHour'
      ? group[sort]
      : epoch((sort === 'firstSeen' ? group.firstSeen : group.lastSeen) ?? 0);
  const sign = dir === 'asc' ? 1 : -1;
  return [...groups].sort((a, b) => sign * (value(a) - value(b)) || b.count - a.count);
}

/** @param {{redis: string, groups: Api.ErrorRow[], q: string, sort: string, dir: string}} props */
function ErrorTable({ redis, groups, q, sort, dir }) {
  const most = Math.max(...groups.map((group) => group.count));
  const [count, hour, ...times] = COLUMNS.map((column) => html`
    <${SortHead} key=${column.name} ...${column} sort=${sort} dir=${dir} num=${!column.name.endsWith('Seen')} />
  `);
  return html`
    <div class="stack">
      <${SortChoice} columns=${COLUMNS} sort=${sort} dir=${dir} />
      <${TableWrap}>
        <table class="table">
          <caption class="visually-hidden">${errorsTexts.caption}</caption>
          <thead>
            <tr>
              ${count}
              ${hour}
              <th scope="col">${errorsTexts.signature}</th>
              <th scope="col">${errorsTexts.where}</th>
              ${times}
              <th scope="col" class="end-cell"><span class="visually-hidden">${commonTexts.actions}</span></th>
            </tr>
          </thead>
          <tbody>
            ${each(sorted(groups, sort, dir), (group) => html`
              <${ErrorRow} key=${group.signature} redis=${redis} group=${group} most=${most} q=${q} />
            `)}
          </tbody>
        </table>
      </${TableWrap}>
    </div>
  `;
}

/**
 * @param {{redis: string, group: Api.ErrorRow, most: number, q: string}} props `most`: the tasks of the largest group
 */
const ErrorRow = ({ redis, group, most, q }) => html`
  <tr>
    <td class="num" data-label=${errorsTexts.count} style=${{ width: '90px' }}>
      <strong class="num">${compact(group.count)}</strong>
      <div class="bar wide-only" aria-hidden="true" data-tone="danger">
        <i style=${{ width: `${(group.count / most) * 100}%` }} />
      </div>
    </td>
    <td class="num ${group.lastHour ? 'error-text strong' : 'zero'}" data-label=${errorsTexts.lastHour}>
      ${compact(group.lastHour)}
    </td>
    <td class="wrap">
      ${isTelling(group) ? html`
        <a class="row-link mono" href=${link('tasks', [], { q: queryOf(group, q) })}>
          ${oneLine(group.signature, 220)}
        </a>
      ` : html`<span class="mono" title=${errorsTexts.notTelling}>${oneLine(group.signature, 220)}</span>`}
    </td>
    <td class="wrap small" data-label=${errorsTexts.where}>
      <span>
        ${group.queues
          .slice(0, 3)
          .map((name, index) => [
            index ? ', ' : '',
            html`<a key=${name} href=${link('queues', [name])}>${visible(name, 40)}</a>`,
          ])}
        <br />
        <span class="muted">${visible(group.types.slice(0, 3).join(', '), 120)}</span>
      </span>
    </td>
    <td data-label=${errorsTexts.first}><${Time} at=${group.firstSeen} /></td>
    <td data-label=${errorsTexts.last}><${Time} at=${group.lastSeen} /></td>
    <td class="end-cell">
      <${Menu} label=${errorsTexts.of(plain(group.signature).slice(0, 80))} iconOnly small
          items=${itemsOf(redis, group, q)} />
    </td>
  </tr>
`;

/** @param {string} redis @param {Api.ErrorRow} group @param {string} q @returns {import('../ui/menu.js').MenuItem[]} */
function itemsOf(redis, group, q) {
  const query = queryOf(group, q);
  const sample = taskParam(group.sampleQueue, group.sampleId);
  const items = [{ label: errorsTexts.sample, icon: 'info', run: () => go(linkWith({ task: sample })) }];
  if (!isTelling(group)) {
    return items;
  }
  const bulk = (/** @type {Api.NewJob['action']} */ name) =>
    show(html`<${BulkDialog} redis=${redis} name=${name} query=${query} expected=${group.count} />`);
  return [
    { label: errorsTexts.show, icon: 'tasks', run: () => go(link('tasks', [], { q: query })) },
    ...items,
    ...BULK.filter((name) => name !== 'cancel').map((name) => {
      const { icon, role, danger } = action(name);
      return { label: bulkTexts.start(name), icon, role, danger, run: () => bulk(name) };
    }),
  ];
}
