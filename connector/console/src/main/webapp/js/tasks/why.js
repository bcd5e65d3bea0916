/** Why a task, or the tasks of a queue, do not run now. */
import { html, useEffect } from '../core/dom.js';
import { sentence } from '../core/format.js';
import { useLoad } from '../core/load.js';
import { link } from '../core/route.js';
import { useStore } from '../core/store.js';
import { visible } from '../core/visible.js';
import { limitsTexts } from '../texts/limits.js';
import { whyTexts } from '../texts/tasks.js';
import { each } from '../ui/boundary.js';
import { Icon } from '../ui/icon.js';
import { Time } from '../ui/parts.js';
import { changes } from './shown.js';

const EVERY = 5000;
/** How many reasons are shown for a queue with many shards. */
const SHOWN = 6;
/** These end only if someone does something. @type {Api.WaitingRow['code'][]} */
const STUCK = [
  'paused', 'no-server', 'servers-stopped', 'writes-refused', 'no-handler', 'not-taken', 'limit-unchecked',
  'server-died',
];

/** @type {Api.WaitingRow['code'][]} */
const BY_LIMIT = ['limit', 'limit-paused', 'limit-unchecked', 'turn'];

/** The keys of a queue's limits. @param {string} queue @param {string} [limit] limit and key */
const limitLink = (queue, limit) => link('queues', [queue], { tab: 'limits', ...(limit ? { filter: limit } : {}) });

/** Nothing if nothing waits. @param {{address: string, title: string, queue: string, panel?: boolean}} props */
export function Why({ address, title, queue, panel }) {
  const loaded = useLoad(address, { every: EVERY });
  const change = useStore(changes);
  useEffect(() => {
    if (change) {
      void loaded.reload();
    }
  }, [change]);
  const page = /** @type {Api.WaitingPage | null} */ (loaded.data);
  const reasons = (page?.items ?? []).filter((reason) => reason.code !== 'nothing');
  return reasons.length ? html`
    <section class=${panel ? 'panel' : 'why'}>
      ${panel ? html`<header><h2>${title}</h2></header>` : html`<h3>${title}</h3>`}
      <ul>
        ${each(reasons.slice(0, SHOWN), (reason, index) => html`
          <${Reason} key=${index} reason=${reason} queue=${queue} />
        `, 'li')}
      </ul>
      ${reasons.length > SHOWN ? html`<p class="muted small">${whyTexts.more(reasons.length - SHOWN)}</p>` : null}
    </section>
  ` : null;
}

/** @param {{reason: Api.WaitingRow, queue: string}} props */
const Reason = ({ reason, queue }) => html`
  <li class="finding" data-tone=${STUCK.includes(reason.code) ? 'warn' : 'info'} data-code=${reason.code}>
    <${Icon} name=${STUCK.includes(reason.code) ? 'errors' : 'info'} />
    <div>
      ${visible(sentence(reason.message), 1000)}${reason.user ? [`, ${whyTexts.by} `, visible(reason.user)] : null}.
      ${reason.limit ? html`
        <div class="advice">${whyTexts.limit} <span class="mono">${visible(reason.limit)}</span></div>
      ` : null}
      ${reason.error ? html`<div class="advice">${whyTexts.error} ${visible(reason.error, 300)}</div>` : null}
      ${reason.until ? html`<div class="advice">${whyTexts.until} <${Time} at=${reason.until} /></div>` : null}
      ${BY_LIMIT.includes(reason.code) ? html`
        <div class="advice"><a href=${limitLink(queue, reason.limit)}>${limitsTexts.keys}</a></div>
      ` : null}
      ${reason.advice ? html`<div class="advice">${whyTexts.next} ${visible(reason.advice)}.</div>` : null}
    </div>
  </li>
`;
