/** A table head that sorts by way of the address. */
import { html } from '../core/dom.js';
import { go, linkWith } from '../core/route.js';
import { queuesTexts } from '../texts/queues.js';
import { Button } from './button.js';
import { Select } from './field.js';
import { Icon } from './icon.js';

/** @param {{name: string, label: string, sort: string, dir: string, num?: boolean, title?: string}} props */
export function SortHead({ name, label, sort, dir, num, title }) {
  const active = sort === name;
  const next = active ? (dir === 'asc' ? 'desc' : 'asc') : num ? 'desc' : 'asc';
  return html`
    <th scope="col" class="${num ? 'num' : ''}${name === 'name' ? ' sticky' : ''}"
        aria-sort=${active ? (dir === 'asc' ? 'ascending' : 'descending') : undefined}>
      <button type="button" title=${title} onClick=${() => go(linkWith({ sort: name, dir: next, cursor: null }), true)}>
        ${label}
        ${active ? html`<${Icon} name=${dir === 'asc' ? 'up' : 'down'} />` : null}
      </button>
    </th>
  `;
}

/**
 * The same choice above cards, which have no heads.
 * @param {{columns: {name: string, label: string, num: boolean}[], sort: string, dir: string}} props
 */
export const SortChoice = ({ columns, sort, dir }) => html`
  <div class="card-tools">
    <${Select} label=${queuesTexts.sort} value=${sort}
        options=${columns.map(({ name, label }) => /** @type {[string, string]} */ ([name, label]))}
        onInput=${(name) =>
          go(
            linkWith({ sort: name, dir: columns.find((one) => one.name === name)?.num ? 'desc' : 'asc', cursor: null }),
            true,
          )} />
    <${Button} label=${dir === 'asc' ? queuesTexts.ascending : queuesTexts.descending}
        icon=${dir === 'asc' ? 'up' : 'down'}
        onClick=${() => go(linkWith({ sort, dir: dir === 'asc' ? 'desc' : 'asc', cursor: null }), true)} />
  </div>
`;
