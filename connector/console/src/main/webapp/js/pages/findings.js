/** What needs attention, the gravest first. While Redis is lost it is not known. */
import { el, h, useState } from '../core/dom.js';
import { sentence } from '../core/format.js';
import { live } from '../core/live.js';
import { link } from '../core/route.js';
import { useStore } from '../core/store.js';
import { visible } from '../core/visible.js';
import { texts } from '../texts.js';
import { Button } from '../ui/button.js';
import { Chip } from '../ui/parts.js';
import { Empty } from '../ui/states.js';
import { Icon } from '../ui/icon.js';

const TONES = { error: 'danger', warning: 'warn', info: 'info' };
const ORDER = ['error', 'warning', 'info'];
const SHOWN = 6;

/** @param {{findings: import('../core/types.js').Finding[], queue?: string, total?: number}} props total: of more findings than are given */
export function Findings({ findings, queue, total = findings.length }) {
  const { status } = useStore(live);
  const [all, setAll] = useState(false);
  const sorted = [...findings].sort((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity));
  const shown = all ? sorted : sorted.slice(0, SHOWN);
  return el('section', { class: 'panel' },
    el('header', null, el('h2', null, texts.overview.findings), findings.length ? h(Chip, { tone: TONES[sorted[0]?.severity ?? 'info'], text: String(total) }) : null),
    findings.length === 0
      ? status === 'lost' ? h(Empty, { icon: 'info', title: texts.overview.unknownFindings })
        : h(Empty, { icon: 'check', title: texts.overview.noFindings, text: texts.overview.noFindingsDetail })
      : el('ul', null, shown.map((finding, index) => el('li', { key: `${finding.code}${finding.queue}${index}`, class: 'finding', 'data-tone': TONES[finding.severity] },
        h(Icon, { name: finding.severity === 'info' ? 'info' : 'errors' }),
        el('div', null, el('span', { class: 'severity' }, `${texts.alerts.severities[finding.severity]}:`), ' ',
          finding.queue && finding.queue !== queue ? [el('a', { href: link('queues', [finding.queue]), class: 'strong' }, visible(finding.queue)), ' '] : null,
          visible(finding.queue && finding.queue !== queue ? finding.message : sentence(finding.message)),
          finding.advice ? el('div', { class: 'advice' }, visible(sentence(finding.advice))) : null)))),
    findings.length > SHOWN && !all ? el('div', { class: 'body' }, h(Button, { small: true, label: texts.overview.more(findings.length - SHOWN), onClick: () => setAll(true) })) : null);
}
