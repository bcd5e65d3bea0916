/** An action on every task that matches a query: count and sample first, then a job. Looking writes nothing. */
import { el, h, useEffect, useState } from '../core/dom.js';
import { path, post } from '../core/api.js';
import { number } from '../core/format.js';
import { live } from '../core/live.js';
import { go, link } from '../core/route.js';
import { oneLine, shortId, visible } from '../core/visible.js';
import { useStore } from '../core/store.js';
import { texts } from '../texts.js';
import { changed } from '../tasks/shown.js';
import { closeDialog, Dialog } from '../ui/dialog.js';
import { Field } from '../ui/field.js';
import { StateChip } from '../ui/parts.js';
import { Skeleton } from '../ui/states.js';
import { complain } from '../ui/toast.js';
import { JobProgress } from './job-progress.js';

/** @param {{redis: string, name: import('../core/types.js').BulkAction, query: string}} props */
export function BulkDialog({ redis, name, query }) {
  const [preview, setPreview] = useState(/** @type {import('../core/types.js').Preview | null} */ (null));
  const [problem, setProblem] = useState('');
  const [reason, setReason] = useState('');
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const [job, setJob] = useState(/** @type {import('../core/types.js').Job | null} */ (null));
  useEffect(() => {
    post(path(redis, 'jobs', 'preview'), { action: name, q: query }).then(setPreview, (error) => setProblem(error.message));
  }, []);
  const current = useStore(live).jobs.find((one) => one.id === job?.id) ?? job;
  const start = async () => {
    setBusy(true);
    try {
      setJob(await post(path(redis, 'jobs'), { action: name, q: query, reason, ...(typed && { typed }) }));
    } catch (error) {
      complain(error);
    }
    setBusy(false);
  };
  if (current) {
    const over = current.state !== 'running' && current.state !== 'paused';
    return h(Dialog, {
      title: texts.bulk.jobTitle(name), cancel: over ? texts.common.close : texts.bulk.background, submit: texts.bulk.toJobs,
      onSubmit: () => {
        closeDialog();
        changed();
        go(link('jobs'));
      },
    }, h(JobProgress, { redis, job: current }));
  }
  const wanted = String(preview?.matching ?? '');
  const disabled = problem || (!preview ? texts.bulk.counting : preview.matching === 0 ? texts.bulk.nothing
    : !reason.trim() ? texts.bulk.reasonFirst : preview.needsTyped && typed !== wanted ? texts.bulk.typeFirst : null);
  return h(Dialog, {
    title: texts.bulk.title(name), submit: preview ? texts.bulk.submit(name, number(preview.matching)) : texts.actions[name].label,
    danger: name === 'delete', disabled, busy, onSubmit: () => void start(), wide: true,
  },
  el('div', { class: 'field' }, el('span', { class: 'label' }, texts.bulk.scope), el('code', null, query ? visible(query) : texts.bulk.everything)),
  problem ? el('p', { class: 'error-text' }, problem) : preview ? h(PreviewPart, { preview }) : h(Skeleton, { rows: 3 }),
  el('p', { class: 'small muted' }, texts.bulk.effect[name]),
  h(Field, { label: texts.bulk.reason, hint: texts.bulk.reasonHint, value: reason, onInput: setReason, required: true }),
  preview?.needsTyped ? h(Field, { label: texts.bulk.typeNumber(preview.matching), value: typed, onInput: setTyped }) : null);
}

/** @param {{preview: import('../core/types.js').Preview}} props */
const PreviewPart = ({ preview }) => el('div', { class: 'stack' },
  el('p', null, el('strong', null, texts.bulk.count(number(preview.matching), preview.complete)), ' ',
    el('span', { class: 'muted small' }, texts.bulk.examined(number(preview.examined)))),
  preview.sample.length ? el('div', { class: 'table-wrap cards' }, el('table', { class: 'table' },
    el('caption', { class: 'visually-hidden' }, texts.bulk.sample),
    el('thead', null, el('tr', null, ['id', 'queue', 'state', 'payload'].map((name) => el('th', { key: name, scope: 'col' }, texts.columns[/** @type {'id'} */ (name)])))),
    el('tbody', null, preview.sample.slice(0, 5).map((task) => el('tr', { key: task.id },
      el('td', { class: 'mono nowrap' }, visible(shortId(task.id, 24))), el('td', null, visible(task.queue)), el('td', null, h(StateChip, { state: task.state })),
      el('td', { class: 'payload' }, oneLine(task.payload, 60))))))) : null);
