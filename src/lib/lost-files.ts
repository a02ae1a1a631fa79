import { useSyncExternalStore } from 'react';
import { announcer } from '@/lib/announcer.ts';

/** A file that fails once is retried without a message. */
const SECOND_TRY_MS = 1000;

const { announce, subscribe } = announcer();
let waiting: (() => void)[] = [];

/** Whether a code or text file could not be loaded and waits for another try. */
export const hasLostFiles = (): boolean => waiting.length > 0;
export const onLostFiles = subscribe;
export const useLostFiles = (): boolean => useSyncExternalStore(subscribe, hasLostFiles, () => false);

/** Retries everything that could not be loaded. */
export function tryFilesAgain(): void {
  const all = waiting;
  waiting = [];
  announce();
  for (const go of all) go();
}

/**
 * Loads a file of the program, with as many tries as needed. The promise stays pending meanwhile: a rejected import
 * would be cached until a reload, which loses typed text. `RootFrame` reports the missing file and offers the next try.
 */
export async function loadFile<File>(load: () => Promise<File>): Promise<File> {
  for (let tries = 1; ; tries += 1) {
    try {
      const file = await load();
      // Vite resolves with undefined when `chunk-reload.ts` has handled the failure.
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
