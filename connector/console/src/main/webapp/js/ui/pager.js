/** First and next page. Both buttons stay on the first and the last page, so that the focus is not lost. */
import { el, h, useRef } from '../core/dom.js';
import { go, linkWith } from '../core/route.js';
import { texts } from '../texts.js';
import { Button } from './button.js';

/** @param {{cursor?: string | null, next?: string | null, first?: string, more?: string}} props the labels, if they are not the usual ones */
export function Pager({ cursor, next, first = texts.pager.first, more = texts.pager.next }) {
  const needed = useRef(false);
  needed.current ||= !!cursor || !!next;
  return needed.current ? el('span', { class: 'row' },
    h(Button, { label: first, small: true, reason: cursor ? null : texts.pager.isFirst, onClick: () => go(linkWith({ cursor: null })) }),
    h(Button, { label: more, small: true, reason: next ? null : texts.pager.isLast, onClick: () => go(linkWith({ cursor: next ?? null })) })) : null;
}
