/** One thing at a time: a second click while the first still works does nothing. */
import { useRef, useState } from './dom.js';

/** @returns {{busy: boolean, run: (work: () => Promise<unknown>) => Promise<void>}} */
export function useBusy() {
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const run = async (/** @type {() => Promise<unknown>} */ work) => {
    if (running.current) {
      return;
    }
    running.current = true;
    setBusy(true);
    try {
      await work();
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return { busy, run };
}
