/** Lets Node load the modules of the pages from where they are, with as much of a browser as they need to be loaded. */
import { register } from 'node:module';

register('./resolve.js', import.meta.url);

const kept = new Map();
const { setInterval } = globalThis;
Object.assign(globalThis, {
  window: new EventTarget(),
  document: Object.assign(new EventTarget(), { baseURI: 'https://console.test/' }),
  // a clock of the pages keeps no test running
  setInterval: (work, ms) => setInterval(work, ms).unref(),
  location: { hash: '' },
  localStorage: { getItem: (name) => kept.get(name) ?? null, setItem: (name, value) => kept.set(name, value) },
});
