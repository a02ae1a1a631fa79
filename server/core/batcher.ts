/**
 * Batches concurrent calls: items that arrive while one call of `work` runs are passed to the next one together. Each
 * caller's promise settles with its own batch. `afterMs`: how long a batch waits for more items after its first.
 */
export function batch<T>(
  work: (items: readonly T[]) => Promise<void>,
  { afterMs = 0 } = {},
): (item: T) => Promise<void> {
  let waiting: { item: T; done(): void; failed(error: unknown): void }[] = [];
  let underWay = false;

  async function rounds(): Promise<void> {
    while (waiting.length > 0) {
      if (afterMs > 0) await new Promise((resolve) => setTimeout(resolve, afterMs));
      const round = waiting;
      waiting = [];
      try {
        await work(round.map(({ item }) => item));
        for (const one of round) one.done();
      } catch (error) {
        for (const one of round) one.failed(error);
      }
    }
    underWay = false;
  }

  return (item) =>
    new Promise((done, failed) => {
      waiting.push({ item, done, failed });
      if (underWay) return;
      underWay = true;
      void rounds();
    });
}
