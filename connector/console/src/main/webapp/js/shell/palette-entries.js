/** The entries of the palette for a text. */
import { html } from '../core/dom.js';
import { paused } from '../core/live.js';
import { nameIfSeveral } from '../core/redis.js';
import { go, link, parse, route } from '../core/route.js';
import { refusal } from '../core/session.js';
import { settings, toggleTheme } from '../core/settings.js';
import { DeleteQueueDialog } from '../dialogs/small.js';
import { openTaskForm } from '../dialogs/task-form.js';
import { changeQueue } from '../pages/queue-actions.js';
import { builtInViews } from '../tasks/views.js';
import { paletteTexts } from '../texts/shell.js';
import { show } from '../ui/dialog.js';
import { KeySheet } from './key-sheet.js';
import { MENU } from './pages.js';

/** @typedef {{label: string, kind: string, icon: string, run: () => void}} Entry */

/**
 * How well a label fits: the start is best, then a word, then anywhere, then the letters in order.
 * @param {string} label
 * @param {string} text
 */
export function score(label, text) {
  const name = label.toLowerCase();
  const wanted = text.trim().toLowerCase();
  const at = name.indexOf(wanted);
  if (at >= 0) {
    return at === 0 ? 4 : /\W/.test(name[at - 1] ?? '') ? 3 : 2;
  }
  let from = 0;
  for (const letter of wanted) {
    from = name.indexOf(letter, from) + 1;
    if (from === 0) {
      return 0;
    }
  }
  return 1;
}


/** @param {string} text @param {Api.QueueRow[]} known @returns {Entry[]} */
export function entries(text, known) {
  const all = [...pages(), ...views(), ...queues(text, known), ...actions()];
  if (!text.trim()) {
    return all;
  }
  return all
    .map((entry) => ({ entry, score: score(entry.label, text) }))
    .filter((one) => one.score > 0)
    .sort((a, b) => b.score - a.score)
    .map((one) => one.entry);
}

/** @returns {Entry[]} */
const pages = () =>
  MENU.flatMap((group) => group.pages).map((page) => ({
    label: page.title,
    kind: paletteTexts.page,
    icon: page.icon,
    run: () => go(link(page.name)),
  }));

/** @returns {Entry[]} */
const views = () =>
  [...settings.value.views, ...builtInViews()].map((view) => ({
    label: view.name,
    kind: [paletteTexts.view, nameIfSeveral(parse(view.url).redis)].filter(Boolean).join(' · '),
    icon: 'save',
    run: () => go(view.url),
  }));

/** @param {string} text @param {Api.QueueRow[]} known @returns {Entry[]} */
function queues(text, known) {
  const redis = route.value.redis;
  return known.flatMap((queue) => {
    /** @type {Entry[]} */
    const list = [
      { label: queue.name, kind: paletteTexts.queue, icon: 'queues', run: () => go(link('queues', [queue.name])) },
    ];
    if (text.trim() && !refusal('operator')) {
      const verb = queue.state === 'paused' ? 'resume' : 'pause';
      const name = verb === 'pause' ? paletteTexts.pauseQueue : paletteTexts.resumeQueue;
      list.push({
        label: `${name} ${queue.name}`,
        kind: paletteTexts.action,
        icon: verb === 'pause' ? 'pause' : 'run',
        run: () => void changeQueue(redis, queue, verb),
      });
    }
    if (text.trim() && !refusal('admin')) {
      list.push({
        label: `${paletteTexts.deleteQueue} ${queue.name}`,
        kind: paletteTexts.action,
        icon: 'delete',
        run: () => show(html`<${DeleteQueueDialog} redis=${redis} queue=${queue} />`),
      });
    }
    return list;
  });
}

/** @returns {Entry[]} */
function actions() {
  const kind = paletteTexts.action;
  const list = [
    { label: paletteTexts.toggleTheme, kind, icon: 'moon', run: toggleTheme },
    { label: paletteTexts.toggleLive, kind, icon: 'pause', run: () => paused.set(!paused.value) },
    { label: paletteTexts.keys, kind, icon: 'info', run: () => show(html`<${KeySheet} />`) },
  ];
  return refusal('operator')
    ? list
    : [
        {
          label: paletteTexts.newTask,
          kind,
          icon: 'plus',
          run: () => void openTaskForm(route.value.redis, 'new', { queue: route.value.parts[0] ?? '' }),
        },
        ...list,
      ];
}
