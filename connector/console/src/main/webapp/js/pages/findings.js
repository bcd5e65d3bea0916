/** Findings, the most severe first. While Redis is unreachable they are unknown. */
import { html, useState } from '../core/dom.js';
import { number, sentence } from '../core/format.js';
import { live } from '../core/live.js';
import { link } from '../core/route.js';
import { useStore } from '../core/store.js';
import { visible } from '../core/visible.js';
import { alertsTexts } from '../texts/alerts.js';
import { overviewTexts } from '../texts/overview.js';
import { each } from '../ui/boundary.js';
import { Button } from '../ui/button.js';
import { Icon } from '../ui/icon.js';
import { Chip } from '../ui/parts.js';

const TONES = { error: 'danger', warning: 'warn', info: 'info' };
const ORDER = ['error', 'warning', 'info'];
const SHOWN = 6;
/** How many queues of a group are named. */
const NAMED = 4;

/**
 * As one of a group. @param {Api.Finding} finding
 * @returns {Api.FindingGroup}
 */
export const groupOf = ({ severity, code, queue, message, advice }) => ({
  severity,
  code,
  queueCount: queue ? 1 : 0,
  queues: queue ? [queue] : [],
  message,
  advice,
});

/**
 * @param {{groups: Api.FindingGroup[], queue?: string, total?: number}} props total: of all findings in the groups;
 *   queue: that of the page
 */
export function Findings({ groups, queue, total = groups.length }) {
  const { status } = useStore(live);
  const [all, setAll] = useState(false);
  const sorted = [...groups].sort((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity));
  const shown = all ? sorted : sorted.slice(0, SHOWN);
  return html`
    <section class="panel">
      <header>
        <h2>${overviewTexts.findings}</h2>
        ${groups.length ? html`
          <${Chip} tone=${TONES[sorted[0]?.severity ?? 'info']} text=${number(total)} />
        ` : html`
          <span class="row small muted" title=${status === 'lost' ? undefined : overviewTexts.noFindingsDetail}>
            <${Icon} name=${status === 'lost' ? 'info' : 'check'} />
            ${status === 'lost' ? overviewTexts.unknownFindings : overviewTexts.noFindings}
          </span>
        `}
      </header>
      ${groups.length ? html`
        <ul>
          ${each(shown, (group, index) => html`
            <${Group} key="${group.code}${group.queues[0]}${index}" group=${group} queue=${queue} />
          `, 'li')}
        </ul>
      ` : null}
      ${groups.length > SHOWN && !all ? html`
        <div class="body">
          <${Button} small label=${overviewTexts.more(groups.length - SHOWN)} onClick=${() => setAll(true)} />
        </div>
      ` : null}
    </section>
  `;
}

/** @param {{group: Api.FindingGroup, queue?: string}} props */
function Group({ group, queue }) {
  const [open, setOpen] = useState(false);
  const [one] = group.queues;
  const many = group.queueCount > 1;
  const named = one !== undefined && one !== queue && !many;
  const shown = open ? group.queues : group.queues.slice(0, NAMED);
  return html`
    <li class="finding" data-tone=${TONES[group.severity]}>
      <${Icon} name=${group.severity === 'info' ? 'info' : 'errors'} />
      <div>
        <span class="severity">${alertsTexts.severities[group.severity]}:</span> ${many
          ? html`<strong>${overviewTexts.inQueues(number(group.queueCount))}</strong> `
          : named
            ? [html`<a href=${link('queues', [one])} class="strong">${visible(one)}</a>`, ' ']
            : null}
        ${visible(many || named ? group.message : sentence(group.message))}
        ${many ? html`
          <div class="row small names">
            ${shown.map((name) => html`<a key=${name} href=${link('queues', [name])}>${visible(name, 40)}</a>`)}
            ${open || group.queues.length <= NAMED ? null : html`
              <${Button} small label=${overviewTexts.more(group.queueCount - NAMED)} expanded=${undefined}
                  describe=${overviewTexts.moreQueues(group.queueCount - NAMED)} onClick=${() => setOpen(true)} />
            `}
            ${open && group.queueCount > group.queues.length ? html`
              <a class="muted" href=${link('queues')}>${overviewTexts.more(group.queueCount - group.queues.length)}</a>
            ` : null}
          </div>
        ` : null}
        ${group.advice ? html`<div class="advice">${visible(sentence(group.advice))}</div>` : null}
      </div>
    </li>
  `;
}
