/** A table head that sorts by way of the address. */
import { el, h } from '../core/dom.js';
import { go, linkWith } from '../core/route.js';
import { Icon } from './icon.js';

/** @param {{name: string, label: string, sort: string, dir: string, num?: boolean}} props */
export function SortHead({ name, label, sort, dir, num }) {
  const active = sort === name;
  const next = active ? (dir === 'asc' ? 'desc' : 'asc') : num ? 'desc' : 'asc';
  return el('th', { scope: 'col', class: `${num ? 'num' : ''}${name === 'name' ? ' sticky' : ''}`, 'aria-sort': active ? (dir === 'asc' ? 'ascending' : 'descending') : undefined },
    el('button', { type: 'button', onClick: () => go(linkWith({ sort: name, dir: next, cursor: null }), true) }, label,
      active ? h(Icon, { name: dir === 'asc' ? 'up' : 'down' }) : null));
}
