/** Tools of a list of tasks: columns, views, export. */
import { el, h, useState } from '../core/dom.js';
import { address, path } from '../core/api.js';
import { linkWith } from '../core/route.js';
import { saveSettings, settings } from '../core/settings.js';
import { useStore } from '../core/store.js';
import { columnsOf, COLUMNS } from '../tasks/columns.js';
import { texts } from '../texts.js';
import { closeDialog, Dialog, show } from '../ui/dialog.js';
import { Field } from '../ui/field.js';
import { Menu } from '../ui/menu.js';
import { say } from '../ui/toast.js';

/** @param {{state: string}} props */
export function ColumnsMenu({ state }) {
  const { columns } = useStore(settings);
  const shown = columnsOf(state, columns);
  const toggle = (/** @type {string} */ name) => saveSettings((now) => ({
    columns: { ...now.columns, [state || 'all']: shown.includes(name) ? shown.filter((one) => one !== name) : [...shown, name] },
  }));
  return h(Menu, {
    label: texts.tasks.columns, icon: 'columns', iconOnly: true, kind: ' ', stay: true,
    items: Object.keys(COLUMNS).filter((name) => name !== 'id').map((name) => ({
      label: texts.columns[/** @type {'id'} */ (name)], checked: shown.includes(name), run: () => toggle(name),
    })),
  });
}

/** Downloads of all tasks that match. @param {{redis: string, query: string}} props */
export const ExportMenu = ({ redis, query }) => h(Menu, {
  label: texts.tasks.exportLabel, icon: 'download', iconOnly: true, kind: ' ',
  items: [
    { label: texts.tasks.exportCsv, run: () => download(redis, query, 'csv') },
    { label: texts.tasks.exportNdjson, run: () => download(redis, query, 'ndjson') },
  ],
});

/** @param {string} redis @param {string} query @param {string} format */
function download(redis, query, format) {
  const link = document.createElement('a');
  link.href = `${address(`${path(redis, 'tasks')}/export`)}?${new URLSearchParams({ q: query, format })}`;
  link.download = `tasks.${format}`;
  link.click();
  say(texts.tasks.exporting);
}

/** The view has no open task and begins at the first page. */
export const openSaveView = () => show(h(SaveView, { url: linkWith({ task: null, cursor: null }) }));

/** @param {{url: string}} props */
function SaveView({ url }) {
  const [name, setName] = useState('');
  const wanted = name.trim();
  return h(Dialog, {
    title: texts.tasks.saveView, submit: texts.common.save, disabled: wanted ? null : texts.tasks.viewName,
    onSubmit: () => {
      saveSettings(({ views }) => ({ views: [...views.filter((one) => one.name !== wanted), { name: wanted, url }] }));
      closeDialog();
      say(texts.tasks.viewSaved);
    },
  }, h(Field, { label: texts.tasks.viewName, value: name, onInput: setName, autofocus: true }), el('p', { class: 'muted small' }, texts.tasks.viewHint));
}
