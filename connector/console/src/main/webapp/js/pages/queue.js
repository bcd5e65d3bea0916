/** One queue: facts, tabs by state, groups, batches, charts, statistics, frequent errors. */
import { html, useEffect } from '../core/dom.js';
import { path } from '../core/api.js';
import { bytes, compact, duration, percent } from '../core/format.js';
import { useLoad } from '../core/load.js';
import { go, link, linkWith } from '../core/route.js';
import { useStore } from '../core/store.js';
import { oneLine, plain, visible } from '../core/visible.js';
import { openTaskForm } from '../dialogs/task-form.js';
import { taskParam } from '../tasks/columns.js';
import { QueryBar } from '../tasks/query-bar.js';
import { join, quote, valueOf } from '../tasks/query.js';
import { changes } from '../tasks/shown.js';
import { Why } from '../tasks/why.js';
import { batchesTexts } from '../texts/batches.js';
import { errorsTexts } from '../texts/errors.js';
import { limitsTexts } from '../texts/limits.js';
import { overviewTexts } from '../texts/overview.js';
import { queuesTexts } from '../texts/queues.js';
import { statesTexts, tasksTexts, whyTexts } from '../texts/tasks.js';
import { each } from '../ui/boundary.js';
import { Button } from '../ui/button.js';
import { Menu } from '../ui/menu.js';
import { Chip, STATES, Time } from '../ui/parts.js';
import { Empty, MaskedNote, OldNote, ProblemBox, Skeleton } from '../ui/states.js';
import { Tabs } from '../ui/tabs.js';
import { BatchesTab } from './batches.js';
import { Findings, groupOf } from './findings.js';
import { HistoryChart } from './history.js';
import { LimitsTab } from './limits.js';
import { ColumnsMenu, ExportMenu } from './list-tools.js';
import { changeQueue, queueItems } from './queue-actions.js';
import { QueueStatistics } from './queue-statistics.js';
import { AllMatching } from './selection-bar.js';
import { TaskList } from './task-list.js';


/** @param {import('../core/route.js').PageProps & {name: string}} props */
export function QueuePage({ redis, query, name }) {
  const loaded = useLoad(path(redis, 'queues', name));
  const change = useStore(changes);
  useEffect(() => {
    if (change) {
      void loaded.reload();
    }
  }, [change]);
  const queue = /** @type {Api.QueueDetails | null} */ (loaded.data);
  const gone = loaded.problem?.status === 404;
  if (!queue || gone) {
    return gone ? html`
      <div class="panel">
        <h1 class="visually-hidden">${queuesTexts.unknown}</h1>
        <${Empty} icon="queues" title=${queuesTexts.unknown} text=${queuesTexts.unknownDetail}>
          <a class="button" href=${link('queues')}>${queuesTexts.toQueues}</a>
        </${Empty}>
      </div>
    ` : loaded.problem ? html`<${ProblemBox} problem=${loaded.problem} retry=${loaded.reload} />` : html`
      <${Skeleton} rows=${16} />
    `;
  }
  const tab = query.tab ?? 'summary';
  return html`
    <div class="stack">
      <${OldNote} loaded=${loaded} />
      <${Head} redis=${redis} queue=${queue} />
      <${QueueTabs} queue=${queue} tab=${tab} />
      ${tab === 'summary' ? html`<${Summary} redis=${redis} queue=${queue} />` : tab === 'statistics' ? html`
        <${QueueStatistics} redis=${redis} queue=${queue.name} query=${query} />
      ` : tab === 'batches' ? html`
        <${BatchesTab} redis=${redis} queue=${queue} id=${query.batch} />
      ` : tab === 'limits' ? html`
        <${LimitsTab} redis=${redis} queue=${queue.name} query=${query} />
      ` : html`<${TasksTab} redis=${redis} queue=${queue} tab=${tab} q=${query.q ?? ''} />`}
    </div>
  `;
}

/** @param {{redis: string, queue: Api.QueueDetails}} props */
function Head({ redis, queue }) {
  const paused = queue.state === 'paused';
  return html`
    <div class="page-head">
      <div class="row">
        <h1>${visible(queue.name)}</h1>
        ${paused ? html`<${Chip} tone="warn" text=${queuesTexts.paused} />` : null}
      </div>
      <div class="row">
        <${Button} label=${queuesTexts.newTask} icon="plus" role="operator"
            onClick=${() => void openTaskForm(redis, 'new', { queue: queue.name })} />
        <${Button} label=${paused ? queuesTexts.resume : queuesTexts.pause} icon=${paused ? 'run' : 'pause'}
            role="operator" kind=${paused ? 'primary' : ''}
            onClick=${() => void changeQueue(redis, queue, paused ? 'resume' : 'pause')} />
        <${Menu} label=${queuesTexts.actionsOf(plain(queue.name))} iconOnly
            items=${queueItems(redis, queue, () => go(link('queues'))).slice(1)} />
      </div>
    </div>
  `;
}

/** Without what narrows another tab; a query is kept for another state. @param {string} tab */
const stateLink = (tab) => linkWith({ tab, cursor: null, batch: null, filter: null });

/** @param {string | null} tab */
const tabLink = (tab) => linkWith({ tab, cursor: null, q: null, batch: null, filter: null });

/** @param {{queue: Api.QueueDetails, tab: string}} props */
const QueueTabs = ({ queue, tab }) => html`
  <${Tabs} label=${tasksTexts.byState} current=${tab}
      tabs=${[
        { name: 'summary', href: tabLink(null), text: queuesTexts.summaryTab },
        { name: 'statistics', href: tabLink('statistics'), text: queuesTexts.statisticsTab },
        // most queues have neither
        ...(queue.limited || tab === 'limits'
          ? [{ name: 'limits', href: tabLink('limits'), text: limitsTexts.tab, count: compact(queue.limited) }]
          : []),
        ...(queue.batches.length || tab === 'batches' ? [{
          name: 'batches',
          href: tabLink('batches'),
          text: batchesTexts.tab,
          count: compact(queue.batches.length),
        }] : []),
        { name: 'all', href: stateLink('all'), text: queuesTexts.allStates },
        ...STATES.map((state) => ({
          name: state,
          href: stateLink(state),
          text: statesTexts[state],
          count: compact(queue[state]),
        })),
      ]} />
`;

/** @param {{redis: string, queue: Api.QueueDetails, tab: string, q: string}} props */
function TasksTab({ redis, queue, tab, q }) {
  const state = tab === 'all' ? valueOf(q, 'state') : tab;
  const full = join(`queue:${quote(queue.name)}`, tab === 'all' ? '' : `state:${tab}`, q);
  return html`
    <div class="stack">
      <div class="row">
        <${QueryBar} redis=${redis} value=${q} scope=${queue.name}
            onSearch=${(text) => go(linkWith({ q: text, cursor: null }))} />
        <${AllMatching} redis=${redis} query=${full} />
        <${ColumnsMenu} state=${state} />
        <${ExportMenu} redis=${redis} query=${full} />
      </div>
      <${TaskList} redis=${redis} query=${full} state=${state} hide=${['queue']} />
    </div>
  `;
}

/** @param {{redis: string, queue: Api.QueueDetails}} props */
function Summary({ redis, queue }) {
  /** @type {[string, string, string?][]} */
  const facts = [
    [queuesTexts.size, compact(queue.size)],
    [queuesTexts.latency, queue.latencyMs ? duration(queue.latencyMs) : '–'],
    [queuesTexts.consumers, compact(queue.consumers)],
    [overviewTexts.processedToday, compact(queue.processedToday)],
    [overviewTexts.failedToday, compact(queue.failedToday), percent(queue.failedToday, queue.processedToday)],
    [queuesTexts.processedTotal, compact(queue.processedTotal)],
    [queuesTexts.failedTotal, compact(queue.failedTotal), percent(queue.failedTotal, queue.processedTotal)],
    [queuesTexts.memory, bytes(queue.memoryBytes)],
  ];
  return html`
    <div class="stack">
      <dl class="facts">
        ${each(facts, ([name, value, note]) => html`
          <div key=${name}>
            <dt title=${name === overviewTexts.processedToday || name === overviewTexts.failedToday
                  ? queuesTexts.today
                  : undefined}>
              ${name}
            </dt>
            <dd><span class="num">${value}</span>${note ? html`<small>${' '}${note}</small>` : null}</dd>
          </div>
        `, 'dl')}
      </dl>
      <${Why} address=${path(redis, 'queues', queue.name, 'why')} title=${whyTexts.queue} queue=${queue.name}
          panel />
      <div class="grid-main">
        <div class="stack">
          <${HistoryChart} days=${queue.history ?? []} />
          ${queue.errors?.length ? html`<${MaskedNote} />` : null}
          <${TopErrors} queue=${queue} />
        </div>
        <div class="stack">
          <${Findings} groups=${(queue.findings ?? []).map(groupOf)} queue=${queue.name} />
          <${Groups} queue=${queue} />
        </div>
      </div>
    </div>
  `;
}

/** @param {{queue: Api.QueueDetails}} props */
const TopErrors = ({ queue }) => html`
  <section class="panel">
    <header><h2>${queuesTexts.errors}</h2></header>
    ${queue.errors?.length ? html`
      <div class="table-wrap cards">
        <table class="table">
          <caption class="visually-hidden">${queuesTexts.errors}</caption>
          <thead>
            <tr>
              <th scope="col">${errorsTexts.signature}</th>
              <th scope="col" class="num">${errorsTexts.count}</th>
              <th scope="col">${errorsTexts.last}</th>
            </tr>
          </thead>
          <tbody>
            ${each(queue.errors, (one) => html`
              <tr key=${one.signature}>
                <td class="wrap">
                  <a class="row-link"
                      href=${linkWith({
                        task: taskParam(one.sampleQueue, one.sampleId),
                      })}>
                    ${oneLine(one.signature, 160)}
                  </a>
                </td>
                <td class="num" data-label=${errorsTexts.count}>${compact(one.count)}</td>
                <td data-label=${errorsTexts.last}><${Time} at=${one.lastSeen} /></td>
              </tr>
            `)}
          </tbody>
        </table>
      </div>
    ` : html`<${Empty} icon="check" title=${queuesTexts.noErrors} />`}
  </section>
`;

/** @param {{queue: Api.QueueDetails}} props */
const Groups = ({ queue }) => html`
  <section class="panel">
    <header><h2>${queuesTexts.groups}</h2><span class="muted num">${compact(queue.groups)}</span></header>
    ${queue.groupList?.length ? html`
      <div class="table-wrap">
        <table class="table">
          <caption class="visually-hidden">${queuesTexts.groups}</caption>
          <thead>
            <tr>
              <th scope="col">${queuesTexts.group}</th>
              <th scope="col" class="num">${queuesTexts.groupSize}</th>
            </tr>
          </thead>
          <tbody>
            ${each(queue.groupList.slice(0, 50), (group) => html`
              <tr key=${group.name}>
                <td>
                  <a class="row-link" href=${linkWith({ tab: 'aggregating', q: `group:${quote(group.name)}` })}>
                    ${visible(group.name)}
                  </a>
                </td>
                <td class="num">${compact(group.size)}</td>
              </tr>
            `)}
          </tbody>
        </table>
      </div>
    ` : html`<${Empty} title=${queuesTexts.noGroups} />`}
  </section>
`;
