/** What is shown in place of a part of the page that could not be drawn. */
import { Component, el, h } from '../core/dom.js';
import { texts } from '../texts.js';
import { Button } from './button.js';
import { Icon } from './icon.js';

/** Tries again when it is of something else. @extends {Component<{of?: string, children?: import('../core/dom.js').Children}, {failed: boolean}>} */
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

  /** @param {{of?: string}} before */
  componentDidUpdate(before) {
    if (before.of !== this.props.of && this.state.failed) {
      this.setState({ failed: false });
    }
  }

  render() {
    return this.state.failed ? el('div', { class: 'panel' }, el('div', { class: 'empty problem', role: 'alert' },
      h(Icon, { name: 'errors' }), el('strong', null, texts.problems.broken), el('p', null, texts.problems.brokenDetail),
      h(Button, { label: texts.problems.loadAgain, onClick: () => location.reload() }))) : this.props.children;
  }
}
