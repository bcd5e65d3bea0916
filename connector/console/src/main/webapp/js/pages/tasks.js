/** Search of tasks over all queues. */
import { el, h, useState } from '../core/dom.js';
import { compact } from '../core/format.js';
import { live } from '../core/live.js';
import { go, linkWith } from '../core/route.js';
import { useStore } from '../core/store.js';
import { openTaskForm } from '../dialogs/task-form.js';
import { clauses, valueOf, withValue } from '../tasks/query.js';
import { QueryBar } from '../tasks/query-bar.js';
import { AllMatching } from '../tasks/selection-bar.js';
import { TaskList } from '../tasks/task-list.js';
import { texts } from '../texts.js';
import { Button } from '../ui/button.js';
import { STATES } from '../ui/parts.js';
import { Tabs } from '../ui/tabs.js';
import { ColumnsMenu, ExportMenu, openSaveView } from './list-tools.js';

/** @param {import('../shell/pages.js').PageProps} props */
export function TasksPage({ redis, query }) {
  const q = query.q ?? '';
  const state = valueOf(q, 'state');
  const [counts, setCounts] = useState(/** @type {Partial<Record<string, number>> | null} */ (null));
  return el('div', { class: 'stack' },
    el('div', { class: 'page-head' }, el('h1', null, texts.tasks.title),
      el('div', { class: 'row' }, h(Button, { label: texts.tasks.newTask, icon: 'plus', role: 'operator', onClick: () => void openTaskForm(redis, 'new', { queue: valueOf(q, 'queue') }) }),
        h(Button, { label: texts.tasks.saveView, icon: 'save', onClick: openSaveView }))),
    el('div', { class: 'row' },
      h(QueryBar, { redis, value: q, onSearch: (text) => go(linkWith({ q: text, cursor: null })) }),
      h(AllMatching, { redis, query: q }), h(ColumnsMenu, { state }), h(ExportMenu, { redis, query: q })),
    h(StateTabs, { q, state, counts }),
    h(TaskList, { redis, query: q, state, onPage: (page) => setCounts(page.counts ?? null) }));
}

/** @param {{q: string, state: string, counts: Partial<Record<string, number>> | null}} props */
function StateTabs({ q, state, counts }) {
  const { overview } = useStore(live);
  const plainQuery = clauses(q).every((one) => one.field === 'state' && !one.negated);
  const known = counts ?? (plainQuery ? overview?.totals : null);
  const to = (/** @type {string} */ name) => linkWith({ q: withValue(q, 'state', name), cursor: null });
  return h(Tabs, {
    label: texts.tasks.byState, current: state,
    tabs: [{ name: '', href: to(''), text: texts.tasks.all },
      ...STATES.map((name) => ({ name, href: to(name), text: texts.states[name], count: known ? compact(known[name] ?? 0) : undefined }))],
  });
}
