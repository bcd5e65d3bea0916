/** The current time, once a second for all who show ages. */
import { Store, useStore } from './store.js';

const clock = new Store(Date.now());
setInterval(() => {
  if (!document.hidden) {
    clock.set(Date.now());
  }
}, 1000);

export const useNow = () => useStore(clock);
