/** Tools of a list of tasks: columns, views, export. */
import { html, useState } from '../core/dom.js';
import { address, path } from '../core/api.js';
import { say } from '../core/messages.js';
import { linkWith } from '../core/route.js';
import { saveSettings, settings } from '../core/settings.js';
import { useStore } from '../core/store.js';
import { columnsOf, COLUMNS } from '../tasks/columns.js';
import { commonTexts } from '../texts/common.js';
import { columnsTexts, tasksTexts } from '../texts/tasks.js';
import { closeDialog, Dialog, show } from '../ui/dialog.js';
import { Field } from '../ui/field.js';
import { Menu } from '../ui/menu.js';

/** @param {{state: string}} props */
export function ColumnsMenu({ state }) {
  const { columns } = useStore(settings);
  const shown = columnsOf(state, columns);
  const toggle = (/** @type {string} */ name) =>
    saveSettings((now) => ({
      columns: {
        ...now.columns,
        [state || 'all']: shown.includes(name) ? shown.filter((one) => one !== name) : [...shown, name],
      },
    }));
  return html`
    <${Menu} label=${tasksTexts.columns} icon="columns" iconOnly kind=" " stay
        items=${Object.keys(COLUMNS)
          .filter((name) => name !== 'id')
          .map((name) => ({
            label: columnsTexts[/** @type {'id'} */ (name)],
            checked: shown.includes(name),
            run: () => toggle(name),
          }))} />
  `;
}

/** Downloads of all tasks that match. @param {{redis: string, query: string}} props */
export const ExportMenu = ({ redis, query }) => html`
  <${Menu} label=${tasksTexts.exportLabel} icon="download" iconOnly kind=" "
      items=${[
        { label: tasksTexts.exportCsv, run: () => download(redis, query, 'csv') },
        { label: tasksTexts.exportNdjson, run: () => download(redis, query, 'ndjson') },
      ]} />
`;

/** @param {string} redis @param {string} query @param {string} format */
function download(redis, query, format) {
  const link = document.createElement('a');
  link.href = `${address(`${path(redis, 'tasks')}/export`)}?${new URLSearchParams({ q: query, format })}`;
  link.download = `tasks.${format}`;
  link.click();
  say(tasksTexts.exporting);
}

/** The view has no open task and begins at the first page. */
export const openSaveView = () => show(html`<${SaveView} url=${linkWith({ task: null, cursor: null })} />`);

/** @param {{url: string}} props */
function SaveView({ url }) {
  const [name, setName] = useState('');
  const wanted = name.trim();
  return html`
    <${Dialog} title=${tasksTexts.saveView} submit=${commonTexts.save}
        disabled=${wanted ? null : tasksTexts.viewName}
        onSubmit=${() => {
          saveSettings(({ views }) => ({
            views: [...views.filter((one) => one.name !== wanted), { name: wanted, url }],
          }));
          closeDialog();
          say(tasksTexts.viewSaved);
        }}>
      <${Field} label=${tasksTexts.viewName} value=${name} onInput=${setName} autofocus />
      <p class="muted small">${tasksTexts.viewHint}</p>
    </${Dialog}>
  `;
}
