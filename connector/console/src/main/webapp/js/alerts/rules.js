/** Rules: which findings open an incident, and from which limits on. */
import { el, h } from '../core/dom.js';
import { path, post } from '../core/api.js';
import { useBusy } from '../core/busy.js';
import { refusal } from '../core/session.js';
import { texts } from '../texts.js';
import { Button } from '../ui/button.js';
import { Field, Select } from '../ui/field.js';
import { Icon } from '../ui/icon.js';
import { QueueField } from '../ui/queue-field.js';
import { complain, say } from '../ui/toast.js';

/** @typedef {import('../core/types.js').AlertSettings} AlertSettings */
/** @typedef {{code: string, queues: string, limit: string, severity: import('../core/types.js').Severity}} Draft */

const SEVERITIES = /** @type {[string, string][]} */ (Object.entries(texts.alerts.severities));
const KINDS = /** @type {[string, string][]} */ (Object.entries(texts.alerts.kinds));

/**
 * What the user has changed: it stays while others save, and while other tabs are looked at. `base`: the rules that it began with.
 * @typedef {{draft: ReturnType<typeof draftOf>, base: string}} Edit
 */

/** The unit of users for a limit: seconds in place of milliseconds. @param {string} code */
const unit = (code) => (code === 'oldest-pending' ? 1000 : 1);

/** @param {AlertSettings} settings */
const draftOf = (settings) => ({
  minSeverity: settings.minSeverity, hold: String(settings.holdMs / 1000), reminder: String(settings.reminderMs / 60_000), off: settings.off,
  thresholds: settings.thresholds.map((one) => /** @type {Draft} */ ({ ...one, limit: String(one.limit / unit(one.code)) })),
});

/** @param {string} text */
const isNumber = (text) => text.trim() !== '' && Number(text) >= 0;

/** @param {string} seconds */
const isHold = (seconds) => isNumber(seconds) && Number(seconds) <= 86_400;

/** @param {string} minutes */
const isReminder = (minutes) => isNumber(minutes) && (Number(minutes) === 0 || (Number(minutes) >= 5 && Number(minutes) <= 43_200));

/** @param {Draft} draft */
const isLimit = ({ code, limit }) => isNumber(limit) && (code !== 'failure-share' || Number(limit) <= 100);

/** @param {{redis: string, view: import('../core/types.js').AlertsView, reload: () => Promise<unknown>, edit: Edit | null, setEdit: (edit: Edit | null) => void}} props */
export function Rules({ redis, view, reload, edit, setEdit }) {
  const { busy, run } = useBusy();
  const present = JSON.stringify(draftOf(view.settings));
  const draft = edit?.draft ?? draftOf(view.settings);
  const patch = (/** @type {Partial<typeof draft>} */ part) => {
    const next = { ...draft, ...part };
    setEdit(JSON.stringify(next) === present ? null : { draft: next, base: edit?.base ?? present });
  };
  const valid = isHold(draft.hold) && isReminder(draft.reminder) && draft.thresholds.every((one) => isLimit(one) && one.queues.trim());
  const changed = JSON.stringify(draft) !== present;
  const outdated = changed && !!edit && edit.base !== present;
  const refused = refusal('admin');
  const reason = refused ?? (!valid ? texts.alerts.invalid : !changed ? texts.alerts.unchanged : outdated ? texts.alerts.outdated : null);
  const save = async () => {
    try {
      await post(path(redis, 'alerts', 'settings'), {
        revision: view.settings.revision, minSeverity: draft.minSeverity, holdMs: Math.round(Number(draft.hold) * 1000), reminderMs: Math.round(Number(draft.reminder) * 60_000), off: draft.off,
        thresholds: draft.thresholds.map((one) => ({ ...one, queues: one.queues.trim(), limit: Math.round(Number(one.limit) * unit(one.code)) })),
      });
      say(texts.alerts.saved);
      await reload();
      setEdit(null);
    } catch (error) {
      complain(error);
      await reload();
    }
  };
  return el('form', { class: 'stack', onSubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    if (!reason) {
      void run(save);
    }
  } },
  refused ? el('p', { class: 'note', 'data-tone': 'info' }, h(Icon, { name: 'info' }), refused) : null,
  outdated ? el('div', { class: 'note', 'data-tone': 'warn', role: 'status' }, h(Icon, { name: 'info' }), el('span', { class: 'grow' }, texts.alerts.outdated),
    h(Button, { label: texts.alerts.keepEdits, small: true, onClick: () => setEdit({ draft, base: present }) })) : null,
  el('fieldset', { class: 'stack', disabled: !!refused }, el('section', { class: 'panel' }, el('div', { class: 'body' }, el('div', { class: 'fields', style: { alignItems: 'start' } },
    h(Select, { label: texts.alerts.minSeverity, value: draft.minSeverity, options: SEVERITIES, onInput: (minSeverity) => patch({ minSeverity: /** @type {any} */ (minSeverity) }) }),
    h(Field, { label: texts.alerts.hold, hint: texts.alerts.holdHint, type: 'number', min: 0, value: draft.hold, invalid: !isHold(draft.hold), onInput: (hold) => patch({ hold }) }),
    h(Field, { label: texts.alerts.reminder, hint: texts.alerts.reminderHint, type: 'number', min: 0, value: draft.reminder, invalid: !isReminder(draft.reminder), onInput: (reminder) => patch({ reminder }) })))),
  h(Thresholds, { redis, drafts: draft.thresholds, change: (thresholds) => patch({ thresholds }) }),
  h(Codes, { codes: view.codes, off: draft.off, change: (off) => patch({ off }) })),
  el('div', { class: 'row' },
    h(Button, { label: busy ? texts.common.working : texts.alerts.save, type: 'submit', kind: 'primary', reason }),
    changed ? h(Button, { label: texts.alerts.reset, onClick: () => setEdit(null) }) : null));
}

/** @param {{redis: string, drafts: Draft[], change: (drafts: Draft[]) => void}} props */
function Thresholds({ redis, drafts, change }) {
  const patch = (/** @type {number} */ at, /** @type {Partial<Draft>} */ part) => change(drafts.map((one, index) => (index === at ? { ...one, ...part } : one)));
  return el('section', { class: 'panel' }, el('header', null, el('h2', null, texts.alerts.thresholds), el('span', { class: 'muted small' }, texts.alerts.thresholdsDetail)),
    el('div', { class: 'body stack' }, drafts.length ? null : el('p', { class: 'muted small' }, texts.alerts.noThresholds),
      el('div', { class: 'limits' }, drafts.map((one, at) => el('div', { key: at, class: 'limit', role: 'group', 'aria-label': texts.alerts.kinds[/** @type {'queue-size'} */ (one.code)] },
        h(Select, { label: texts.alerts.finding, value: one.code, options: KINDS, onInput: (code) => patch(at, { code }) }),
        h(QueueField, { redis, first: ['*'], label: texts.alerts.pattern, value: one.queues, invalid: !one.queues.trim(), onInput: (pattern) => patch(at, { queues: pattern }) }),
        h(Field, { label: texts.alerts.units[/** @type {'queue-size'} */ (one.code)], type: 'number', min: 0, value: one.limit, invalid: !isLimit(one), onInput: (limit) => patch(at, { limit }) }),
        h(Select, { label: texts.alerts.severity, value: one.severity, options: SEVERITIES, onInput: (severity) => patch(at, { severity: /** @type {any} */ (severity) }) }),
        h(Button, { label: texts.alerts.remove, icon: 'delete', iconOnly: true, role: 'admin', onClick: () => change(drafts.filter((_, index) => index !== at)) })))),
      el('div', { class: 'row' }, h(Button, { label: texts.alerts.addThreshold, icon: 'plus', small: true, role: 'admin', onClick: () => change([...drafts, { code: 'queue-size', queues: '*', limit: '1000', severity: 'warning' }]) }))));
}

/** @param {{codes: string[], off: string[], change: (off: string[]) => void}} props */
const Codes = ({ codes, off, change }) => el('section', { class: 'panel' }, el('header', null, el('h2', null, texts.alerts.codesTitle), el('span', { class: 'muted small' }, texts.alerts.codesDetail)),
  el('div', { class: 'body' }, el('div', { class: 'code-list' }, codes.map((code) => el('label', { key: code },
    el('input', { type: 'checkbox', class: 'check', checked: !off.includes(code), onChange: (/** @type {any} */ event) => change(event.currentTarget.checked ? off.filter((one) => one !== code) : [...off, code]) }),
    el('span', null, el('code', null, code), el('span', { class: 'muted' }, texts.alerts.codes[code] ?? '')))))));
