/** The keys of a queue's limits: how many tasks run, how many are blocked, and which keys are paused. */
import { html, useEffect } from '../core/dom.js';
import { path, post } from '../core/api.js';
import { number } from '../core/format.js';
import { useLoad } from '../core/load.js';
import { complain, say } from '../core/messages.js';
import { linkWith } from '../core/route.js';
import { useStore } from '../core/store.js';
import { plain, visible } from '../core/visible.js';
import { changed, changes } from '../tasks/shown.js';
import { limitsTexts } from '../texts/limits.js';
import { each } from '../ui/boundary.js';
import { Button } from '../ui/button.js';
import { FilterField } from '../ui/filter-field.js';
import { Pager } from '../ui/pager.js';
import { Bar, Time } from '../ui/parts.js';
import { Empty, Loading } from '../ui/states.js';
import { TableWrap } from '../ui/table-wrap.js';

/** @param {{redis: string, queue: string, query: Record<string, string | undefined>}} props */
export function LimitsTab({ redis, queue, query }) {
  const { filter = '', cursor = '' } = query;
  const loaded = useLoad(`${path(redis, 'queues', queue, 'limits')}?${new URLSearchParams({ filter, cursor })}`);
  const change = useStore(changes);
  useEffect(() => {
    if (change) {
      void loaded.reload();
    }
  }, [change]);
  return html`
    <div class="stack">
      <div class="row"><${FilterField} value=${filter} label=${limitsTexts.filter} /></div>
      <${Loading} loaded=${loaded}
          show=${(/** @type {Api.LimitPage} */ page) =>
            page.items.length ? [
              html`<${LimitTable} redis=${redis} queue=${queue} rows=${page.items} />`,
              html`
                <div class="table-foot">
                  <span>${limitsTexts.found(page.items.length, number(page.total))}</span>
                  <${Pager} cursor=${cursor} next=${page.next} />
                </div>
              `,
            ] : html`
              <div class="panel">
                <${Empty} icon="check" title=${filter ? limitsTexts.noMatch : limitsTexts.none}
                    text=${filter ? undefined : limitsTexts.noneDetail}>
                  ${filter ? html`
                    <a class="button" href=${linkWith({ filter: null, cursor: null })}>${limitsTexts.clear}</a>
                  ` : null}
                </${Empty}>
              </div>
            `} />
    </div>
  `;
}

/** @param {Api.LimitRow} row */
const nameOf = (row) => plain(row.key ? `${row.limit}: ${row.key}` : row.limit);

/** @param {{redis: string, queue: string, rows: Api.LimitRow[]}} props */
const LimitTable = ({ redis, queue, rows }) => html`
  <${TableWrap}>
    <table class="table">
      <caption class="visually-hidden">${limitsTexts.caption}</caption>
      <thead>
        <tr>
          <th scope="col">${limitsTexts.key}</th>
          <th scope="col">${limitsTexts.limit}</th>
          <th scope="col">${limitsTexts.running}</th>
          <th scope="col" class="num">${limitsTexts.waiting}</th>
          <th scope="col">${limitsTexts.closedUntil}</th>
        </tr>
      </thead>
      <tbody>
        ${each(rows, (row, index) => html`
          <tr key=${row.key === undefined ? index : `${row.limit} ${row.key}`}>
            <td class="wrap mono"><${Key} row=${row} /></td>
            <td class="wrap" data-label=${limitsTexts.limit}>${visible(row.limit, 120)}</td>
            <td data-label=${limitsTexts.running} style=${{ minWidth: '150px' }}><${Running} row=${row} /></td>
            <td class=${row.waiting ? 'num' : 'num zero'} data-label=${limitsTexts.waiting}>${number(row.waiting)}</td>
            <td data-label=${limitsTexts.closedUntil}><${Pause} redis=${redis} queue=${queue} row=${row} /></td>
          </tr>
        `)}
      </tbody>
    </table>
  </${TableWrap}>
`;

/** @param {{row: Api.LimitRow}} props */
const Key = ({ row }) => row.key ? html`<span>${visible(row.key, 120)}</span>` : html`
  <span class="muted">${row.key === undefined ? limitsTexts.masked : limitsTexts.noKey}</span>
`;

/** A bar if it is known how many tasks may run. @param {{row: Api.LimitRow}} props */
const Running = ({ row }) => row.allowed === undefined ? html`<span class="num">${number(row.running)}</span>` : html`
  <span class="row" style=${{ flexWrap: 'nowrap' }}>
    <span class="grow"><${Bar} value=${row.running} of=${row.allowed} label=${limitsTexts.full(nameOf(row))} /></span>
    <span class="nowrap">${limitsTexts.of(number(row.running), number(row.allowed))}</span>
  </span>
`;

/** @param {{redis: string, queue: string, row: Api.LimitRow}} props */
const Pause = ({ redis, queue, row }) => row.closedUntil ? html`
  <span class="row">
    <${Time} at=${row.closedUntil} />
    <${Button} label=${limitsTexts.resume} icon="run" small role="operator"
        describe=${limitsTexts.resumeOf(nameOf(row))} onClick=${() => void resume(redis, queue, row)} />
  </span>
` : html`<span class="muted">–</span>`;

/** @param {string} redis @param {string} queue @param {Api.LimitRow} row */
async function resume(redis, queue, { limit, key, closedUntil }) {
  try {
    await post(`${path(redis, 'queues', queue, 'limits')}/resume`, { limit, key, closedUntil });
    say(limitsTexts.resumed(plain(key ? `${limit}: ${key}` : limit)));
  } catch (error) {
    complain(error);
  }
  changed();
}
