const LOOK_MS = 1_000;

/** Whoever kills `npm start` means what it runs; npm itself does not always pass the signal on. Resolves once npm is gone; never without npm. */
export function npmIsGone(): Promise<void> {
  const parent = process.ppid;
  return new Promise((resolve) => {
    if (!process.env.npm_lifecycle_event) return;
    const look = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(look);
      resolve();
    }, LOOK_MS);
    look.unref();
  });
}
