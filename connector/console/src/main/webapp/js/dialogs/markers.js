/** Moments on the time axis of charts: add and remove. */
import { html, useState } from '../core/dom.js';
import { path, post, remove } from '../core/api.js';
import { useBusy } from '../core/busy.js';
import { complain, say } from '../core/messages.js';
import { refusal } from '../core/session.js';
import { oneLine, plain } from '../core/visible.js';
import { fromField, isoOf, toField, zoneName } from '../core/zone-time.js';
import { commonTexts } from '../texts/common.js';
import { markersTexts } from '../texts/statistics.js';
import { rescheduleTexts } from '../texts/task-dialogs.js';
import { each } from '../ui/boundary.js';
import { Button } from '../ui/button.js';
import { Dialog, useClose } from '../ui/dialog.js';
import { Field } from '../ui/field.js';
import { Time } from '../ui/parts.js';

const MAX = 80;

/** @param {{redis: string, markers: Api.Marker[], after: () => Promise<unknown>}} props */
export function MarkersDialog({ redis, markers, after }) {
  const [text, setText] = useState('');
  const [at, setAt] = useState(toField(Date.now()));
  const [gone, setGone] = useState(/** @type {string[]} */ ([]));
  const { busy, run: once } = useBusy();
  const close = useClose();
  const missing =
    !text.trim() || [...text.trim()].length > MAX
      ? markersTexts.first
      : Number.isNaN(fromField(at))
        ? rescheduleTexts.first
        : null;
  const run = async (/** @type {() => Promise<unknown>} */ work, /** @type {string} */ done) => {
    try {
      await work();
      say(done);
      await after();
      return true;
    } catch (error) {
      complain(error);
      return false;
    }
  };
  const add = async () => {
    if (
      await run(
        () => post(path(redis, 'markers'), { text: text.trim(), at: isoOf(at) }),
        markersTexts.added,
      )
    ) {
      close();
    }
  };
  const drop = async (/** @type {string} */ id) => {
    if (await run(() => remove(path(redis, 'markers', id)), markersTexts.removed)) {
      setGone([...gone, id]);
    }
  };
  const shown = markers.filter((marker) => !gone.includes(marker.id)).slice(0, 20);
  return html`
    <${Dialog} title=${markersTexts.title} submit=${markersTexts.add} cancel=${commonTexts.close} busy=${busy}
        disabled=${refusal('operator') ?? missing} onSubmit=${() => void once(add)}>
      <p class="muted small">${markersTexts.detail}</p>
      <${Field} label=${markersTexts.text} hint=${markersTexts.textHint} value=${text} onInput=${setText} autofocus />
      <${Field} label=${markersTexts.at} hint=${zoneName()} type="datetime-local" value=${at} onInput=${setAt} />
      ${shown.length ? html`
        <ul class="marker-list">
          ${each(shown, (marker) => html`
            <li key=${marker.id}>
              <span class="grow">${oneLine(marker.text, 80)}</span>
              <span class="muted small">${plain(marker.user)}</span>
              <${Time} at=${marker.at} />
              <${Button} label=${commonTexts.remove} describe=${markersTexts.remove(plain(marker.text))} icon="delete"
                  iconOnly small kind="ghost" role="operator" onClick=${() => void once(() => drop(marker.id))} />
            </li>
          `, 'li')}
        </ul>
      ` : null}
    </${Dialog}>
  `;
}
