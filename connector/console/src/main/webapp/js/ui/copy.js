/** Copies text to the clipboard. */
import { texts } from '../texts.js';
import { complain, say } from './toast.js';

/** @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    say(texts.common.copied);
  } catch {
    // Without TLS there is no clipboard interface: a selection and the old command.
    const area = document.createElement('textarea');
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    if (done) {
      say(texts.common.copied);
    } else {
      complain(texts.common.copyFailed);
    }
  }
}
