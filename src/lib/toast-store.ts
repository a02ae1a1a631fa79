import { type ReactNode, useSyncExternalStore } from 'react';
import { announcer } from '@/lib/announcer.ts';

export type ToastKind = 'success' | 'error' | 'warning' | 'info';

export interface ToastOptions {
  /** One line under the fact. */
  description?: ReactNode;
  /** One link or act. */
  action?: { label: string; onClick: () => void };
  /** A newer toast about the same replaces the older. */
  about?: string;
}

export interface ToastEntry extends ToastOptions {
  id: number;
  kind: ToastKind;
  title: ReactNode;
  /** When it was shown, in milliseconds. */
  at: number;
}

/** A younger refusal belongs to the action that navigates, not to the page that is left. */
const BELONGS_TO_LEAVING_MS = 1000;
/** More at once would cover the page. */
const SHOWN_AT_ONCE = 4;

const { announce, subscribe } = announcer();
let entries: readonly ToastEntry[] = [];
let count = 0;

/** The toasts on screen, oldest first; their component is loaded with the first one. */
export const useToasts = (): readonly ToastEntry[] =>
  useSyncExternalStore(
    subscribe,
    () => entries,
    () => entries,
  );

export function addToast(kind: ToastKind, title: ReactNode, options: ToastOptions): void {
  count += 1;
  // A success removes a refusal of the same action, which would contradict it.
  const others = entries.filter(
    (entry) =>
      (entry.about === undefined || entry.about !== options.about) && !(kind === 'success' && entry.kind === 'error'),
  );
  entries = [...others, { id: count, kind, title, at: Date.now(), ...options }].slice(-SHOWN_AT_ONCE);
  announce();
}

/** On navigation: refusals of the previous page are removed. */
export function removeOldErrors(): void {
  const left = entries.filter(({ kind, at }) => kind !== 'error' || Date.now() - at < BELONGS_TO_LEAVING_MS);
  if (left.length === entries.length) return;
  entries = left;
  announce();
}

/** For tests and other code outside a component. */
export const toastsNow = (): readonly ToastEntry[] => entries;

export function removeToast(id: number): void {
  entries = entries.filter((entry) => entry.id !== id);
  announce();
}
