/** The list of queues, or one queue. */
import { html, useEffect } from '../core/dom.js';
import { path } from '../core/api.js';
import { bytes, compact, duration, number } from '../core/format.js';
import { live } from '../core/live.js';
import { useLoad } from '../core/load.js';
import { announce } from '../core/messages.js';
import { link, linkWith } from '../core/route.js';
import { useStore } from '../core/store.js';
import { plain, visible } from '../core/visible.js';
import { openTaskForm } from '../dialogs/task-form.js';
import { changes } from '../tasks/shown.js';
import { commonTexts } from '../texts/common.js';
import { limitsTexts } from '../texts/limits.js';
import { queuesTexts } from '../texts/queues.js';
import { statesTexts } from '../texts/tasks.js';
import { each } from '../ui/boundary.js';
import { Button } from '../ui/button.js';
import { FilterField } from '../ui/filter-field.js';
import { Menu } from '../ui/menu.js';
import { Pager } from '../ui/pager.js';
import { Chip, Lane } from '../ui/parts.js';
import { SortChoice, SortHead } from '../ui/sort.js';
import { Empty, Loading } from '../ui/states.js';
import { TableWrap } from '../ui/table-wrap.js';
import { FreshnessNote } from './freshness.js';
import { NoQueues } from './no-queues.js';
import { queueItems } from './queue-actions.js';
import { QueuePage } from './queue.js';


/** @param {import('../core/route.js').PageProps} props */
export const QueuesPage = (props) =>
  props.parts[0] ? html`<${QueuePage} ...${props} name=${props.parts[0]} />` : html`<${QueueList} ...${props} />`;

/** @param {import('../core/route.js').PageProps} props */
function QueueList({ redis, query }) {
  const filter = query.filter ?? '';
  const sort = query.sort ?? 'name';
  const dir = query.dir ?? 'asc';
  const search = new URLSearchParams({
    sort,
    dir,
    limit: '100',
    ...(filter && { filter }),
    ...(query.cursor && { cursor: query.cursor }),
  });
  const loaded = useLoad(`${path(redis, 'queues')}?${search}`);
  const change = useStore(changes);
  useEffect(() => {
    if (change) {
      void loaded.reload();
    }
  }, [change]);
  useEffect(() => {
    if (loaded.data && filter) {
      const page = /** @type {{items: Api.QueueRow[], total: number}} */ (loaded.data);
      announce(page.items.length ? queuesTexts.count(page.items.length, page.total) : queuesTexts.noMatch);
    }
  }, [loaded.data ? filter : '']);
  return html`
    <div class="stack">
      <div class="page-head">
        <h1>${queuesTexts.title}</h1>
        <div class="row">
          <${FilterField} value=${filter} label=${queuesTexts.filter} />
          <${Button} label=${queuesTexts.newTask} icon="plus" role="operator"
              onClick=${() => void openTaskForm(redis, 'new', { queue: '' })} />
        </div>
      </div>
      <${Loading} loaded=${loaded} rows=${12}
          show=${(
            /**
             * @type {{items: Api.QueueRow[], total: number, next?: string, freshness?: Api.Freshness}}
             */ page,
          ) =>
            page.items.length ? [
              html`<${QueueTable} redis=${redis} queues=${page.items} sort=${sort} dir=${dir} />`,
              html`
                <div class="table-foot">
                  <span>${queuesTexts.count(page.items.length, page.total)}</span>
                  <${FreshnessNote} freshness=${page.freshness} />
                  <${Pager} cursor=${query.cursor} next=${page.next} />
                </div>
              `,
            ] : filter ? html`
              <div class="panel">
                <${Empty} icon="queues" title=${queuesTexts.noMatch}>
                  <a class="button" href=${linkWith({ filter: null })}>${queuesTexts.clear}</a>
                </${Empty}>
              </div>
            ` : html`<${NoQueues} redis=${redis} />`} />
    </div>
  `;
}

/** @param {string} name @param {string} label @param {string} [title] */
const numeric = (name, label, title) => ({ name, label, num: true, title });

/** The columns by which queues are sorted. */
const COLUMNS = [
  { name: 'name', label: queuesTexts.name, num: false },
  numeric('pending', statesTexts.pending),
  numeric('active', statesTexts.active),
  numeric('scheduled', statesTexts.scheduled),
  numeric('retry', statesTexts.retry),
  numeric('archived', statesTexts.archived),
  numeric('latencyMs', queuesTexts.latency),
  numeric('processedToday', queuesTexts.processed, queuesTexts.today),
  numeric('failedToday', queuesTexts.failed, queuesTexts.today),
  numeric('memoryBytes', queuesTexts.memory),
  numeric('consumers', queuesTexts.consumers),
];

/** @param {{redis: string, queues: Api.QueueRow[], sort: string, dir: string}} props */
function QueueTable({ redis, queues, sort, dir }) {
  const fresh = useStore(live).queues;
  const byName = new Map((fresh ?? []).map((queue) => [queue.name, queue]));
  const [name, ...others] = COLUMNS.map((column) => html`
    <${SortHead} key=${column.name} ...${column} sort=${sort} dir=${dir} />
  `);
  return html`
    <div class="stack">
      <${SortChoice} columns=${COLUMNS} sort=${sort} dir=${dir} />
      <${TableWrap} kind="dense">
        <table class="table">
          <caption class="visually-hidden">${queuesTexts.caption}</caption>
          <thead>
            <tr>
              ${name}
              <th scope="col" class="mix">${queuesTexts.mix}</th>
              ${others}
              <th scope="col" class="end-cell"><span class="visually-hidden">${commonTexts.actions}</span></th>
            </tr>
          </thead>
          <tbody>
            ${each(queues, (one) => html`
              <${QueueRow} key=${one.name} redis=${redis} queue=${newer(one, byName.get(one.name))} />
            `)}
          </tbody>
        </table>
      </${TableWrap}>
    </div>
  `;
}

/** @param {Api.QueueRow} one @param {Api.QueueRow | undefined} other */
const newer = (one, other) => (other && other.at > one.at ? { ...one, ...other } : one);

/** @param {{redis: string, queue: Api.QueueRow}} props */
function QueueRow({ redis, queue }) {
  const count = (/** @type {'pending'|'active'|'scheduled'|'retry'|'archived'} */ state) => html`
    <td key=${state} class=${queue[state] ? 'num' : 'num zero'} data-label=${statesTexts[state]}>
      <a class="plain" href=${link('queues', [queue.name], { tab: state })}>${compact(queue[state])}</a>
    </td>
  `;
  return html`
    <tr>
      <td class="sticky cut queue-name" title=${plain(queue.name)}>
        <span class="row" style=${{ flexWrap: 'nowrap' }}>
          <a class="row-link cut" href=${link('queues', [queue.name])}>${visible(queue.name)}</a>
          ${queue.state === 'paused' ? html`<${Chip} tone="warn" text=${queuesTexts.paused} />` : null}
          ${queue.limited ? html`<${Chip} tone="info" text=${limitsTexts.blocked(compact(queue.limited))} />` : null}
        </span>
      </td>
      <td><${Lane} counts=${queue} /></td>
      ${count('pending')}
      ${count('active')}
      ${count('scheduled')}
      ${count('retry')}
      ${count('archived')}
      <td class="num nowrap" data-label=${queuesTexts.latency}>
        ${queue.latencyMs ? duration(queue.latencyMs) : '–'}
      </td>
      <td class="num nowrap" data-label=${queuesTexts.processed}>${compact(queue.processedToday)}</td>
      <td class=${queue.failedToday ? 'num nowrap' : 'num nowrap zero'} data-label=${queuesTexts.failed}>
        ${compact(queue.failedToday)}
      </td>
      <td class="num nowrap" data-label=${queuesTexts.memory}>${bytes(queue.memoryBytes)}</td>
      <td class="num" data-label=${queuesTexts.consumers}>
        ${queue.consumers ? number(queue.consumers) : html`
          <${Chip} tone=${queue.pending ? 'danger' : undefined} text=${queuesTexts.noConsumers} />
        `}
      </td>
      <td class="end-cell">
        <${Menu} label=${queuesTexts.actionsOf(plain(queue.name))} iconOnly small items=${queueItems(redis, queue)} />
      </td>
    </tr>
  `;
}
