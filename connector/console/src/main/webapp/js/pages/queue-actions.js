/** Pause, resume and delete of a queue. */
import { h } from '../core/dom.js';
import { path, post } from '../core/api.js';
import { live } from '../core/live.js';
import { plain } from '../core/visible.js';
import { DeleteQueueDialog } from '../dialogs/small.js';
import { changed } from '../tasks/shown.js';
import { texts } from '../texts.js';
import { show } from '../ui/dialog.js';
import { complain, say } from '../ui/toast.js';

/** @param {string} redis @param {import('../core/types.js').Queue} queue @param {'pause'|'resume'} verb */
export async function changeQueue(redis, queue, verb) {
  try {
    await post(`${path(redis, 'queues', queue.name)}/${verb}`);
    const state = verb === 'pause' ? 'paused' : 'run';
    live.patch({ queues: (live.value.queues ?? []).map((one) => (one.name === queue.name ? { ...one, state } : one)) });
    say(verb === 'pause' ? texts.queues.pausedDone(plain(queue.name)) : texts.queues.resumedDone(plain(queue.name)));
  } catch (error) {
    complain(error);
  }
  changed();
}

/**
 * @param {string} redis
 * @param {import('../core/types.js').Queue} queue
 * @param {() => void} [after]
 * @returns {import('../ui/menu.js').MenuItem[]}
 */
export const queueItems = (redis, queue, after) => [
  queue.state === 'paused'
    ? { label: texts.queues.resume, icon: 'run', role: 'operator', run: () => void changeQueue(redis, queue, 'resume') }
    : { label: texts.queues.pause, icon: 'pause', role: 'operator', run: () => void changeQueue(redis, queue, 'pause') },
  { label: texts.queues.remove, icon: 'delete', role: 'admin', danger: true, run: () => show(h(DeleteQueueDialog, { redis, queue, after })) },
];
