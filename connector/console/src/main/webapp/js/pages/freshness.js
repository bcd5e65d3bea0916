/** How old the numbers of the queues are: with many queues they are read in turns. */
import { el } from '../core/dom.js';
import { relative } from '../core/format.js';
import { useNow } from '../core/now.js';
import { texts } from '../texts.js';

/** Nothing is shown while all numbers are fresh. @param {{freshness?: import('../core/types.js').Freshness | null}} props */
export function FreshnessNote({ freshness }) {
  const now = useNow();
  if (!freshness || (freshness.fresh >= freshness.queues && !freshness.unread)) {
    return null;
  }
  const oldest = freshness.oldestAt ? relative(freshness.oldestAt, now) : '';
  return el('span', { class: 'muted small' },
    freshness.fresh < freshness.queues - freshness.unread ? texts.queues.fresh(freshness.fresh, freshness.queues, oldest) : null,
    freshness.unread ? ` ${texts.queues.unread(freshness.unread)}` : null);
}
