import { useSyncExternalStore } from 'react';
import { announcer } from '@/lib/announcer.ts';

/** A transient failure of one file is not worth a word: it is asked for once more by itself. */
const SECOND_TRY_MS = 1000;

const { announce, subscribe } = announcer();
let waiting: (() => void)[] = [];

/** Whether a part of the program or its texts could not be loaded, and waits for another try. */
export const useLostFiles = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => waiting.length > 0,
    () => false,
  );

/** Asks again for all that could not be loaded. */
export function tryFilesAgain(): void {
  const all = waiting;
  waiting = [];
  announce();
  for (const go of all) go();
}

/**
 * Loads a file of the program for as many tries as it takes. What waits for the file goes on where it stood: a failure that
 * was kept would be the answer until the page is loaded anew, with all that was typed lost. `RootFrame` says that something
 * is missing and offers the next try.
 */
export async function loadFile<File>(load: () => Promise<File>): Promise<File> {
  for (let tries = 1; ; tries += 1) {
    try {
      const file = await load();
      // Vite answers with nothing when the failure was taken over by `chunk-reload.ts`.
      if (file !== undefined) return file;
    } catch {
      // Offline, or replaced by a newer build.
    }
    if (tries === 1) await new Promise((resolve) => setTimeout(resolve, SECOND_TRY_MS));
    else await anotherTry();
  }
}

function anotherTry(): Promise<void> {
  if (waiting.length === 0) window.addEventListener('online', tryFilesAgain, { once: true });
  return new Promise((resolve) => {
    waiting.push(resolve);
    announce();
  });
}
