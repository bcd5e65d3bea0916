/** Where to begin, while there is no queue. */
import { el, h } from '../core/dom.js';
import { session } from '../core/session.js';
import { useStore } from '../core/store.js';
import { openTaskForm } from '../dialogs/task-form.js';
import { texts } from '../texts.js';
import { Button } from '../ui/button.js';
import { Empty } from '../ui/states.js';

/** @param {{redis: string, create?: boolean}} props create: with a button, where the page has none */
export function NoQueues({ redis, create = false }) {
  const home = useStore(session)?.home;
  return el('div', { class: 'panel' }, h(Empty, { icon: 'queues', title: texts.queues.none, text: texts.queues.noneDetail },
    home ? el('a', { class: 'button primary', href: home }, texts.nav.home) : null,
    create ? h(Button, { label: texts.queues.newTask, icon: 'plus', role: 'operator', onClick: () => void openTaskForm(redis, 'new', { queue: '' }) }) : null));
}
