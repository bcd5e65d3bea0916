/** Servers: who consumes which queue, and what runs now. */
import { html, useState } from '../core/dom.js';
import { path } from '../core/api.js';
import { compact, duration, epoch } from '../core/format.js';
import { useLoad } from '../core/load.js';
import { useNow } from '../core/now.js';
import { link, linkWith } from '../core/route.js';
import { notesOf } from '../core/server-names.js';
import { oneLine, plain, visible } from '../core/visible.js';
import { taskParam } from '../tasks/columns.js';
import { overviewTexts } from '../texts/overview.js';
import { serversTexts } from '../texts/servers.js';
import { columnsTexts } from '../texts/tasks.js';
import { each } from '../ui/boundary.js';
import { Button } from '../ui/button.js';
import { FilterField } from '../ui/filter-field.js';
import { Pager } from '../ui/pager.js';
import { Bar, Chip, Time } from '../ui/parts.js';
import { Empty, Loading } from '../ui/states.js';
import { TableWrap } from '../ui/table-wrap.js';
import { TaskId } from '../ui/task-id.js';


/** How much of a server, and of the queues, is shown before a button shows the rest. */
const FEW_QUEUES = 8;
const FEW_TASKS = 5;
const FEW_ROWS = 20;
const FEW_CELLS = 400;

/** @param {import('../core/route.js').PageProps} props */
export function ServersPage({ redis, query }) {
  const { filter = '', queue = '', cursor = '' } = query;
  const search = new URLSearchParams(
    Object.entries({ filter, queue, cursor }).filter(([, value]) => value),
  );
  const loaded = useLoad(`${path(redis, 'servers')}?${search}`);
  return html`
    <div class="stack">
      <div class="page-head">
        <div><h1>${serversTexts.title}</h1><p class="muted small">${serversTexts.detail}</p></div>
        <div class="row">
          ${queue ? html`
            <a class="button small" href=${linkWith({ queue: null, cursor: null })}>
              ${serversTexts.ofQueue} <span class="cut" style=${{ maxWidth: '160px' }}>${visible(queue)}</span> ×
            </a>
          ` : null}
          <${FilterField} value=${filter} label=${serversTexts.filter} />
        </div>
      </div>
      <${Loading} loaded=${loaded}
          show=${(/** @type {Api.Servers} */ data) => [
            data.items.length ? html`<${ServerPanels} servers=${data.items} />` : html`
              <div class="panel">
                ${filter || queue ? html`
                  <${Empty} icon="servers" title=${serversTexts.noMatch}>
                    <a class="button" href=${linkWith({ filter: null, queue: null, cursor: null })}>
                      ${serversTexts.clear}
                    </a>
                  </${Empty}>
                ` : html`<${Empty} icon="servers" title=${serversTexts.none} text=${serversTexts.noneDetail} />`}
              </div>
            `,
            data.next || cursor ? html`
              <div class="table-foot">
                <span>${serversTexts.count(data.items.length, compact(data.total))}</span>
                <${Pager} cursor=${cursor} next=${data.next} />
              </div>
            ` : null,
            html`<${Outboxes} outboxes=${data.outboxes} />`,
            html`<${Coverage} data=${data} />`,
          ]} />
    </div>
  `;
}

/** @param {{servers: Api.ServerRow[]}} props */
function ServerPanels({ servers }) {
  const notes = notesOf(servers);
  return html`
    <div class="stack">
      ${each(servers, (server) => html`
        <${ServerPanel} key=${server.id} server=${server} note=${notes.get(server) || serversTexts.pid(server.pid)} />
      `, 'section')}
    </div>
  `;
}

/** @param {{server: Api.ServerRow, note: string}} props note: what is shown beside the host */
function ServerPanel({ server, note }) {
  const busy = server.runningCount;
  return html`
    <section class="panel">
      <header>
        <div class="row">
          <h2>${visible(`${server.host}, ${note}`)}</h2>
          <${Chip} tone=${server.status === 'active' ? 'ok' : 'warn'}
              text=${serversTexts.statuses[server.status] ?? server.status} />
          <span class="muted small">${serversTexts.started} <${Time} at=${server.startedAt} /></span>
        </div>
        <div class="row" style=${{ minWidth: '200px' }}>
          <div class="grow"><${Bar} value=${busy} of=${server.concurrency} label=${overviewTexts.lanes} /></div>
          <span class="small nowrap">${busy}/${server.concurrency} ${serversTexts.lanes.toLowerCase()}</span>
        </div>
      </header>
      <div class="body stack">
        <${QueuesOf} server=${server} />
        ${busy ? html`<${Running} server=${server} />` : html`<p class="muted small">${serversTexts.idle}</p>`}
      </div>
    </section>
  `;
}

/** @param {{server: Api.ServerRow}} props */
function QueuesOf({ server }) {
  const [all, setAll] = useState(false);
  const queues = Object.entries(server.queues).sort((a, b) => b[1] - a[1]);
  const shown = all ? queues : queues.slice(0, FEW_QUEUES);
  return html`
    <div class="row small" role="group" aria-label=${serversTexts.weights}>
      ${server.strict ? html`<${Chip} tone="info" text=${serversTexts.strict} />` : null}
      ${shown.map(([name, weight]) => html`
        <a key=${name} class="button small" href=${link('queues', [name])} title=${serversTexts.weight(weight)}>
          <span class="cut" style=${{ maxWidth: '220px' }}>${visible(name)}</span>
          <span class="muted">${weight}</span>
        </a>
      `)}
      ${shown.length < queues.length ? html`
        <${Button} small kind="quiet" label=${overviewTexts.more(server.queueCount - shown.length)}
            onClick=${() => setAll(true)} />
      ` : shown.length < server.queueCount ? html`
        <span class="muted">${serversTexts.andMore(compact(server.queueCount - shown.length))}</span>
      ` : null}
    </div>
  `;
}

/** @param {{server: Api.ServerRow}} props */
function Running({ server }) {
  const now = useNow();
  const [all, setAll] = useState(false);
  const longest = [...server.running].sort((a, b) => (epoch(a.startedAt) < epoch(b.startedAt) ? -1 : 1));
  const shown = all ? longest : longest.slice(0, FEW_TASKS);
  return html`
    <div class="stack">
      <${TableWrap}>
        <table class="table fixed">
          <caption class="visually-hidden">${serversTexts.running}</caption>
          <thead>
            <tr>
              <th scope="col" style=${{ width: '270px' }}>${columnsTexts.id}</th>
              <th scope="col" style=${{ width: '130px' }}>${columnsTexts.queue}</th>
              <th scope="col" style=${{ width: '140px' }}>${columnsTexts.type}</th>
              <th scope="col" style=${{ width: '110px' }}>${serversTexts.since}</th>
              <th scope="col" style=${{ width: '120px' }}>${serversTexts.deadline}</th>
              <th scope="col">${columnsTexts.payload}</th>
            </tr>
          </thead>
          <tbody>
            ${each(shown, (task) => html`
              <tr key=${task.id}>
                <td class="mono">
                  <a class="row-link" href=${linkWith({ task: taskParam(task.queue, task.id) })}>
                    <${TaskId} id=${task.id} />
                  </a>
                </td>
                <td data-label=${columnsTexts.queue}>${visible(task.queue)}</td>
                <td data-label=${columnsTexts.type}>${visible(task.type)}</td>
                <td data-label=${serversTexts.since}>
                  ${task.startedAt ? duration(Math.max(0, now - epoch(task.startedAt))) : '–'}
                </td>
                <td data-label=${serversTexts.deadline}><${Time} at=${task.deadline} /></td>
                <td class="payload" data-label=${columnsTexts.payload}>${oneLine(task.payload, 200)}</td>
              </tr>
            `)}
          </tbody>
        </table>
      </${TableWrap}>
      ${shown.length < longest.length ? html`
        <div>
          <${Button} small label=${serversTexts.moreTasks(server.runningCount - shown.length)}
              onClick=${() => setAll(true)} />
        </div>
      ` : shown.length < server.runningCount ? html`
        <p class="muted small">${serversTexts.andMore(compact(server.runningCount - shown.length))}</p>
      ` : null}
    </div>
  `;
}

/** @param {{outboxes: Api.OutboxRow[]}} props */
function Outboxes({ outboxes }) {
  return outboxes.length ? html`
    <section class="panel">
      <header><h2>${serversTexts.outboxes}</h2></header>
      <div class="table-wrap cards">
        <table class="table">
          <caption class="visually-hidden">${serversTexts.outboxes}</caption>
          <thead>
            <tr>
              <th scope="col">${serversTexts.application}</th>
              <th scope="col">${serversTexts.server}</th>
              <th scope="col" class="num">${serversTexts.rows}</th>
              <th scope="col" class="num">${serversTexts.age}</th>
              <th scope="col" class="num">${serversTexts.setAside}</th>
              <th scope="col">${serversTexts.problem}</th>
            </tr>
          </thead>
          <tbody>
            ${each(outboxes, (one) => html`
              <tr key=${`${one.host}:${one.pid}:${one.application}`}>
                <td title=${plain(one.dataSource)}>${visible(one.application)}</td>
                <td data-label=${serversTexts.server}>${visible(`${one.host}, ${serversTexts.pid(one.pid)}`)}</td>
                <td class="num" data-label=${serversTexts.rows}>${one.rows}</td>
                <td class="num" data-label=${serversTexts.age}>${one.rows ? duration(one.ageMs) : '–'}</td>
                <td class="num" data-label=${serversTexts.setAside}>
                  ${one.setAside ? html`<${Chip} tone="danger" text=${String(one.setAside)} />` : '0'}
                </td>
                <td class="wrap" data-label=${serversTexts.problem}>
                  ${visible([one.problem, one.error].filter(Boolean).join('; ')) || '–'}
                </td>
              </tr>
            `)}
          </tbody>
        </table>
      </div>
    </section>
  ` : null;
}

/** @param {{server: Api.ServerRow, note: string}} props */
const ServerHead = ({ server, note }) => html`
  <th scope="col" class="cut server" title=${plain(`${server.host}, ${serversTexts.pidAndId(server.pid, server.id)}`)}>
    ${visible(server.host)}
    ${note ? html`<span class="note">${visible(note)}</span>` : null}
  </th>
`;

/**
 * Which servers consume which queue; of many servers only how many do.
 * @param {{data: Api.Servers}} props
 */
function Coverage({ data }) {
  const compared = data.coverage.every((one) => one.weights) && data.total === data.items.length ? data.items : [];
  const step = Math.max(10, Math.min(FEW_ROWS, Math.floor(FEW_CELLS / (compared.length + 2))));
  const [most, setMost] = useState(step);
  const notes = notesOf(compared);
  if (!data.coverage.length) {
    return null;
  }
  const sorted = [...data.coverage].sort((a, b) => a.servers - b.servers || a.queue.localeCompare(b.queue));
  const shown = sorted.slice(0, most);
  return html`
    <section class="panel">
      <header><h2>${serversTexts.coverage}</h2></header>
      <div class="table-wrap">
        <table class="table matrix">
          <caption class="visually-hidden">${serversTexts.coverage}</caption>
          <thead>
            <tr>
              <th scope="col" class="sticky">${serversTexts.queue}</th>
              <th scope="col">${serversTexts.status}</th>
              ${compared.map((server) => html`
                <${ServerHead} key=${server.id} server=${server} note=${notes.get(server) ?? ''} />
              `)}
            </tr>
          </thead>
          <tbody>
            ${each(shown, (one) => html`
              <tr key=${one.queue}>
                <td class="sticky cut" style=${{ maxWidth: '220px' }}>
                  <a class="row-link" href=${link('queues', [one.queue])}>${visible(one.queue)}</a>
                </td>
                <td>
                  ${one.servers ? html`
                    <a class="plain" href=${linkWith({ queue: one.queue, filter: null, cursor: null })}
                        aria-label=${serversTexts.serversOf(one.servers, plain(one.queue))}>
                      <${Chip} tone="ok" text="${serversTexts.covered} · ${one.servers}" />
                    </a>
                  ` : html`<${Chip} tone="danger" text=${serversTexts.uncovered} />`}
                </td>
                ${compared.map((server) => {
                  const weight = one.weights?.[server.id];
                  return html`
                    <td key=${server.id} class=${weight ? 'on' : 'off'}>
                      ${weight ? serversTexts.weight(weight) : '·'}
                    </td>
                  `;
                })}
              </tr>
            `)}
          </tbody>
        </table>
      </div>
      ${shown.length < data.queues ? html`
        <div class="body row small">
          ${shown.length < sorted.length ? html`
            <${Button} small label=${overviewTexts.more(sorted.length - shown.length)}
                onClick=${() => setMost(most + step)} />
          ` : null}
          ${sorted.length < data.queues ? html`
            <a href=${link('queues', [], { sort: 'consumers', dir: 'asc' })}>
              ${serversTexts.allQueues(compact(data.queues))}
            </a>
          ` : null}
        </div>
      ` : null}
    </section>
  `;
}
