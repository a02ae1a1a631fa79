import { useEffect, useRef, useSyncExternalStore } from 'react';
import { announcer } from '@/lib/announcer.ts';

/** After this time without an answer, the connection to the server is checked. */
const SILENT_MS = 2500;
const PROBE_MS = 2500;
const AGAIN_MS = 3000;
/** How long "connected again" is shown. */
const BACK_MS = 8000;

export type Connection = 'online' | 'lost' | 'back';

const { announce, subscribe } = announcer();
let state: Connection = 'online';
let timer: ReturnType<typeof setTimeout> | undefined;
/** Components that store typed text and send it later; true while one has unsent text. */
const stores = new Map<symbol, boolean>();
let hadUnsent = false;

export const useConnection = (): Connection =>
  useSyncExternalStore(
    subscribe,
    () => state,
    () => 'online',
  );
/** Whether a component of this page stores text until it can be sent. */
export const useHasUnsentStore = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => stores.size > 0,
    () => false,
  );
/** Whether everything that was stored has been sent since the connection is back. */
export const useAllSent = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => hadUnsent && ![...stores.values()].includes(true),
    () => false,
  );

/** Registers a component that stores typed text and sends it when the connection is back. */
export function useUnsentStore(unsent: boolean): void {
  const id = useRef(Symbol('keeper'));
  useEffect(() => {
    const { current } = id;
    stores.set(current, unsent);
    if (unsent && state === 'lost') hadUnsent = true;
    announce();
  }, [unsent]);
  useEffect(() => {
    const { current } = id;
    return () => {
      stores.delete(current);
      announce();
    };
  }, []);
}

/** Started with the first page: combines the browser's events with the results of calls. */
export function watchConnection(): void {
  window.addEventListener('offline', lost);
  window.addEventListener('online', () => void probe());
  if (!navigator.onLine) lost();
}

/** Observes one call: no answer, or none for a long time, says that the connection may be lost. */
export async function watched(call: Promise<Response>, signal?: AbortSignal | null): Promise<Response> {
  const silent = setTimeout(() => void probe(), SILENT_MS);
  try {
    const answer = await call;
    found();
    return answer;
  } catch (error) {
    if (!signal?.aborted) void probe();
    throw error;
  } finally {
    clearTimeout(silent);
  }
}

async function probe(): Promise<void> {
  if (!navigator.onLine) return lost();
  try {
    await fetch('/livez', { cache: 'no-store', signal: AbortSignal.timeout(PROBE_MS) });
    found();
  } catch {
    lost();
  }
}

function lost(): void {
  clearTimeout(timer);
  timer = setTimeout(() => void probe(), AGAIN_MS);
  if (state === 'lost') return;
  state = 'lost';
  hadUnsent = [...stores.values()].includes(true);
  announce();
}

function found(): void {
  // An answer that was in flight when the network was lost says nothing about the state now.
  if (state !== 'lost' || !navigator.onLine) return;
  state = 'back';
  announce();
  clearTimeout(timer);
  timer = setTimeout(() => {
    state = 'online';
    announce();
  }, BACK_MS);
}
