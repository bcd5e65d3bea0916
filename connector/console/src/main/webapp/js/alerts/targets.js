/** Where alerts are sent. Addresses are in the configuration of the server. */
import { html, useState } from '../core/dom.js';
import { path, post } from '../core/api.js';
import { complain, say } from '../core/messages.js';
import { visible } from '../core/visible.js';
import { alertsTexts } from '../texts/alerts.js';
import { commonTexts } from '../texts/common.js';
import { each } from '../ui/boundary.js';
import { Button } from '../ui/button.js';
import { Empty } from '../ui/states.js';

/** @param {{redis: string, targets: Api.Target[]}} props */
export function Targets({ redis, targets }) {
  const [busy, setBusy] = useState('');
  const test = async (/** @type {string} */ name) => {
    if (busy) {
      return;
    }
    setBusy(name);
    try {
      await post(`${path(redis, 'alerts', 'targets', name)}/test`);
      say(alertsTexts.tested(name));
    } catch (error) {
      complain(error);
    }
    setBusy('');
  };
  if (!targets.length) {
    return html`
      <div class="panel">
        <${Empty} icon="alerts" title=${alertsTexts.noTargetsTitle} text=${alertsTexts.noTargetsDetail} />
      </div>
    `;
  }
  return html`
    <div class="stack">
      <p class="muted small">${alertsTexts.targetsDetail}</p>
      <div class="table-wrap cards">
        <table class="table">
          <caption class="visually-hidden">${alertsTexts.targetsCaption}</caption>
          <thead>
            <tr>
              ${[alertsTexts.name, alertsTexts.kind, alertsTexts.address].map((head) => html`
                <th key=${head} scope="col">${head}</th>
              `)}
              <th scope="col"><span class="visually-hidden">${commonTexts.actions}</span></th>
            </tr>
          </thead>
          <tbody>
            ${each(targets, (target) => html`
              <tr key=${target.name}>
                <td><strong>${target.name}</strong></td>
                <td data-label=${alertsTexts.kind}>${alertsTexts.kindNames[target.kind]}</td>
                <td data-label=${alertsTexts.address}><span class="mono">${visible(target.address)}</span></td>
                <td class="right">
                  <${Button} label=${busy === target.name ? commonTexts.working : alertsTexts.test}
                      describe="${alertsTexts.test}: ${target.name}" small role="admin"
                      onClick=${() => void test(target.name)} />
                </td>
              </tr>
            `)}
          </tbody>
        </table>
      </div>
    </div>
  `;
}
