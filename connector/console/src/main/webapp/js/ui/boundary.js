/** What is shown in place of a part of the page that could not be drawn. */
import { Component, html } from '../core/dom.js';
import { problemsTexts } from '../texts/problems.js';
import { Button } from './button.js';
import { Icon } from './icon.js';

/**
 * Tries again when it is of something else. @extends {Component<{of?: string, children?:
 * import('../core/dom.js').Children}, {failed: boolean}>}
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

  /** @param {{of?: string}} before */
  componentDidUpdate(before) {
    if (before.of !== this.props.of && this.state.failed) {
      this.setState({ failed: false });
    }
  }

  render() {
    return this.state.failed ? html`
      <div class="panel">
        <div class="empty problem" role="alert">
          <${Icon} name="errors" />
          <strong>${problemsTexts.broken}</strong>
          <p>${problemsTexts.brokenDetail}</p>
          <${Button} label=${problemsTexts.loadAgain} onClick=${() => location.reload()} />
        </div>
      </div>
    ` : this.props.children;
  }
}
