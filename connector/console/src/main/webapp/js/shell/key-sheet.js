/** All keys. */
import { el, h } from '../core/dom.js';
import { settings } from '../core/settings.js';
import { texts } from '../texts.js';
import { Dialog } from '../ui/dialog.js';

export const KeySheet = () => h(Dialog, { title: texts.keys.title, wide: true, cancel: texts.common.close },
  settings.value.keys ? null : el('p', { class: 'muted small' }, texts.keys.off),
  texts.keys.groups.map(([name, keys]) => el('section', { key: name, class: 'stack' }, el('h3', null, name),
    el('div', { class: 'key-list' }, keys.map(([key, text]) => el('div', { key }, el('span', null, text),
      el('span', null, key.split(' ').map((one) => el('kbd', { key: one }, one)))))))));
