/** A table head that sorts by way of the address. */
import { el, h } from '../core/dom.js';
import { go, linkWith } from '../core/route.js';
import { texts } from '../texts.js';
import { Button } from './button.js';
import { Select } from './field.js';
import { Icon } from './icon.js';

/** @param {{name: string, label: string, sort: string, dir: string, num?: boolean, title?: string}} props */
export function SortHead({ name, label, sort, dir, num, title }) {
  const active = sort === name;
  const next = active ? (dir === 'asc' ? 'desc' : 'asc') : num ? 'desc' : 'asc';
  return el('th', { scope: 'col', class: `${num ? 'num' : ''}${name === 'name' ? ' sticky' : ''}`, 'aria-sort': active ? (dir === 'asc' ? 'ascending' : 'descending') : undefined },
    el('button', { type: 'button', title, onClick: () => go(linkWith({ sort: name, dir: next, cursor: null }), true) }, label,
      active ? h(Icon, { name: dir === 'asc' ? 'up' : 'down' }) : null));
}

/** The same choice above cards, which have no heads. @param {{columns: {name: string, label: string, num: boolean}[], sort: string, dir: string}} props */
export const SortChoice = ({ columns, sort, dir }) => el('div', { class: 'card-tools' },
  h(Select, {
    label: texts.queues.sort, value: sort, options: columns.map(({ name, label }) => /** @type {[string, string]} */ ([name, label])),
    onInput: (name) => go(linkWith({ sort: name, dir: columns.find((one) => one.name === name)?.num ? 'desc' : 'asc', cursor: null }), true),
  }),
  h(Button, {
    label: dir === 'asc' ? texts.queues.ascending : texts.queues.descending, icon: dir === 'asc' ? 'up' : 'down',
    onClick: () => go(linkWith({ sort, dir: dir === 'asc' ? 'desc' : 'asc', cursor: null }), true),
  }));
