import type { ReactNode } from 'react';
import { announceToast } from '@/lib/toast-signal.ts';

export interface ToastOptions {
  /** One line under the fact. */
  description?: ReactNode;
  /** One link or act. */
  action?: { label: string; onClick: () => void };
}

type Kind = 'success' | 'error' | 'warning' | 'info';

/**
 * A short-lived fact, 5 s at the bottom end. The library arrives with the first toast; results about money and errors
 * that belong to a field also stay on the page.
 */
export async function toast(kind: Kind, title: ReactNode, { description, action }: ToastOptions = {}): Promise<void> {
  announceToast();
  const sonner = await import('sonner');
  sonner.toast[kind](title, { description, action });
}

/** A failed act whose place is gone, in the reader's language. */
export async function toastError(error: unknown): Promise<void> {
  const { errorTextWhenLoaded } = await import('@/lib/error-text.ts');
  await toast('error', await errorTextWhenLoaded(error));
}
