/**
 * A field for the name of a queue, or for patterns of names: all that contain the text are offered.
 */
import { html } from '../core/dom.js';
import { useQueues } from '../core/queues.js';
import { Field } from './field.js';

/** If there are several patterns, uses the last one without its stars. @param {string} text */
const partOf = (text) => (text.split(/[\s,]+/).pop() ?? '').replaceAll('*', '');

/**
 * @param {{redis: string, label: string, value: string, onInput: (value: string) => void, hint?: string,
 *   required?: boolean, invalid?: boolean, autofocus?: boolean, without?: string, first?: string[]}} props `without` is
 *   not offered, `first` is offered before the names
 */
export function QueueField({ redis, without, first = [], ...field }) {
  const names = useQueues(redis, partOf(field.value))
    .map((queue) => queue.name)
    .filter((name) => name !== without);
  return html`<${Field} ...${field} list=${[...first, ...names]} />`;
}
