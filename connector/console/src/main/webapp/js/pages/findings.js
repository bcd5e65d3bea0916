/** What needs attention, the gravest first. While Redis is lost it is not known. */
import { html, useState } from '../core/dom.js';
import { sentence } from '../core/format.js';
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
import { Empty } from '../ui/states.js';

const TONES = { error: 'danger', warning: 'warn', info: 'info' };
const ORDER = ['error', 'warning', 'info'];
const SHOWN = 6;

/**
 * @param {{findings: Api.Finding[], queue?: string, total?: number}} props total: of more
 *   findings than are given
 */
export function Findings({ findings, queue, total = findings.length }) {
  const { status } = useStore(live);
  const [all, setAll] = useState(false);
  const sorted = [...findings].sort((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity));
  const shown = all ? sorted : sorted.slice(0, SHOWN);
  return html`
    <section class="panel">
      <header>
        <h2>${overviewTexts.findings}</h2>
        ${findings.length ? html`<${Chip} tone=${TONES[sorted[0]?.severity ?? 'info']} text=${String(total)} />` : null}
      </header>
      ${findings.length === 0 ? status === 'lost' ? html`
        <${Empty} icon="info" title=${overviewTexts.unknownFindings} />
      ` : html`
        <${Empty} icon="check" title=${overviewTexts.noFindings} text=${overviewTexts.noFindingsDetail} />
      ` : html`
        <ul>
          ${each(shown, (finding, index) => html`
            <li key="${finding.code}${finding.queue}${index}" class="finding" data-tone=${TONES[finding.severity]}>
              <${Icon} name=${finding.severity === 'info' ? 'info' : 'errors'} />
              <div>
                <span class="severity">${alertsTexts.severities[finding.severity]}:</span> ${finding.queue &&
                finding.queue !== queue
                  ? [html`<a href=${link('queues', [finding.queue])} class="strong">${visible(finding.queue)}</a>`, ' ']
                  : null}
                ${visible(finding.queue && finding.queue !== queue ? finding.message : sentence(finding.message))}
                ${finding.advice ? html`<div class="advice">${visible(sentence(finding.advice))}</div>` : null}
              </div>
            </li>
          `, 'li')}
        </ul>
      `}
      ${findings.length > SHOWN && !all ? html`
        <div class="body">
          <${Button} small label=${overviewTexts.more(findings.length - SHOWN)} onClick=${() => setAll(true)} />
        </div>
      ` : null}
    </section>
  `;
}
