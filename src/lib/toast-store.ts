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
}

/** More at once would hide the page. */
const SHOWN_AT_ONCE = 4;

const { announce, subscribe } = announcer();
let entries: readonly ToastEntry[] = [];
let count = 0;

/** What is said at the moment, oldest first; the surface that shows it is loaded with the first one. */
export const useToasts = (): readonly ToastEntry[] => useSyncExternalStore(subscribe, () => entries, () => entries);

export function addToast(kind: ToastKind, title: ReactNode, options: ToastOptions): void {
  count += 1;
  entries = [...entries.filter(({ about }) => about === undefined || about !== options.about), { id: count, kind, title, ...options }].slice(-SHOWN_AT_ONCE);
  announce();
}

export function removeToast(id: number): void {
  entries = entries.filter((entry) => entry.id !== id);
  announce();
}
