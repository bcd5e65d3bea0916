/** How old the numbers of the queues are: with many queues they are read round-robin. */
import { html } from '../core/dom.js';
import { relative } from '../core/format.js';
import { useNow } from '../core/now.js';
import { queuesTexts } from '../texts/queues.js';

/**
 * Nothing is shown while all numbers are fresh.
 * @param {{freshness?: Api.Freshness | null}} props
 */
export function FreshnessNote({ freshness }) {
  const now = useNow();
  if (!freshness || (freshness.fresh >= freshness.queues && !freshness.unread)) {
    return null;
  }
  const oldest = freshness.oldestAt ? relative(freshness.oldestAt, now) : '';
  return html`
    <span class="muted small">
      ${freshness.fresh < freshness.queues - freshness.unread
        ? queuesTexts.fresh(freshness.fresh, freshness.queues, oldest)
        : null}
      ${freshness.unread ? ` ${queuesTexts.unread(freshness.unread)}` : null}
    </span>
  `;
}
