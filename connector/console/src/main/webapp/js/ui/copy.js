/** Copies text to the clipboard. */
import { complain, say } from '../core/messages.js';
import { commonTexts } from '../texts/common.js';

/** @param {string} text */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    say(commonTexts.copied);
  } catch {
    // Without TLS the clipboard interface is missing, so this uses a selection and the old command.
    const area = document.createElement('textarea');
    area.value = text;
    document.body.append(area);
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    if (done) {
      say(commonTexts.copied);
    } else {
      complain(commonTexts.copyFailed);
    }
  }
}
