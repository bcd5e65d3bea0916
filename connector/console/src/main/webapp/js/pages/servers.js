/** Servers: who consumes which queue, and what runs now. */
import { html } from '../core/dom.js';
import { path } from '../core/api.js';
import { duration, epoch } from '../core/format.js';
import { useLoad } from '../core/load.js';
import { useNow } from '../core/now.js';
import { link, linkWith } from '../core/route.js';
import { noteOf } from '../core/server-names.js';
import { oneLine, plain, visible } from '../core/visible.js';
import { taskParam } from '../tasks/columns.js';
import { overviewTexts } from '../texts/overview.js';
import { serversTexts } from '../texts/servers.js';
import { columnsTexts } from '../texts/tasks.js';
import { each } from '../ui/boundary.js';
import { Bar, Chip, Time } from '../ui/parts.js';
import { Empty, Loading } from '../ui/states.js';
import { TableWrap } from '../ui/table-wrap.js';
import { TaskId } from '../ui/task-id.js';


/** @param {import('../core/route.js').PageProps} props */
export function ServersPage({ redis }) {
  const loaded = useLoad(path(redis, 'servers'));
  return html`
    <div class="stack">
      <div class="page-head">
        <div><h1>${serversTexts.title}</h1><p class="muted small">${serversTexts.detail}</p></div>
      </div>
      <${Loading} loaded=${loaded}
          show=${(/** @type {Api.Servers} */ data) => [
            data.items.length ? each(data.items, (server) => html`
              <${ServerPanel} key=${server.id} server=${server}
                  note=${noteOf(server, data.items) || serversTexts.pid(server.pid)} />
            `, 'section') : html`
              <div class="panel">
                <${Empty} icon="servers" title=${serversTexts.none} text=${serversTexts.noneDetail} />
              </div>
            `,
            html`<${Outboxes} outboxes=${data.outboxes} />`,
            html`<${Coverage} data=${data} />`,
          ]} />
    </div>
  `;
}

/** @param {{server: Api.ServerRow, note: string}} props note: what is shown beside the host */
function ServerPanel({ server, note }) {
  const busy = server.running.length;
  const queues = Object.entries(server.queues).sort((a, b) => b[1] - a[1]);
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
        <div class="row small" role="group" aria-label=${serversTexts.weights}>
          ${server.strict ? html`<${Chip} tone="info" text=${serversTexts.strict} />` : null}
          ${queues.map(([name, weight]) => html`
            <a key=${name} class="button small" href=${link('queues', [name])} title=${serversTexts.weight(weight)}>
              <span class="cut" style=${{ maxWidth: '220px' }}>${visible(name)}</span>
              <span class="muted">${weight}</span>
            </a>
          `)}
        </div>
        ${busy ? html`<${Running} server=${server} />` : html`<p class="muted small">${serversTexts.idle}</p>`}
      </div>
    </section>
  `;
}

/** @param {{server: Api.ServerRow}} props */
function Running({ server }) {
  const now = useNow();
  const longest = [...server.running].sort((a, b) => (epoch(a.startedAt) < epoch(b.startedAt) ? -1 : 1));
  return html`
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
          ${each(longest.slice(0, 100), (task) => html`
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

/** @param {{data: Api.Servers}} props */
function Coverage({ data }) {
  if (!data.coverage?.length) {
    return null;
  }
  const sorted = [...data.coverage].sort((a, b) => a.servers - b.servers || a.queue.localeCompare(b.queue));
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
              ${data.items.map((server) => html`
                <${ServerHead} key=${server.id} server=${server} note=${noteOf(server, data.items)} />
              `)}
            </tr>
          </thead>
          <tbody>
            ${each(sorted, (one) => html`
              <tr key=${one.queue}>
                <td class="sticky cut" style=${{ maxWidth: '220px' }}>
                  <a class="row-link" href=${link('queues', [one.queue])}>${visible(one.queue)}</a>
                </td>
                <td>
                  ${one.servers ? html`<${Chip} tone="ok" text="${serversTexts.covered} · ${one.servers}" />` : html`
                    <${Chip} tone="danger" text=${serversTexts.uncovered} />
                  `}
                </td>
                ${data.items.map((server) => {
                  const weight = server.queues[one.queue];
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
    </section>
  `;
}
