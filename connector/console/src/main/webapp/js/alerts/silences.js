/** Silences: times in which no message is sent. */
import { html, useState } from '../core/dom.js';
import { path, post, remove } from '../core/api.js';
import { useBusy } from '../core/busy.js';
import { complain, say } from '../core/messages.js';
import { plain, visible } from '../core/visible.js';
import { fromField, isoOf, toField, zoneName } from '../core/zone-time.js';
import { alertsTexts } from '../texts/alerts.js';
import { commonTexts } from '../texts/common.js';
import { rescheduleTexts } from '../texts/task-dialogs.js';
import { each } from '../ui/boundary.js';
import { Button } from '../ui/button.js';
import { Dialog, show, useClose } from '../ui/dialog.js';
import { Field, Select } from '../ui/field.js';
import { Time } from '../ui/parts.js';
import { QueueField } from '../ui/queue-field.js';
import { Empty } from '../ui/states.js';


/** @param {{redis: string, view: Api.AlertView, reload: () => Promise<unknown>}} props */
export function Silences({ redis, view, reload }) {
  const silences = view.settings.silences;
  const { run } = useBusy();
  const end = async (/** @type {Api.Silence} */ silence) => {
    try {
      await remove(path(redis, 'alerts', 'silences', silence.id));
      say(alertsTexts.ended);
    } catch (error) {
      complain(error);
    }
    await reload();
  };
  const create = html`
    <${Button} label=${alertsTexts.newSilence} icon="plus" role="admin"
        onClick=${() => show(html`<${SilenceDialog} redis=${redis} codes=${view.codes} after=${reload} />`)} />
  `;
  if (!silences.length) {
    return html`
      <div class="panel">
        <${Empty} icon="pause" title=${alertsTexts.noSilences} text=${alertsTexts.noSilencesDetail}>
          ${create}
        </${Empty}>
      </div>
    `;
  }
  return html`
    <div class="stack">
      <div class="row">${create}</div>
      <div class="table-wrap cards">
        <table class="table">
          <caption class="visually-hidden">${alertsTexts.silencesCaption}</caption>
          <thead>
            <tr>
              ${[
                alertsTexts.finding,
                alertsTexts.pattern,
                alertsTexts.until,
                alertsTexts.reason,
                alertsTexts.by,
              ].map((head) => html`<th key=${head} scope="col">${head}</th>`)}
              <th scope="col"><span class="visually-hidden">${commonTexts.actions}</span></th>
            </tr>
          </thead>
          <tbody>
            ${each(silences, (silence) => html`
              <tr key=${silence.id}>
                <td>${silence.code ? html`<code>${visible(silence.code)}</code>` : alertsTexts.anyCode}</td>
                <td data-label=${alertsTexts.pattern}>
                  ${silence.queues ? visible(silence.queues) : alertsTexts.anyQueue}
                </td>
                <td data-label=${alertsTexts.until}><${Time} at=${silence.until} /></td>
                <td class="wrap" data-label=${alertsTexts.reason}>${visible(silence.reason)}</td>
                <td data-label=${alertsTexts.by}>${visible(silence.user)}</td>
                <td>
                  <${Button} label=${alertsTexts.end}
                      describe=${alertsTexts.endOf(
                        plain(`${silence.code || alertsTexts.anyCode}, ${silence.queues || alertsTexts.anyQueue}`),
                      )}
                      small role="admin" onClick=${() => void run(() => end(silence))} />
                </td>
              </tr>
            `)}
          </tbody>
        </table>
      </div>
    </div>
  `;
}

/** @param {{redis: string, codes: string[], code?: string, queues?: string, after?: () => Promise<unknown>}} props */
export function SilenceDialog({ redis, codes, code = '', queues = '', after }) {
  const [about, setAbout] = useState(code);
  const [where, setWhere] = useState(queues);
  const [until, setUntil] = useState(toField(Date.now() + 4 * 3_600_000));
  const [reason, setReason] = useState('');
  const { busy, run } = useBusy();
  const close = useClose();
  const missing = Number.isNaN(fromField(until))
    ? rescheduleTexts.first
    : reason.trim()
      ? null
      : alertsTexts.silenceFirst;
  const submit = async () => {
    try {
      await post(path(redis, 'alerts', 'silences'), {
        code: about || null,
        queues: where.trim() || null,
        until: isoOf(until),
        reason: reason.trim(),
      });
      close();
      say(alertsTexts.silenceDone);
    } catch (error) {
      complain(error);
    }
    await after?.();
  };
  return html`
    <${Dialog} title=${alertsTexts.silenceTitle} submit=${alertsTexts.silenceSubmit} disabled=${missing} busy=${busy}
        onSubmit=${() => void run(submit)}>
      <${Select} label=${alertsTexts.finding} value=${about} onInput=${setAbout}
          options=${[
            ['', alertsTexts.anyCode],
            ...codes.map(
              (name) => /** @type {[string, string]} */ ([name, `${name}: ${alertsTexts.codes[name] ?? ''}`]),
            ),
          ]} />
      <${QueueField} redis=${redis} label=${alertsTexts.silenceQueues} hint=${alertsTexts.silenceQueuesHint}
          value=${where} onInput=${setWhere} />
      <div class="field">
        <${Field} label=${alertsTexts.until} hint=${zoneName()} type="datetime-local" value=${until}
            onInput=${setUntil} />
        <div class="row" role="group" aria-label=${alertsTexts.span}>
          ${Object.entries(alertsTexts.spans).map(([hours, label]) => html`
            <${Button} key=${hours} label=${label} small
                onClick=${() => setUntil(toField(Date.now() + Number(hours) * 3_600_000))} />
          `)}
        </div>
      </div>
      <${Field} label=${alertsTexts.reason} value=${reason} onInput=${setReason} required autofocus />
    </${Dialog}>
  `;
}
