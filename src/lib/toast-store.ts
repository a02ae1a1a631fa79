import { type ReactNode, useSyncExternalStore } from 'react';
import { announcer } from '@/lib/announcer.ts';

export type ToastKind = 'success' | 'error' | 'warning' | 'info';

export interface ToastOptions {
  /** One line under the fact. */
  description?: ReactNode;
  /** One link or act. */
  action?: { label: string; onClick: () => void };
  /** A newer one about the same takes the place of the older. */
  about?: string;
}

export interface ToastEntry extends ToastOptions {
  id: number;
  kind: ToastKind;
  title: ReactNode;
  /** When it was said; milliseconds. */
  at: number;
}

/** A refusal that is younger belongs to the act that leads elsewhere, not to the page that is left. */
const BELONGS_TO_LEAVING_MS = 1000;
/** More at once would hide the page. */
const SHOWN_AT_ONCE = 4;

const { announce, subscribe } = announcer();
let entries: readonly ToastEntry[] = [];
let count = 0;

/** What is said at the moment, oldest first; the surface that shows it is loaded with the first one. */
export const useToasts = (): readonly ToastEntry[] =>
  useSyncExternalStore(
    subscribe,
    () => entries,
    () => entries,
  );

export function addToast(kind: ToastKind, title: ReactNode, options: ToastOptions): void {
  count += 1;
  // What succeeded now did not fail: a refusal beside it would contradict it.
  const others = entries.filter(
    (entry) =>
      (entry.about === undefined || entry.about !== options.about) && !(kind === 'success' && entry.kind === 'error'),
  );
  entries = [...others, { id: count, kind, title, at: Date.now(), ...options }].slice(-SHOWN_AT_ONCE);
  announce();
}

/** Another page: refusals of the one before say nothing about it. */
export function removeOldErrors(): void {
  const left = entries.filter(({ kind, at }) => kind !== 'error' || Date.now() - at < BELONGS_TO_LEAVING_MS);
  if (left.length === entries.length) return;
  entries = left;
  announce();
}

/** For tests and other places outside a component. */
export const toastsNow = (): readonly ToastEntry[] => entries;

export function removeToast(id: number): void {
  entries = entries.filter((entry) => entry.id !== id);
  announce();
}
