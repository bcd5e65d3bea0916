/** First steps, shown while there are no queues. */
import { html } from '../core/dom.js';
import { session } from '../core/session.js';
import { useStore } from '../core/store.js';
import { openTaskForm } from '../dialogs/task-form.js';
import { queuesTexts } from '../texts/queues.js';
import { navTexts } from '../texts/shell.js';
import { Button } from '../ui/button.js';
import { Empty } from '../ui/states.js';

/** @param {{redis: string, create?: boolean}} props create: with a button, where the page has none */
export function NoQueues({ redis, create = false }) {
  const home = useStore(session)?.home;
  return html`
    <div class="panel">
      <${Empty} icon="queues" title=${queuesTexts.none} text=${queuesTexts.noneDetail}>
        ${home ? html`<a class="button primary" href=${home}>${navTexts.home}</a>` : null}
        ${create ? html`
          <${Button} label=${queuesTexts.newTask} icon="plus" role="operator"
              onClick=${() => void openTaskForm(redis, 'new', { queue: '' })} />
        ` : null}
      </${Empty}>
    </div>
  `;
}
