/** Silences: times in which no message is sent. */
import { el, h, useState } from '../core/dom.js';
import { path, post, remove } from '../core/api.js';
import { useBusy } from '../core/busy.js';
import { plain, visible } from '../core/visible.js';
import { fromField, toField, zoneName } from '../core/zone-time.js';
import { texts } from '../texts.js';
import { Button } from '../ui/button.js';
import { Dialog, show, useClose } from '../ui/dialog.js';
import { Field, Select } from '../ui/field.js';
import { Time } from '../ui/parts.js';
import { QueueField } from '../ui/queue-field.js';
import { Empty } from '../ui/states.js';
import { complain, say } from '../ui/toast.js';

/** @typedef {import('../core/types.js').Silence} Silence */

/** @param {{redis: string, view: import('../core/types.js').AlertsView, reload: () => Promise<unknown>}} props */
export function Silences({ redis, view, reload }) {
  const silences = view.settings.silences;
  const { run } = useBusy();
  const end = async (/** @type {Silence} */ silence) => {
    try {
      await remove(path(redis, 'alerts', 'silences', silence.id));
      say(texts.alerts.ended);
    } catch (error) {
      complain(error);
    }
    await reload();
  };
  const create = h(Button, { label: texts.alerts.newSilence, icon: 'plus', role: 'admin', onClick: () => show(h(SilenceDialog, { redis, codes: view.codes, after: reload })) });
  if (!silences.length) {
    return el('div', { class: 'panel' }, h(Empty, { icon: 'pause', title: texts.alerts.noSilences, text: texts.alerts.noSilencesDetail }, create));
  }
  return el('div', { class: 'stack' }, el('div', { class: 'row' }, create),
    el('div', { class: 'table-wrap cards' }, el('table', { class: 'table' }, el('caption', { class: 'visually-hidden' }, texts.alerts.silencesCaption),
      el('thead', null, el('tr', null, [texts.alerts.finding, texts.alerts.pattern, texts.alerts.until, texts.alerts.reason, texts.alerts.by].map((head) => el('th', { key: head, scope: 'col' }, head)),
        el('th', { scope: 'col' }, el('span', { class: 'visually-hidden' }, texts.common.actions)))),
      el('tbody', null, silences.map((silence) => el('tr', { key: silence.id },
        el('td', null, silence.code ? el('code', null, visible(silence.code)) : texts.alerts.anyCode),
        el('td', { 'data-label': texts.alerts.pattern }, silence.queues ? visible(silence.queues) : texts.alerts.anyQueue),
        el('td', { 'data-label': texts.alerts.until }, h(Time, { at: silence.until })),
        el('td', { class: 'wrap', 'data-label': texts.alerts.reason }, visible(silence.reason)), el('td', { 'data-label': texts.alerts.by }, visible(silence.user)),
        el('td', null, h(Button, { 
          label: texts.alerts.end, describe: texts.alerts.endOf(plain(`${silence.code || texts.alerts.anyCode}, ${silence.queues || texts.alerts.anyQueue}`)),
          small: true, role: 'admin', onClick: () => void run(() => end(silence)),
        }))))))));
}

/** @param {{redis: string, codes: string[], code?: string, queues?: string, after?: () => Promise<unknown>}} props */
export function SilenceDialog({ redis, codes, code = '', queues = '', after }) {
  const [about, setAbout] = useState(code);
  const [where, setWhere] = useState(queues);
  const [until, setUntil] = useState(toField(Date.now() + 4 * 3_600_000));
  const [reason, setReason] = useState('');
  const { busy, run } = useBusy();
  const close = useClose();
  const missing = Number.isNaN(fromField(until)) ? texts.reschedule.first : reason.trim() ? null : texts.alerts.silenceFirst;
  const submit = async () => {
    try {
      await post(path(redis, 'alerts', 'silences'), { code: about || null, queues: where.trim() || null, until: new Date(fromField(until)).toISOString(), reason: reason.trim() });
      close();
      say(texts.alerts.silenceDone);
    } catch (error) {
      complain(error);
    }
    await after?.();
  };
  return h(Dialog, { title: texts.alerts.silenceTitle, submit: texts.alerts.silenceSubmit, disabled: missing, busy, onSubmit: () => void run(submit) },
    h(Select, { label: texts.alerts.finding, value: about, onInput: setAbout, options: [['', texts.alerts.anyCode], ...codes.map((name) => /** @type {[string, string]} */ ([name, `${name}: ${texts.alerts.codes[name] ?? ''}`]))] }),
    h(QueueField, { redis, label: texts.alerts.silenceQueues, hint: texts.alerts.silenceQueuesHint, value: where, onInput: setWhere }),
    el('div', { class: 'field' }, h(Field, { label: texts.alerts.until, hint: zoneName(), type: 'datetime-local', value: until, onInput: setUntil }),
      el('div', { class: 'row', role: 'group', 'aria-label': texts.alerts.span }, Object.entries(texts.alerts.spans).map(([hours, label]) =>
        h(Button, { key: hours, label, small: true, onClick: () => setUntil(toField(Date.now() + Number(hours) * 3_600_000)) })))),
    h(Field, { label: texts.alerts.reason, value: reason, onInput: setReason, required: true, autofocus: true }));
}
