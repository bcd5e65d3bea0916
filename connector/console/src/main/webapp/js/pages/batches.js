/** The batches of all queues or of one queue: their progress, their callbacks, and the members of a batch. */
import { html, useEffect } from '../core/dom.js';
import { path } from '../core/api.js';
import { duration, number } from '../core/format.js';
import { useLoad } from '../core/load.js';
import { timeLeft } from '../core/pace.js';
import { go, link, linkWith } from '../core/route.js';
import { useStore } from '../core/store.js';
import { plain, visible } from '../core/visible.js';
import { DeleteBatchDialog } from '../dialogs/delete-batch.js';
import { taskParam } from '../tasks/columns.js';
import { changes } from '../tasks/shown.js';
import { batchesTexts } from '../texts/batches.js';
import { each } from '../ui/boundary.js';
import { Button } from '../ui/button.js';
import { show } from '../ui/dialog.js';
import { FilterField } from '../ui/filter-field.js';
import { Pager } from '../ui/pager.js';
import { Bar, Chip, StateChip, STATES, Time } from '../ui/parts.js';
import { Empty, Loading } from '../ui/states.js';
import { TableWrap } from '../ui/table-wrap.js';

const TONES = { storing: 'info', running: 'info', failed: 'danger', succeeded: 'ok', deleted: 'warn' };
const FOLLOWING_TONES = { waiting: '', due: 'info', stored: 'ok', refused: 'danger' };

/** @param {import('../core/route.js').PageProps} props */
export function BatchesPage({ redis, query }) {
  const { filter = '', cursor = '' } = query;
  const loaded = useLoad(`${path(redis, 'batches')}?${new URLSearchParams({ filter, cursor })}`);
  return html`
    <div class="stack">
      <div class="page-head">
        <div><h1>${batchesTexts.title}</h1><p class="muted small">${batchesTexts.detail}</p></div>
        <div class="row"><${FilterField} value=${filter} label=${batchesTexts.filter} /></div>
      </div>
      <${Loading} loaded=${loaded}
          show=${(/** @type {Api.BatchPage} */ page) =>
            page.items.length ? [
              html`<${BatchTable} batches=${page.items} queues />`,
              html`
                <div class="table-foot">
                  <span>${batchesTexts.found(page.items.length, number(page.total))}</span>
                  <${Pager} cursor=${cursor} next=${page.next} />
                </div>
              `,
            ] : html`
              <div class="panel">
                <${Empty} icon="check" title=${filter ? batchesTexts.noMatch : batchesTexts.none}
                    text=${filter ? undefined : batchesTexts.noneDetail}>
                  ${filter ? html`
                    <a class="button" href=${linkWith({ filter: null })}>${batchesTexts.clear}</a>
                  ` : null}
                </${Empty}>
              </div>
            `} />
    </div>
  `;
}

/** @param {{redis: string, queue: Api.QueueDetails, id?: string}} props id: of the batch that is shown, if one is */
export const BatchesTab = ({ redis, queue, id }) =>
  id ? html`<${OneBatch} redis=${redis} queue=${queue.name} id=${id} />` : queue.batches.length ? html`
    <${BatchTable} batches=${queue.batches} />
  ` : html`
    <div class="panel"><${Empty} icon="check" title=${batchesTexts.none} text=${batchesTexts.noneDetail} /></div>
  `;

const MOST_FOLLOWING = 3;

/** When a task of a batch is stored. @param {Api.BatchTask} task */
const nameOf = (task) =>
  (Object.hasOwn(batchesTexts.when, task.name) ? batchesTexts.when[task.name] : undefined) ??
  (/^step-\d+$/.test(task.name) ? batchesTexts.step(Number(task.name.slice(5)) + 1) : plain(task.name));

/** @param {{batch: Api.BatchRow}} props */
function Members({ batch }) {
  const left = timeLeft(batch.createdAt, batch.members - batch.open, batch.members);
  return html`
    <div class="grow">
      <${Bar} value=${batch.members - batch.open} of=${batch.members} label=${batchesTexts.progress}
          tone=${batch.failed ? 'danger' : undefined} />
      <span class="small muted">
        ${batchesTexts.counts(
          number(batch.members - batch.open),
          number(batch.members),
          batch.failed,
          number(batch.failed),
        )}
        ${left === null ? null : batchesTexts.timeLeft(duration(left))}
      </span>
    </div>
  `;
}

/** @param {{batch: Api.BatchRow}} props */
const State = ({ batch }) => html`<${Chip} tone=${TONES[batch.state]} text=${batchesTexts.states[batch.state]} />`;

/** @param {{task: Api.BatchTask}} props */
const FollowingState = ({ task }) => html`
  <${Chip} tone=${FOLLOWING_TONES[task.state]} text=${batchesTexts.following[task.state]} />
`;

/** @param {{batches: Api.BatchRow[], queues?: boolean}} props queues: whether they are of several queues */
const BatchTable = ({ batches, queues }) => html`
  <${TableWrap}>
    <table class="table">
      <caption class="visually-hidden">${batchesTexts.caption}</caption>
      <thead>
        <tr>
          ${['id', ...(queues ? ['queue'] : []), 'state', 'progress', 'follows', 'created'].map((name) => html`
            <th key=${name} scope="col">${batchesTexts[/** @type {'id'} */ (name)]}</th>
          `)}
        </tr>
      </thead>
      <tbody>
        ${each(batches, (batch) => html`
          <tr key=${`${batch.queue} ${batch.id}`}>
            <td class="wrap">
              <a class="row-link" href=${link('queues', [batch.queue], { tab: 'batches', batch: batch.id })}>
                ${visible(batch.id, 120)}
              </a>
            </td>
            ${queues ? html`
              <td data-label=${batchesTexts.queue} class="cut" style=${{ maxWidth: '220px' }}>
                <a class="row-link" href=${link('queues', [batch.queue])}>${visible(batch.queue)}</a>
              </td>
            ` : null}
            <td data-label=${batchesTexts.state}><${State} batch=${batch} /></td>
            <td class="wrap" data-label=${batchesTexts.progress} style=${{ minWidth: '210px' }}>
              <${Members} batch=${batch} />
            </td>
            <td class="wrap" data-label=${batchesTexts.follows}>
              <span class="row">
                ${batch.tasks.slice(0, MOST_FOLLOWING).map((task) => html`
                  <${Chip} key=${task.name} tone=${FOLLOWING_TONES[task.state]}
                      text="${nameOf(task)}: ${batchesTexts.following[task.state]}" />
                `)}
                ${batch.tasks.length > MOST_FOLLOWING ? `+${batch.tasks.length - MOST_FOLLOWING}` : null}
                ${batch.tasks.length ? null : '–'}
              </span>
            </td>
            <td data-label=${batchesTexts.created}><${Time} at=${batch.createdAt} /></td>
          </tr>
        `)}
      </tbody>
    </table>
  </${TableWrap}>
`;

/** @param {{redis: string, queue: string, id: string}} props */
function OneBatch({ redis, queue, id }) {
  const loaded = useLoad(path(redis, 'batches', queue, id));
  const change = useStore(changes);
  useEffect(() => {
    if (change) {
      void loaded.reload();
    }
  }, [change]);
  const back = linkWith({ batch: null });
  return html`
    <div class="stack">
      <div><a class="button small" href=${back}>${batchesTexts.all}</a></div>
      ${loaded.problem?.status === 404 ? html`
        <div class="panel"><${Empty} title=${batchesTexts.unknown} text=${batchesTexts.unknownDetail} /></div>
      ` : html`
        <${Loading} loaded=${loaded} show=${(/** @type {Api.BatchDetails} */ batch) => html`
          <${Batch} redis=${redis} batch=${batch} back=${back} />
        `} />
      `}
    </div>
  `;
}

/** @param {{redis: string, batch: Api.BatchDetails, back: string}} props */
const Batch = ({ redis, batch, back }) => html`
  <div class="stack">
    <section class="panel">
      <header>
        <div class="row">
          <h2>${visible(batch.id, 200)}</h2>
          <${State} batch=${batch} />
          <span class="muted small">${batchesTexts.created} <${Time} at=${batch.createdAt} /></span>
        </div>
        <${Button} label=${batchesTexts.remove} icon="delete" role="admin" kind="danger"
            onClick=${() => show(html`
              <${DeleteBatchDialog} redis=${redis} batch=${batch} after=${() => go(back)} />
            `)} />
      </header>
      <div class="body"><${Members} batch=${batch} /></div>
    </section>
    <${Following} tasks=${batch.tasks} />
    <${MemberTable} batch=${batch} />
  </div>
`;

/** @param {{tasks: Api.BatchTask[]}} props */
const Following = ({ tasks }) => tasks.length ? html`
  <section class="panel">
    <header><h2>${batchesTexts.follows}</h2></header>
    <${TableWrap}>
      <table class="table">
        <caption class="visually-hidden">${batchesTexts.follows}</caption>
        <thead>
          <tr>
            ${['follows', 'state', 'queue', 'task', 'reason'].map((name) => html`
              <th key=${name} scope="col">${batchesTexts[/** @type {'task'} */ (name)]}</th>
            `)}
          </tr>
        </thead>
        <tbody>
          ${each(tasks, (task) => html`
            <tr key=${task.name}>
              <td>${nameOf(task)}</td>
              <td data-label=${batchesTexts.state}><${FollowingState} task=${task} /></td>
              <td data-label=${batchesTexts.queue}>${visible(task.queue ?? '–')}</td>
              <td class="mono wrap" data-label=${batchesTexts.task}>
                ${task.state === 'stored' && task.queue ? html`
                  <a href=${linkWith({ task: taskParam(task.queue, task.id) })}>${visible(task.id, 120)}</a>
                ` : visible(task.id, 120)}
              </td>
              <td class="wrap" data-label=${batchesTexts.reason}>${visible(task.refusal ?? '', 200) || '–'}</td>
            </tr>
          `)}
        </tbody>
      </table>
    </${TableWrap}>
  </section>
` : null;

/** @param {{batch: Api.BatchDetails}} props */
const MemberTable = ({ batch }) => html`
  <section class="panel">
    <header>
      <h2>${batchesTexts.members}</h2>
      ${batch.memberList.length < batch.open + batch.failed ? html`
        <span class="muted small">
          ${batchesTexts.shown(batch.memberList.length, number(batch.open + batch.failed))}
        </span>
      ` : null}
    </header>
    ${batch.memberList.length ? html`
      <${TableWrap}>
        <table class="table">
          <caption class="visually-hidden">${batchesTexts.members}</caption>
          <thead>
            <tr>
              ${['member', 'state', 'queue'].map((name) => html`
                <th key=${name} scope="col">${batchesTexts[/** @type {'member'} */ (name)]}</th>
              `)}
            </tr>
          </thead>
          <tbody>
            ${each(batch.memberList, (member) => html`
              <tr key=${`${member.queue} ${member.isBatch} ${member.id}`}>
                <td class="mono wrap"><${MemberLink} member=${member} /></td>
                <td data-label=${batchesTexts.state}><${MemberState} member=${member} /></td>
                <td title=${plain(member.queue)} data-label=${batchesTexts.queue}>${visible(member.queue)}</td>
              </tr>
            `)}
          </tbody>
        </table>
      </${TableWrap}>
    ` : html`<${Empty} icon="check" title=${batchesTexts.noMembers} />`}
  </section>
`;

/** @param {{member: Api.BatchMember}} props */
const MemberLink = ({ member }) => html`
  <a class="row-link"
      href=${member.isBatch
        ? link('queues', [member.queue], { tab: 'batches', batch: member.id })
        : linkWith({ task: taskParam(member.queue, member.id) })}>
    ${visible(member.id, 120)}
  </a>
`;

/** @param {{member: Api.BatchMember}} props */
function MemberState({ member }) {
  const state = STATES.find((one) => one === member.state);
  return state ? html`<${StateChip} state=${state} />` : html`
    <${Chip} tone=${member.isBatch ? 'info' : 'warn'}
        text=${member.isBatch ? batchesTexts.batch : member.state === 'gone' ? batchesTexts.gone : member.state} />
  `;
}
