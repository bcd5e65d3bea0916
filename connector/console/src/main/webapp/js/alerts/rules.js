/** Rules: which findings open an incident, and from which limits on. */
import { html } from '../core/dom.js';
import { path, post } from '../core/api.js';
import { useBusy } from '../core/busy.js';
import { complain, say } from '../core/messages.js';
import { refusal } from '../core/session.js';
import { alertsTexts } from '../texts/alerts.js';
import { commonTexts } from '../texts/common.js';
import { Button } from '../ui/button.js';
import { Field, Select } from '../ui/field.js';
import { Icon } from '../ui/icon.js';
import { QueueField } from '../ui/queue-field.js';

/** @typedef {{code: string, queues: string, limit: string, severity: Api.Finding['severity']}} Draft */

const SEVERITIES = /** @type {[string, string][]} */ (Object.entries(alertsTexts.severities));
const KINDS = /** @type {[string, string][]} */ (Object.entries(alertsTexts.kinds));

/**
 * The user's changes: they stay while other users save, and while other tabs are open. `base`: the rules that it
 * began with.
 * @typedef {{draft: ReturnType<typeof draftOf>, base: string}} Edit
 */

/** The unit of users for a limit: seconds in place of milliseconds. @param {string} code */
const unit = (code) => (code === 'oldest-pending' ? 1000 : 1);

/** @param {Api.AlertSettings} settings */
const draftOf = (settings) => ({
  minSeverity: settings.minSeverity,
  hold: String(settings.holdMs / 1000),
  reminder: String(settings.reminderMs / 60_000),
  off: settings.off,
  thresholds: settings.thresholds.map(
    (one) => /** @type {Draft} */ ({ ...one, limit: String(one.limit / unit(one.code)) }),
  ),
});

/** @param {string} text */
const isNumber = (text) => text.trim() !== '' && Number(text) >= 0;

/** @param {string} seconds */
const isHold = (seconds) => isNumber(seconds) && Number(seconds) <= 86_400;

/** @param {string} minutes */
const isReminder = (minutes) =>
  isNumber(minutes) && (Number(minutes) === 0 || (Number(minutes) >= 5 && Number(minutes) <= 43_200));

/** @param {Draft} draft */
const isLimit = ({ code, limit }) => isNumber(limit) && (code !== 'failure-share' || Number(limit) <= 100);

/**
 * @param {{redis: string, view: Api.AlertView, reload: () => Promise<unknown>, edit: Edit |
 *   null, setEdit: (edit: Edit | null) => void}} props
 */
export function Rules({ redis, view, reload, edit, setEdit }) {
  const { busy, run } = useBusy();
  const present = JSON.stringify(draftOf(view.settings));
  const draft = edit?.draft ?? draftOf(view.settings);
  const patch = (/** @type {Partial<typeof draft>} */ part) => {
    const next = { ...draft, ...part };
    setEdit(JSON.stringify(next) === present ? null : { draft: next, base: edit?.base ?? present });
  };
  const valid =
    isHold(draft.hold) &&
    isReminder(draft.reminder) &&
    draft.thresholds.every((one) => isLimit(one) && one.queues.trim());
  const changed = JSON.stringify(draft) !== present;
  const outdated = changed && !!edit && edit.base !== present;
  const refused = refusal('admin');
  const reason =
    refused ??
    (!valid ? alertsTexts.invalid : !changed ? alertsTexts.unchanged : outdated ? alertsTexts.outdated : null);
  const save = async () => {
    try {
      await post(path(redis, 'alerts', 'settings'), {
        revision: view.settings.revision,
        minSeverity: draft.minSeverity,
        holdMs: Math.round(Number(draft.hold) * 1000),
        reminderMs: Math.round(Number(draft.reminder) * 60_000),
        off: draft.off,
        thresholds: draft.thresholds.map((one) => ({
          ...one,
          queues: one.queues.trim(),
          limit: Math.round(Number(one.limit) * unit(one.code)),
        })),
      });
      say(alertsTexts.saved);
      await reload();
      setEdit(null);
    } catch (error) {
      complain(error);
      await reload();
    }
  };
  return html`
    <form class="stack"
        onSubmit=${(/** @type {Event} */ event) => {
          event.preventDefault();
          if (!reason) {
            void run(save);
          }
        }}>
      ${refused ? html`<p class="note" data-tone="info"><${Icon} name="info" />${refused}</p>` : null}
      ${outdated ? html`
        <div class="note" data-tone="warn" role="status">
          <${Icon} name="info" />
          <span class="grow">${alertsTexts.outdated}</span>
          <${Button} label=${alertsTexts.keepEdits} small onClick=${() => setEdit({ draft, base: present })} />
        </div>
      ` : null}
      <fieldset class="stack" disabled=${!!refused}>
        <section class="panel">
          <div class="body">
            <div class="fields" style=${{ alignItems: 'start' }}>
              <${Select} label=${alertsTexts.minSeverity} value=${draft.minSeverity} options=${SEVERITIES}
                  onInput=${(minSeverity) => patch({ minSeverity: /** @type {any} */ (minSeverity) })} />
              <${Field} label=${alertsTexts.hold} hint=${alertsTexts.holdHint} type="number" min=${0}
                  value=${draft.hold} invalid=${!isHold(draft.hold)} onInput=${(hold) => patch({ hold })} />
              <${Field} label=${alertsTexts.reminder} hint=${alertsTexts.reminderHint} type="number" min=${0}
                  value=${draft.reminder} invalid=${!isReminder(draft.reminder)}
                  onInput=${(reminder) => patch({ reminder })} />
            </div>
          </div>
        </section>
        <${Thresholds} redis=${redis} drafts=${draft.thresholds} change=${(thresholds) => patch({ thresholds })} />
        <${Codes} codes=${view.codes} off=${draft.off} change=${(off) => patch({ off })} />
      </fieldset>
      <div class="row">
        <${Button} label=${busy ? commonTexts.working : alertsTexts.save} type="submit" kind="primary"
            reason=${reason} />
        ${changed ? html`<${Button} label=${alertsTexts.reset} onClick=${() => setEdit(null)} />` : null}
      </div>
    </form>
  `;
}

/** @param {{redis: string, drafts: Draft[], change: (drafts: Draft[]) => void}} props */
function Thresholds({ redis, drafts, change }) {
  const patch = (/** @type {number} */ at, /** @type {Partial<Draft>} */ part) =>
    change(drafts.map((one, index) => (index === at ? { ...one, ...part } : one)));
  return html`
    <section class="panel">
      <header>
        <h2>${alertsTexts.thresholds}</h2>
        <span class="muted small">${alertsTexts.thresholdsDetail}</span>
      </header>
      <div class="body stack">
        ${drafts.length ? null : html`<p class="muted small">${alertsTexts.noThresholds}</p>`}
        <div class="limits">
          ${drafts.map((one, at) => html`
            <div key=${at} class="limit" role="group"
                aria-label=${alertsTexts.kinds[/** @type {'queue-size'} */ (one.code)]}>
              <${Select} label=${alertsTexts.finding} value=${one.code} options=${KINDS}
                  onInput=${(code) => patch(at, { code })} />
              <${QueueField} redis=${redis} first=${['*']} label=${alertsTexts.pattern} value=${one.queues}
                  invalid=${!one.queues.trim()} onInput=${(pattern) => patch(at, { queues: pattern })} />
              <${Field} label=${alertsTexts.units[/** @type {'queue-size'} */ (one.code)]} type="number" min=${0}
                  value=${one.limit} invalid=${!isLimit(one)} onInput=${(limit) => patch(at, { limit })} />
              <${Select} label=${alertsTexts.severity} value=${one.severity} options=${SEVERITIES}
                  onInput=${(severity) => patch(at, { severity: /** @type {any} */ (severity) })} />
              <${Button} label=${alertsTexts.remove} icon="delete" iconOnly role="admin"
                  onClick=${() => change(drafts.filter((_, index) => index !== at))} />
            </div>
          `)}
        </div>
        <div class="row">
          <${Button} label=${alertsTexts.addThreshold} icon="plus" small role="admin"
              onClick=${() =>
                change([...drafts, { code: 'queue-size', queues: '*', limit: '1000', severity: 'warning' }])} />
        </div>
      </div>
    </section>
  `;
}

/** @param {{codes: string[], off: string[], change: (off: string[]) => void}} props */
const Codes = ({ codes, off, change }) => html`
  <section class="panel">
    <header><h2>${alertsTexts.codesTitle}</h2><span class="muted small">${alertsTexts.codesDetail}</span></header>
    <div class="body">
      <div class="code-list">
        ${codes.map((code) => html`
          <label key=${code}>
            <input type="checkbox" class="check" checked=${!off.includes(code)}
                onChange=${(/** @type {any} */ event) =>
                  change(event.currentTarget.checked ? off.filter((one) => one !== code) : [...off, code])} />
            <span><code>${code}</code><span class="muted">${alertsTexts.codes[code] ?? ''}</span></span>
          </label>
        `)}
      </div>
    </div>
  </section>
`;
