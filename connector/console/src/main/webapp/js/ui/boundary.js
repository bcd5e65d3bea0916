/** What is shown in place of a part of the page that could not be drawn. */
import { Component, html, useEffect, useState } from '../core/dom.js';
import { problemsTexts } from '../texts/problems.js';
import { Button } from './button.js';
import { Icon } from './icon.js';

/**
 * Tries again when it is of something else. @extends {Component<{of?: unknown, instead?:
 * import('../core/dom.js').Children, children?: import('../core/dom.js').Children}, {failed: boolean}>}
 */
export class Boundary extends Component {
  constructor() {
    super();
    this.state = { failed: false };
  }

  static getDerivedStateFromError() {
    return { failed: true };
  }

  /** @param {unknown} error */
  componentDidCatch(error) {
    console.error(error);
  }

  /** @param {{of?: unknown}} before */
  componentDidUpdate(before) {
    if (before.of !== this.props.of && this.state.failed) {
      this.setState({ failed: false });
    }
  }

  render() {
    return this.state.failed ? (this.props.instead ?? html`
      <div class="panel" data-broken="">
        <div class="empty problem" role="alert">
          <${Icon} name="errors" />
          <strong>${problemsTexts.broken}</strong>
          <p>${problemsTexts.brokenDetail}</p>
          <${Button} label=${problemsTexts.loadAgain} onClick=${() => location.reload()} />
        </div>
      </div>
    `) : this.props.children;
  }
}

/** @type {Record<string, () => import('../core/dom.js').VNode>} */
const BROKEN = {
  tr: () => html`<tr data-broken=""><td colspan=${99} class="error-text">${problemsTexts.brokenRow}</td></tr>`,
  li: () => html`<li data-broken="" class="error-text">${problemsTexts.brokenRow}</li>`,
  dl: () => html`<dd data-broken="" class="error-text">${problemsTexts.brokenRow}</dd>`,
  section: () => html`<p data-broken="" class="panel body error-text">${problemsTexts.brokenRow}</p>`,
};

/** How many rows are drawn at once: more would block the page for a time that users notice. */
const AT_ONCE = 50;

/**
 * @template T
 * @typedef {{items: T[], draw: (item: T, index: number) => import('../core/dom.js').Children,
 *   as: 'tr'|'li'|'dl'|'section'}} RowsProps
 */

/** Draws the rest of a long list part by part; between two parts the page answers. @param {RowsProps<any>} props */
function Rows({ items, draw, as }) {
  const [drawn, setDrawn] = useState(AT_ONCE);
  const rest = drawn < items.length;
  useEffect(() => {
    const timer = rest ? setTimeout(() => setDrawn(drawn + AT_ONCE)) : 0;
    return () => clearTimeout(timer);
  }, [drawn, rest]);
  return items.slice(0, drawn).map((item, index) => {
    /** @type {any} */
    let row;
    try {
      row = draw(item, index);
    } catch (error) {
      console.error(error);
      row = BROKEN[as]?.();
    }
    return html`
      <${Boundary} key=${row?.key ?? index} of=${item} instead=${BROKEN[as]?.()}>${row}</${Boundary}>
    `;
  });
}

/**
 * The rows of a table, the points of a list or the pairs of a `dl`: one that cannot be drawn breaks no other, and many
 * do not block the page.
 * @template T
 * @param {T[]} items
 * @param {(item: T, index: number) => import('../core/dom.js').Children} draw
 * @param {'tr'|'li'|'dl'|'section'} [as]
 */
export const each = (items, draw, as = 'tr') => html`<${Rows} items=${items} draw=${draw} as=${as} />`;
