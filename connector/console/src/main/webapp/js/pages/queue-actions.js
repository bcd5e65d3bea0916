/** Pause, resume and delete of a queue. */
import { html } from '../core/dom.js';
import { path, post } from '../core/api.js';
import { live } from '../core/live.js';
import { complain, say } from '../core/messages.js';
import { plain } from '../core/visible.js';
import { DeleteQueueDialog } from '../dialogs/small.js';
import { changed } from '../tasks/shown.js';
import { queuesTexts } from '../texts/queues.js';
import { show } from '../ui/dialog.js';

/** @param {string} redis @param {Api.QueueRow} queue @param {'pause'|'resume'} verb */
export async function changeQueue(redis, queue, verb) {
  try {
    await post(`${path(redis, 'queues', queue.name)}/${verb}`);
    const state = verb === 'pause' ? 'paused' : 'run';
    live.patch({ queues: (live.value.queues ?? []).map((one) => (one.name === queue.name ? { ...one, state } : one)) });
    say(verb === 'pause' ? queuesTexts.pausedDone(plain(queue.name)) : queuesTexts.resumedDone(plain(queue.name)));
  } catch (error) {
    complain(error);
  }
  changed();
}

/**
 * @param {string} redis
 * @param {Api.QueueRow} queue
 * @param {() => void} [after]
 * @returns {import('../ui/menu.js').MenuItem[]}
 */
export const queueItems = (redis, queue, after) => [
  queue.state === 'paused'
    ? { label: queuesTexts.resume, icon: 'run', role: 'operator', run: () => void changeQueue(redis, queue, 'resume') }
    : {
        label: queuesTexts.pause,
        icon: 'pause',
        role: 'operator',
        run: () => void changeQueue(redis, queue, 'pause'),
      },
  {
    label: queuesTexts.remove,
    icon: 'delete',
    role: 'admin',
    danger: true,
    run: () => show(html`<${DeleteQueueDialog} redis=${redis} queue=${queue} after=${after} />`),
  },
];
