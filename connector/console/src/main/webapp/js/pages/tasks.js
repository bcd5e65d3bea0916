/** Search of tasks over all queues. */
import { html, useState } from '../core/dom.js';
import { compact } from '../core/format.js';
import { live } from '../core/live.js';
import { go, linkWith } from '../core/route.js';
import { useStore } from '../core/store.js';
import { openTaskForm } from '../dialogs/task-form.js';
import { QueryBar } from '../tasks/query-bar.js';
import { clauses, valueOf, withValue } from '../tasks/query.js';
import { builtInViews } from '../tasks/views.js';
import { statesTexts, tasksTexts } from '../texts/tasks.js';
import { Button } from '../ui/button.js';
import { Menu } from '../ui/menu.js';
import { STATES } from '../ui/parts.js';
import { Tabs } from '../ui/tabs.js';
import { ColumnsMenu, ExportMenu, openSaveView } from './list-tools.js';
import { AllMatching } from './selection-bar.js';
import { TaskList } from './task-list.js';

/** @param {import('../core/route.js').PageProps} props */
export function TasksPage({ redis, query }) {
  const q = query.q ?? '';
  const state = valueOf(q, 'state');
  const latest = (query.order ?? (isPlain(q) ? 'latest' : 'queue')) === 'latest';
  const [counts, setCounts] = useState(/** @type {Partial<Record<string, number>> | null} */ (null));
  return html`
    <div class="stack">
      <div class="page-head">
        <h1>${tasksTexts.title}</h1>
        <div class="row">
          <${Button} label=${tasksTexts.newTask} icon="plus" role="operator"
              onClick=${() => void openTaskForm(redis, 'new', { queue: valueOf(q, 'queue') })} />
          <${Menu} label=${tasksTexts.views} icon="down" kind=" "
              items=${builtInViews().map(({ name, url }) => ({ label: name, run: () => go(url) }))} />
          <${Button} label=${tasksTexts.saveView} icon="save" onClick=${openSaveView} />
        </div>
      </div>
      <div class="row">
        <${QueryBar} redis=${redis} value=${q} onSearch=${(text) => go(linkWith({ q: text, cursor: null }))} />
        <${Button} label=${tasksTexts.latestFirst} pressed=${latest}
            onClick=${() => go(linkWith({ order: latest ? 'queue' : 'latest', cursor: null }))} />
        <${AllMatching} redis=${redis} query=${q} />
        <${ColumnsMenu} state=${state} />
        <${ExportMenu} redis=${redis} query=${q} />
      </div>
      <${StateTabs} q=${q} state=${state} counts=${counts} />
      <${TaskList} redis=${redis} query=${q} state=${state} latest=${latest}
          onPage=${(page) => setCounts(page.counts ?? null)} />
    </div>
  `;
}

/** Whether a query says no more than a state. @param {string} q */
const isPlain = (q) => clauses(q).every((one) => one.field === 'state' && !one.negated);

/** @param {{q: string, state: string, counts: Partial<Record<string, number>> | null}} props */
function StateTabs({ q, state, counts }) {
  const { overview } = useStore(live);
  const known = counts ?? (isPlain(q) ? overview?.totals : null);
  const to = (/** @type {string} */ name) => linkWith({ q: withValue(q, 'state', name), cursor: null });
  return html`
    <${Tabs} label=${tasksTexts.byState} current=${state}
        tabs=${[
          { name: '', href: to(''), text: tasksTexts.all },
          ...STATES.map((name) => ({
            name,
            href: to(name),
            text: statesTexts[name],
            count: known ? compact(known[name] ?? 0) : undefined,
          })),
        ]} />
  `;
}
