/** The table of open or closed incidents. */
import { html } from '../core/dom.js';
import { link } from '../core/route.js';
import { plain, visible } from '../core/visible.js';
import { alertsTexts } from '../texts/alerts.js';
import { commonTexts } from '../texts/common.js';
import { each } from '../ui/boundary.js';
import { Button } from '../ui/button.js';
import { show } from '../ui/dialog.js';
import { Icon } from '../ui/icon.js';
import { Chip, Time } from '../ui/parts.js';
import { TableWrap } from '../ui/table-wrap.js';
import { SilenceDialog } from './silences.js';


const TONES = { error: 'danger', warning: 'warn', info: 'info' };
const DELIVERY_TONES = { none: undefined, sent: 'ok', failed: 'danger', unknown: 'warn' };

/**
 * @param {{redis: string, incidents: Api.Incident[], view?: Api.AlertView,
 *   reload?: () => Promise<unknown>}} props without a view: closed incidents
 */
export function IncidentTable({ redis, incidents, view, reload }) {
  const heads = [
    alertsTexts.finding,
    alertsTexts.queue,
    alertsTexts.what,
    alertsTexts.since,
    view ? alertsTexts.state : alertsTexts.resolved,
    alertsTexts.messages,
  ];
  return html`
    <div class="stack">
      <${FailingTargets} incidents=${incidents} />
      <${TableWrap}>
        <table class="table roomy">
          <caption class="visually-hidden">${alertsTexts.caption}</caption>
          <thead>
            <tr>
              ${heads.map((head) => html`<th key=${head} scope="col">${head}</th>`)}
              ${view ? html`<th scope="col"><span class="visually-hidden">${commonTexts.actions}</span></th>` : null}
            </tr>
          </thead>
          <tbody>
            ${each(incidents, (incident) => html`
              <tr key=${incident.id}>
                <td>
                  <span class="stack" style=${{ gap: '4px', justifyItems: 'start' }}>
                    <${Chip} tone=${TONES[incident.severity]} text=${alertsTexts.severities[incident.severity]} />
                    <code>${visible(incident.code)}</code>
                  </span>
                </td>
                <td data-label=${alertsTexts.queue}><${Where} incident=${incident} /></td>
                <td class="wrap" data-label=${alertsTexts.what}>
                  <span>
                    ${visible(incident.message)}
                    ${incident.advice ? html`
                      <span class="muted small" style=${{ display: 'block' }}>${visible(incident.advice)}</span>
                    ` : null}
                  </span>
                </td>
                <td data-label=${alertsTexts.since}><${Time} at=${incident.since} /></td>
                <td data-label=${view ? alertsTexts.state : alertsTexts.resolved}>
                  ${view ? html`<${State} incident=${incident} />` : html`<${Time} at=${incident.resolvedAt} />`}
                </td>
                <td data-label=${alertsTexts.messages}><${Deliveries} incident=${incident} /></td>
                ${view ? html`
                  <td>
                    <${Button} label=${alertsTexts.silence}
                        describe=${alertsTexts.actionsOf(plain(`${incident.code} ${incident.queue}`))}
                        small role="admin"
                        onClick=${() =>
                          show(html`
                            <${SilenceDialog} redis=${redis} codes=${view.codes} code=${incident.code}
                                queues=${incident.manyQueues && incident.queue === '*' ? '' : incident.queue}
                                after=${reload} />
                          `)} />
                  </td>
                ` : null}
              </tr>
            `)}
          </tbody>
        </table>
      </${TableWrap}>
    </div>
  `;
}

/** Once for each target, not in each row. @param {{incidents: Api.Incident[]}} props */
function FailingTargets({ incidents }) {
  const failed = new Map(incidents.flatMap((incident) => incident.deliveries
    .filter((one) => one.error)
    .map((one) => [one.target, one])));
  return failed.size ? html`
    <div class="note" data-tone="danger" role="status">
      <${Icon} name="errors" />
      <ul>
        ${each([...failed.values()], (one) => html`
          <li key=${one.target}>
            <strong>${visible(one.target)}</strong>:
            ${visible(alertsTexts.attempts(one.attempts, one.error ?? ''), 300)}
          </li>
        `, 'li')}
      </ul>
    </div>
  ` : null;
}

/** @param {{incident: Api.Incident}} props */
const Where = ({ incident }) =>
  incident.queue === '' ? html`<span class="muted">${alertsTexts.redis}</span>` : incident.manyQueues ? html`
    <span>${incident.queue === '*' ? alertsTexts.many : visible(incident.queue)}</span>
  ` : html`<a href=${link('queues', [incident.queue])}>${visible(incident.queue)}</a>`;

/** @param {{incident: Api.Incident}} props */
const State = ({ incident }) => html`
  <span class="row">
    <span title=${incident.state === 'waiting' ? alertsTexts.waitingDetail : undefined}>
      <${Chip} tone=${incident.state === 'open' ? 'danger' : undefined} text=${alertsTexts.states[incident.state]} />
    </span>
    ${incident.silence ? html`
      <span title=${plain(incident.silence.reason)}><${Chip} tone="info" text=${alertsTexts.silenced} /></span>
    ` : null}
  </span>
`;

/** @param {{incident: Api.Incident}} props */
const Deliveries = ({ incident }) => html`
  <span class="row">
    ${incident.deliveries.length ? incident.deliveries.map((one) => html`
      <span key=${one.target} title=${one.error ? alertsTexts.attempts(one.attempts, one.error) : undefined}>
        <${Chip} tone=${DELIVERY_TONES[one.state]}
            text=${alertsTexts.delivery(one.target, alertsTexts.deliveries[one.state])} />
      </span>
    `) : html`<span class="muted">–</span>`}
  </span>
`;
