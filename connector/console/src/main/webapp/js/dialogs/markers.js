/** Moments on the time axis of charts: add and remove. */
import { el, h, useState } from '../core/dom.js';
import { path, post, remove } from '../core/api.js';
import { useBusy } from '../core/busy.js';
import { oneLine, plain } from '../core/visible.js';
import { texts } from '../texts.js';
import { Button } from '../ui/button.js';
import { Dialog, useClose } from '../ui/dialog.js';
import { Field } from '../ui/field.js';
import { Time } from '../ui/parts.js';
import { complain, say } from '../ui/toast.js';
import { refusal } from '../core/session.js';
import { fromField, toField, zoneName } from '../core/zone-time.js';

const MAX = 80;

/** @param {{redis: string, markers: import('../core/types.js').Marker[], after: () => Promise<unknown>}} props */
export function MarkersDialog({ redis, markers, after }) {
  const [text, setText] = useState('');
  const [at, setAt] = useState(toField(Date.now()));
  const [gone, setGone] = useState(/** @type {string[]} */ ([]));
  const { busy, run: once } = useBusy();
  const close = useClose();
  const missing = !text.trim() || [...text.trim()].length > MAX ? texts.markers.first : Number.isNaN(fromField(at)) ? texts.reschedule.first : null;
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
    if (await run(() => post(path(redis, 'markers'), { text: text.trim(), at: new Date(fromField(at)).toISOString() }), texts.markers.added)) {
      close();
    }
  };
  const drop = async (/** @type {string} */ id) => {
    if (await run(() => remove(path(redis, 'markers', id)), texts.markers.removed)) {
      setGone([...gone, id]);
    }
  };
  const shown = markers.filter((marker) => !gone.includes(marker.id)).slice(0, 20);
  return h(Dialog, { title: texts.markers.title, submit: texts.markers.add, cancel: texts.common.close, busy, disabled: refusal('operator') ?? missing, onSubmit: () => void once(add) },
    el('p', { class: 'muted small' }, texts.markers.detail),
    h(Field, { label: texts.markers.text, hint: texts.markers.textHint, value: text, onInput: setText, autofocus: true }),
    h(Field, { label: texts.markers.at, hint: zoneName(), type: 'datetime-local', value: at, onInput: setAt }),
    shown.length ? el('ul', { class: 'marker-list' }, shown.map((marker) => el('li', { key: marker.id },
      el('span', { class: 'grow' }, oneLine(marker.text, 80)), el('span', { class: 'muted small' }, plain(marker.user)), h(Time, { at: marker.at }),
      h(Button, { label: texts.common.remove, describe: texts.markers.remove(plain(marker.text)), icon: 'delete', iconOnly: true, small: true, kind: 'ghost', role: 'operator', onClick: () => void once(() => drop(marker.id)) })))) : null);
}
