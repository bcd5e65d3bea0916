/** Where alerts are sent. Addresses are in the configuration of the server. */
import { el, h, useState } from '../core/dom.js';
import { path, post } from '../core/api.js';
import { visible } from '../core/visible.js';
import { texts } from '../texts.js';
import { Button } from '../ui/button.js';
import { Empty } from '../ui/states.js';
import { complain, say } from '../ui/toast.js';

/** @param {{redis: string, targets: import('../core/types.js').AlertTarget[]}} props */
export function Targets({ redis, targets }) {
  const [busy, setBusy] = useState('');
  const test = async (/** @type {string} */ name) => {
    if (busy) {
      return;
    }
    setBusy(name);
    try {
      await post(`${path(redis, 'alerts', 'targets', name)}/test`);
      say(texts.alerts.tested(name));
    } catch (error) {
      complain(error);
    }
    setBusy('');
  };
  if (!targets.length) {
    return el('div', { class: 'panel' }, h(Empty, { icon: 'alerts', title: texts.alerts.noTargetsTitle, text: texts.alerts.noTargetsDetail }));
  }
  return el('div', { class: 'stack' }, el('p', { class: 'muted small' }, texts.alerts.targetsDetail),
    el('div', { class: 'table-wrap cards' }, el('table', { class: 'table' }, el('caption', { class: 'visually-hidden' }, texts.alerts.targetsCaption),
      el('thead', null, el('tr', null, [texts.alerts.name, texts.alerts.kind, texts.alerts.address].map((head) => el('th', { key: head, scope: 'col' }, head)),
        el('th', { scope: 'col' }, el('span', { class: 'visually-hidden' }, texts.common.actions)))),
      el('tbody', null, targets.map((target) => el('tr', { key: target.name },
        el('td', null, el('strong', null, target.name)), el('td', { 'data-label': texts.alerts.kind }, texts.alerts.kindNames[target.kind]),
        el('td', { 'data-label': texts.alerts.address }, el('span', { class: 'mono' }, visible(target.address))),
        el('td', { class: 'right' }, h(Button, { label: busy === target.name ? texts.common.working : texts.alerts.test, describe: `${texts.alerts.test}: ${target.name}`, small: true, role: 'admin', onClick: () => void test(target.name) }))))))));
}
