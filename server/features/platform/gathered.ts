/**
 * Gathers what many ask for at once: while one round of `work` is under way, what comes meanwhile waits and goes together
 * in the next one. Each caller learns of the end of its own round, and of its error. `afterMs`: how long the first of a
 * round waits for company.
 */
export function gathered<T>(
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
