const LOOK_MS = 1_000;

/**
 * Resolves when npm has ended; never without npm. A signal to `npm start` is meant for its program, and npm does not
 * always forward it.
 */
export function npmIsGone(): Promise<void> {
  const parent = process.ppid;
  return new Promise((resolve) => {
    if (!process.env.npm_lifecycle_event) return;
    const timer = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(timer);
      resolve();
    }, LOOK_MS);
    timer.unref();
  });
}
