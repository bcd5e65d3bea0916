/** Runs asynchronous work on many items, a few at a time. */

const AT_ONCE = 4;

/**
 * Calls `work` for each item, four at a time, and returns the failures.
 * @template T
 * @param {T[]} all
 * @param {(one: T) => Promise<unknown>} work
 * @param {() => void} [after] called after each
 * @returns {Promise<{one: T, error: unknown}[]>}
 */
export async function forEachOf(all, work, after) {
  const left = [...all];
  /** @type {{one: T, error: unknown}[]} */
  const failed = [];
  const worker = async () => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) {
      try {
        await work(one);
      } catch (error) {
        failed.push({ one, error });
      }
      after?.();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return failed;
}
