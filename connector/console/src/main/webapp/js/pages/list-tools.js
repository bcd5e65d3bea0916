/** Tools of a list of tasks: columns, views, export. */
import { el, h, useState } from '../core/dom.js';
import { saveSettings, settings } from '../core/settings.js';
import { useStore } from '../core/store.js';
import { columnsOf, COLUMNS } from '../tasks/columns.js';
import { shownRows } from '../tasks/shown.js';
import { texts } from '../texts.js';
import { closeDialog, Dialog, show } from '../ui/dialog.js';
import { Field } from '../ui/field.js';
import { Menu } from '../ui/menu.js';
import { say } from '../ui/toast.js';

/** @param {{state: string}} props */
export function ColumnsMenu({ state }) {
  const { columns } = useStore(settings);
  const shown = columnsOf(state, columns);
  const toggle = (/** @type {string} */ name) => saveSettings({
    columns: { ...columns, [state || 'all']: shown.includes(name) ? shown.filter((one) => one !== name) : [...shown, name] },
  });
  return h(Menu, {
    label: texts.tasks.columns, icon: 'columns', iconOnly: true, kind: ' ', stay: true,
    items: Object.keys(COLUMNS).filter((name) => name !== 'id').map((name) => ({
      label: texts.columns[/** @type {'id'} */ (name)], checked: shown.includes(name), run: () => toggle(name),
    })),
  });
}

/** @param {{name: string}} props the name of the file, without its ending */
export const ExportMenu = ({ name }) => h(Menu, {
  label: texts.tasks.exportLabel, icon: 'download', iconOnly: true, kind: ' ',
  items: [
    { label: texts.tasks.exportCsv, run: () => download(`${name}.csv`, 'text/csv', csv(shownRows.value)) },
    { label: texts.tasks.exportNdjson, run: () => download(`${name}.ndjson`, 'application/x-ndjson', shownRows.value.map((row) => JSON.stringify(row)).join('\n') + '\n') },
  ],
});

const CSV_FIELDS = /** @type {const} */ (['id', 'queue', 'type', 'state', 'group', 'retried', 'maxRetry', 'lastError', 'lastFailedAt', 'nextProcessAt', 'completedAt', 'payload']);

/** Cells that a spreadsheet would run as a formula begin with an apostrophe. @param {import('../core/types.js').TaskRow[]} rows */
export function csv(rows) {
  const cell = (/** @type {unknown} */ value) => {
    const text = String(value ?? '');
    return `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
  };
  return [CSV_FIELDS.join(','), ...rows.map((row) => CSV_FIELDS.map((field) => cell(row[field])).join(','))].join('\r\n') + '\r\n';
}

/** @param {string} name @param {string} type @param {string} content */
function download(name, type, content) {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

export const openSaveView = () => show(h(SaveView, { url: location.hash }));

/** @param {{url: string}} props */
function SaveView({ url }) {
  const [name, setName] = useState('');
  const wanted = name.trim();
  return h(Dialog, {
    title: texts.tasks.saveView, submit: texts.common.save, disabled: wanted ? null : texts.tasks.viewName,
    onSubmit: () => {
      saveSettings({ views: [...settings.value.views.filter((one) => one.name !== wanted), { name: wanted, url }] });
      closeDialog();
      say(texts.tasks.viewSaved);
    },
  }, h(Field, { label: texts.tasks.viewName, value: name, onInput: setName, autofocus: true }), el('p', { class: 'muted small' }, texts.tasks.viewHint));
}
