/** A value that components follow. */
import { useEffect, useState } from './dom.js';

/** @template T */
export class Store {
  /** @param {T} value */
  constructor(value) {
    /** @type {T} */
    this.value = value;
    /** @type {Set<(value: T) => void>} */
    this.listeners = new Set();
  }

  /** @param {T} value */
  set(value) {
    if (value === this.value) {
      return;
    }
    this.value = value;
    for (const listener of [...this.listeners]) {
      listener(value);
    }
  }

  /** @param {Partial<T>} part */
  patch(part) {
    this.set({ ...this.value, ...part });
  }

  /** @param {(value: T) => void} listener */
  listen(listener) {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }
}

/**
 * @template T
 * @param {Store<T>} store
 * @returns {T}
 */
export function useStore(store) {
  const [value, setValue] = useState(store.value);
  useEffect(() => {
    setValue(() => store.value);
    return store.listen((next) => setValue(() => next));
  }, [store]);
  return value;
}
