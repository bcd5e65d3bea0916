/** Servers: who consumes which queue, and what runs now. */
import { el, h } from '../core/dom.js';
import { path } from '../core/api.js';
import { duration } from '../core/format.js';
import { useLoad } from '../core/load.js';
import { useNow } from '../core/now.js';
import { link, linkWith } from '../core/route.js';
import { noteOf } from '../core/server-names.js';
import { oneLine, plain, visible } from '../core/visible.js';
import { taskParam } from '../tasks/columns.js';
import { texts } from '../texts.js';
import { Bar, Chip, Time } from '../ui/parts.js';
import { Empty, Loading } from '../ui/states.js';
import { TableWrap } from '../ui/table-wrap.js';
import { TaskId } from '../ui/task-id.js';

/** @typedef {import('../core/types.js').Server} Server */

/** @param {import('../shell/pages.js').PageProps} props */
export function ServersPage({ redis }) {
  const loaded = useLoad(path(redis, 'servers'));
  return el('div', { class: 'stack' },
    el('div', { class: 'page-head' }, el('div', null, el('h1', null, texts.servers.title), el('p', { class: 'muted small' }, texts.servers.detail))),
    h(/** @type {any} */ (Loading), {
      loaded, show: (/** @type {import('../core/types.js').Servers} */ data) => [
        data.items.length ? data.items.map((server) => h(ServerPanel, { key: server.id, server, note: noteOf(server, data.items) || texts.servers.pid(server.pid) }))
          : el('div', { class: 'panel' }, h(Empty, { icon: 'servers', title: texts.servers.none, text: texts.servers.noneDetail })),
        h(Coverage, { data }),
      ],
    }));
}

/** @param {{server: Server, note: string}} props note: what is shown beside the host */
function ServerPanel({ server, note }) {
  const busy = server.running.length;
  const queues = Object.entries(server.queues).sort((a, b) => b[1] - a[1]);
  return el('section', { class: 'panel' },
    el('header', null,
      el('div', { class: 'row' }, el('h2', null, visible(`${server.host}, ${note}`)),
        h(Chip, { tone: server.status === 'active' ? 'ok' : 'warn', text: texts.servers.statuses[server.status] ?? server.status }),
        el('span', { class: 'muted small' }, texts.servers.started, ' ', h(Time, { at: server.startedAt }))),
      el('div', { class: 'row', style: { minWidth: '200px' } }, el('div', { class: 'grow' }, h(Bar, { value: busy, of: server.concurrency, label: texts.overview.lanes })),
        el('span', { class: 'small nowrap' }, `${busy}/${server.concurrency} ${texts.servers.lanes.toLowerCase()}`))),
    el('div', { class: 'body stack' },
      el('div', { class: 'row small', role: 'group', 'aria-label': texts.servers.weights }, server.strict ? h(Chip, { tone: 'info', text: texts.servers.strict }) : null,
        queues.map(([name, weight]) => el('a', { key: name, class: 'button small', href: link('queues', [name]), title: texts.servers.weight(weight) }, el('span', { class: 'cut', style: { maxWidth: '220px' } }, visible(name)), el('span', { class: 'muted' }, weight)))),
      busy ? h(Running, { server }) : el('p', { class: 'muted small' }, texts.servers.idle)));
}

/** @param {{server: Server}} props */
function Running({ server }) {
  const now = useNow();
  const longest = [...server.running].sort((a, b) => String(a.startedAt).localeCompare(String(b.startedAt)));
  return h(TableWrap, null, el('table', { class: 'table fixed' }, el('caption', { class: 'visually-hidden' }, texts.servers.running),
    el('thead', null, el('tr', null, el('th', { scope: 'col', style: { width: '270px' } }, texts.columns.id), el('th', { scope: 'col', style: { width: '130px' } }, texts.columns.queue), el('th', { scope: 'col', style: { width: '140px' } }, texts.columns.type),
      el('th', { scope: 'col', style: { width: '110px' } }, texts.servers.since), el('th', { scope: 'col', style: { width: '120px' } }, texts.servers.deadline), el('th', { scope: 'col' }, texts.columns.payload))),
    el('tbody', null, longest.slice(0, 100).map((task) => el('tr', { key: task.id },
      el('td', { class: 'mono' }, el('a', { class: 'row-link', href: linkWith({ task: taskParam(task.queue, task.id) }) }, h(TaskId, { id: task.id }))),
      el('td', { 'data-label': texts.columns.queue }, visible(task.queue)), el('td', { 'data-label': texts.columns.type }, visible(task.type)),
      el('td', { 'data-label': texts.servers.since }, task.startedAt ? duration(Math.max(0, now - Date.parse(task.startedAt))) : '–'),
      el('td', { 'data-label': texts.servers.deadline }, h(Time, { at: task.deadline })), el('td', { class: 'payload', 'data-label': texts.columns.payload }, oneLine(task.payload, 200)))))));
}

/** @param {{server: Server, note: string}} props */
const ServerHead = ({ server, note }) => el('th', { scope: 'col', class: 'cut server', title: plain(`${server.host}, ${texts.servers.pidAndId(server.pid, server.id)}`) },
  visible(server.host), note ? el('span', { class: 'note' }, visible(note)) : null);

/** @param {{data: import('../core/types.js').Servers}} props */
function Coverage({ data }) {
  if (!data.coverage?.length) {
    return null;
  }
  const sorted = [...data.coverage].sort((a, b) => a.servers - b.servers || a.queue.localeCompare(b.queue));
  return el('section', { class: 'panel' }, el('header', null, el('h2', null, texts.servers.coverage)),
    el('div', { class: 'table-wrap' }, el('table', { class: 'table matrix' }, el('caption', { class: 'visually-hidden' }, texts.servers.coverage),
      el('thead', null, el('tr', null, el('th', { scope: 'col', class: 'sticky' }, texts.servers.queue), el('th', { scope: 'col' }, texts.servers.status),
        data.items.map((server) => h(ServerHead, { key: server.id, server, note: noteOf(server, data.items) })))),
      el('tbody', null, sorted.map((one) => el('tr', { key: one.queue },
        el('td', { class: 'sticky cut', style: { maxWidth: '220px' } }, el('a', { class: 'row-link', href: link('queues', [one.queue]) }, visible(one.queue))),
        el('td', null, one.servers ? h(Chip, { tone: 'ok', text: `${texts.servers.covered} · ${one.servers}` }) : h(Chip, { tone: 'danger', text: texts.servers.uncovered })),
        data.items.map((server) => {
          const weight = server.queues[one.queue];
          return el('td', { key: server.id, class: weight ? 'on' : 'off' }, weight ? texts.servers.weight(weight) : '·');
        })))))));
}
