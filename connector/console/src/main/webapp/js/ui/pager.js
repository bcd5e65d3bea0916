/** First and next page. Both buttons stay on the first and the last page, so that the focus is not lost. */
import { html, useRef } from '../core/dom.js';
import { go, linkWith } from '../core/route.js';
import { pagerTexts } from '../texts/common.js';
import { Button } from './button.js';

/**
 * @param {{cursor?: string | null, next?: string | null, first?: string, more?: string}} props the labels, if they are
 *   not the usual ones
 */
export function Pager({ cursor, next, first = pagerTexts.first, more = pagerTexts.next }) {
  const needed = useRef(false);
  needed.current ||= !!cursor || !!next;
  return needed.current ? html`
    <span class="row">
      <${Button} label=${first} small reason=${cursor ? null : pagerTexts.isFirst}
          onClick=${() => go(linkWith({ cursor: null }))} />
      <${Button} label=${more} small reason=${next ? null : pagerTexts.isLast}
          onClick=${() => go(linkWith({ cursor: next ?? null }))} />
    </span>
  ` : null;
}
