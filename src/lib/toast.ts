import type { ReactNode } from 'react';
import { addToast, type ToastKind, type ToastOptions } from '@/lib/toast-store.ts';

/** A short-lived fact, 5 s at the bottom end. Results about money and errors that belong to a field also stay on the page. */
export async function toast(kind: ToastKind, title: ReactNode, options: ToastOptions = {}): Promise<void> {
  addToast(kind, title, options);
}

/** A failed act whose place is gone, in the reader's language. */
export async function toastError(error: unknown): Promise<void> {
  const { errorTextWhenLoaded } = await import('@/lib/error-text.ts');
  await toast('error', await errorTextWhenLoaded(error));
}
