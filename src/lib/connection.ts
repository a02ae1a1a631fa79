import { useEffect, useRef, useSyncExternalStore } from 'react';
import { announcer } from '@/lib/announcer.ts';

/** A call without an answer for this long is a reason to look whether the server can be reached at all. */
const SILENT_MS = 2500;
const PROBE_MS = 2500;
const AGAIN_MS = 3000;
/** How long it is said that the connection is back. */
const BACK_MS = 8000;

export type Connection = 'online' | 'lost' | 'back';

const { announce, subscribe } = announcer();
let state: Connection = 'online';
let timer: ReturnType<typeof setTimeout> | undefined;
/** Parts of the page that keep what is typed and send it by themselves; true for those that have something unsent. */
const keepers = new Map<symbol, boolean>();
let hadUnsent = false;

export const useConnection = (): Connection =>
  useSyncExternalStore(
    subscribe,
    () => state,
    () => 'online',
  );
/** Whether something on this page keeps what is typed until it can be sent. */
export const useSomethingKept = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => keepers.size > 0,
    () => false,
  );
/** Whether what waited for the connection has been sent since it is back. */
export const useAllSent = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => hadUnsent && ![...keepers.values()].includes(true),
    () => false,
  );

/** This part of the page keeps what is typed and sends it by itself once there is a connection again. */
export function useKeeper(unsent: boolean): void {
  const id = useRef(Symbol('keeper'));
  useEffect(() => {
    const { current } = id;
    keepers.set(current, unsent);
    if (unsent && state === 'lost') hadUnsent = true;
    announce();
  }, [unsent]);
  useEffect(() => {
    const { current } = id;
    return () => {
      keepers.delete(current);
      announce();
    };
  }, []);
}

/** From the first page on: what the browser reports, and what calls find out. */
export function watchConnection(): void {
  window.addEventListener('offline', lost);
  window.addEventListener('online', () => void probe());
  if (!navigator.onLine) lost();
}

/** Watches one call: one that gets no answer, or none for long, says something about the connection. */
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
  hadUnsent = [...keepers.values()].includes(true);
  announce();
}

function found(): void {
  // An answer that was on its way when the network went says nothing of now.
  if (state !== 'lost' || !navigator.onLine) return;
  state = 'back';
  announce();
  clearTimeout(timer);
  timer = setTimeout(() => {
    state = 'online';
    announce();
  }, BACK_MS);
}
