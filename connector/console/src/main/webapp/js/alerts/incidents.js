/** The table of incidents, open ones or those that are over. */
import { el, h } from '../core/dom.js';
import { link } from '../core/route.js';
import { plain, visible } from '../core/visible.js';
import { texts } from '../texts.js';
import { Button } from '../ui/button.js';
import { show } from '../ui/dialog.js';
import { Chip, Time } from '../ui/parts.js';
import { TableWrap } from '../ui/table-wrap.js';
import { SilenceDialog } from './silences.js';

/** @typedef {import('../core/types.js').Incident} Incident */

const TONES = { error: 'danger', warning: 'warn', info: 'info' };
const DELIVERY_TONES = { none: undefined, sent: 'ok', failed: 'danger', unknown: 'warn' };

/**
 * @param {{redis: string, incidents: Incident[], view?: import('../core/types.js').AlertsView,
 *   reload?: () => Promise<unknown>}} props without a view: those that are over
 */
export function IncidentTable({ redis, incidents, view, reload }) {
  const heads = [texts.alerts.finding, texts.alerts.queue, texts.alerts.what, texts.alerts.since, view ? texts.alerts.state : texts.alerts.resolved, texts.alerts.messages];
  return h(TableWrap, null, el('table', { class: 'table roomy' }, el('caption', { class: 'visually-hidden' }, texts.alerts.caption),
    el('thead', null, el('tr', null, heads.map((head) => el('th', { key: head, scope: 'col' }, head)),
      view ? el('th', { scope: 'col' }, el('span', { class: 'visually-hidden' }, texts.common.actions)) : null)),
    el('tbody', null, incidents.map((incident) => el('tr', { key: incident.id },
      el('td', null, el('span', { class: 'stack', style: { gap: '4px', justifyItems: 'start' } }, h(Chip, { tone: TONES[incident.severity], text: texts.alerts.severities[incident.severity] }), el('code', null, visible(incident.code)))),
      el('td', { 'data-label': texts.alerts.queue }, h(Where, { incident })),
      el('td', { class: 'wrap', 'data-label': texts.alerts.what }, el('span', null, visible(incident.message), incident.advice ? el('span', { class: 'muted small', style: { display: 'block' } }, visible(incident.advice)) : null)),
      el('td', { 'data-label': texts.alerts.since }, h(Time, { at: incident.since })),
      el('td', { 'data-label': view ? texts.alerts.state : texts.alerts.resolved }, view ? h(State, { incident }) : h(Time, { at: incident.resolvedAt })),
      el('td', { 'data-label': texts.alerts.messages }, h(Deliveries, { incident })),
      view ? el('td', null, h(Button, {
        label: texts.alerts.silence, describe: texts.alerts.actionsOf(plain(`${incident.code} ${incident.queue}`)), small: true, role: 'admin',
        onClick: () => show(h(SilenceDialog, { redis, codes: view.codes, code: incident.code, queues: incident.manyQueues && incident.queue === '*' ? '' : incident.queue, after: reload })),
      })) : null)))));
}

/** @param {{incident: Incident}} props */
const Where = ({ incident }) => (incident.queue === '' ? el('span', { class: 'muted' }, texts.alerts.redis) : incident.manyQueues
  ? el('span', null, incident.queue === '*' ? texts.alerts.many : visible(incident.queue)) : el('a', { href: link('queues', [incident.queue]) }, visible(incident.queue)));

/** @param {{incident: Incident}} props */
const State = ({ incident }) => el('span', { class: 'row' },
  el('span', { title: incident.state === 'waiting' ? texts.alerts.waitingDetail : undefined }, h(Chip, { tone: incident.state === 'open' ? 'danger' : undefined, text: texts.alerts.states[incident.state] })),
  incident.silence ? el('span', { title: plain(incident.silence.reason) }, h(Chip, { tone: 'info', text: texts.alerts.silenced })) : null);

/** @param {{incident: Incident}} props */
const Deliveries = ({ incident }) => el('span', { class: 'row' }, incident.deliveries.length ? incident.deliveries.map((one) => el('span', {
  key: one.target, title: one.error ? texts.alerts.attempts(one.attempts, one.error) : undefined,
}, h(Chip, { tone: DELIVERY_TONES[one.state], text: texts.alerts.delivery(one.target, texts.alerts.deliveries[one.state]) }),
one.error ? el('span', { class: 'error-text small', style: { display: 'block' } }, texts.alerts.attempts(one.attempts, one.error)) : null)) : el('span', { class: 'muted' }, '–'));
