/** One task in full, beside the page. */
import { html, useEffect, useRef } from '../core/dom.js';
import { path } from '../core/api.js';
import { useKeys } from '../core/keys.js';
import { useLoad } from '../core/load.js';
import { decode, go, link, linkWith } from '../core/route.js';
import { useStore } from '../core/store.js';
import { visible } from '../core/visible.js';
import { act } from '../dialogs/act.js';
import { actionsOf } from '../tasks/actions.js';
import { taskParam } from '../tasks/columns.js';
import { TaskFacts } from '../tasks/facts.js';
import { changes, openedTask, shownRows } from '../tasks/shown.js';
import { Why } from '../tasks/why.js';
import { commonTexts } from '../texts/common.js';
import { actionsTexts, drawerTexts, whyTexts } from '../texts/tasks.js';
import { Button } from '../ui/button.js';
import { copy } from '../ui/copy.js';
import { focusBack } from '../ui/focus.js';
import { Menu } from '../ui/menu.js';
import { StateChip } from '../ui/parts.js';
import { Age, Loading } from '../ui/states.js';

/** @type {Api.TaskRow['state'][]} */
const WAITING = ['pending', 'scheduled', 'retry', 'aggregating'];

/** @param {{redis: string, param: string}} props `queue/id`, each encoded */
export function Drawer({ redis, param }) {
  const [queue = '', id = ''] = param.split('/').map(decode);
  const loaded = useLoad(path(redis, 'tasks', queue, id), { every: 3000 });
  const change = useStore(changes);
  const rows = useStore(shownRows);
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    if (change) {
      void loaded.reload();
    }
  }, [change]);
  const shown = useRef(param);
  shown.current = param;
  useEffect(() => {
    const opener = document.activeElement;
    return () => {
      if (document.activeElement === document.body || root.current?.contains(document.activeElement)) {
        focusBack(document.querySelector(`tr[data-task="${CSS.escape(shown.current)}"] .row-link`) ?? opener);
      }
    };
  }, []);
  useEffect(() => root.current?.focus(), [param]);
  const close = () => go(linkWith({ task: null }));
  const at = rows.findIndex((row) => row.queue === queue && row.id === id);
  const last = useRef(-1);
  last.current = at >= 0 ? at : last.current;
  const gone = loaded.problem?.status === 404;
  const task = gone ? null : /** @type {Api.TaskDetails | null} */ (loaded.data);
  useEffect(() => openedTask.set(task), [task]);
  useEffect(() => () => openedTask.set(null), []);
  const step = (/** @type {number} */ by) => {
    // the row of a task that has gone is that of the next one
    const row = rows[at >= 0 ? at + by : last.current + Math.min(by, 0)];
    if (last.current >= 0 && row) {
      go(linkWith({ task: taskParam(row.queue, row.id) }), true);
    }
  };
  useKeys({ Escape: close, '[': () => step(-1), ']': () => step(1) });
  return html`
    <aside class="drawer" ref=${root} tabIndex=${-1} aria-label=${drawerTexts.title}>
      <header>
        <div class="spread">
          <span class="row">
            <span class="muted small">${drawerTexts.task}</span>
            <a class="small" href=${link('queues', [queue])}>${visible(queue)}</a>
          </span>
          <span class="row">
            <${Button} label=${drawerTexts.previous} icon="up" iconOnly kind="ghost" small onClick=${() => step(-1)} />
            <${Button} label=${drawerTexts.next} icon="down" iconOnly kind="ghost" small onClick=${() => step(1)} />
            <${Button} label=${drawerTexts.close} icon="close" iconOnly kind="ghost" small onClick=${close} />
          </span>
        </div>
        <div class="row">
          <h2 class="grow">${visible(id)}</h2>
          <${Button} label=${commonTexts.copy} describe=${drawerTexts.copyId} icon="copy" iconOnly small kind="ghost"
              onClick=${() => copy(id)} />
        </div>
        ${task ? html`<${Actions} redis=${redis} task=${task} close=${close} />` : null}
        ${gone && loaded.data ? html`
          <p class="note" data-tone="warn" role="status">${drawerTexts.gone} <${Age} at=${loaded.at} /></p>
        ` : null}
      </header>
      <div class="body">
        <${Loading} loaded=${loaded} rows=${10} quiet=${gone}
            show=${(/** @type {Api.TaskDetails} */ task) => [
              !gone && WAITING.includes(task.state) ? html`
                <${Why} key=${param} address=${path(redis, 'tasks', queue, id, 'why')} title=${whyTexts.task}
                    queue=${queue} />
              ` : null,
              html`<${TaskFacts} task=${task} />`,
            ]} />
      </div>
    </aside>
  `;
}

/** @param {{redis: string, task: Api.TaskDetails, close: () => void}} props */
function Actions({ redis, task, close }) {
  const all = actionsOf(task);
  const direct = all.filter((one) => ['run', 'cancel', 'archive', 'edit', 'clone'].includes(one.name)).slice(0, 4);
  const more = all.filter((one) => !direct.includes(one));
  const start = (/** @type {import('../tasks/actions.js').ActionName} */ name) =>
    void act(redis, name, [task], name === 'delete' ? close : undefined);
  return html`
    <div class="row">
      <${StateChip} state=${task.state} />
      <span class="grow" />
      ${direct.map((one, index) => html`
        <${Button} key=${one.name} label=${actionsTexts[one.name].label} icon=${one.icon} role=${one.role} small
            kind=${index === 0 && one.name === 'run' ? 'primary' : ''} onClick=${() => start(one.name)} />
      `)}
      ${more.length ? html`
        <${Menu} label=${commonTexts.more} iconOnly small
            items=${more.map((one) => ({
              label: actionsTexts[one.name].label,
              icon: one.icon,
              role: one.role,
              danger: one.danger,
              run: () => start(one.name),
            }))} />
      ` : null}
    </div>
  `;
}
