import type { ReactNode } from 'react';
import { addToast, type ToastKind, type ToastOptions } from '@/lib/toast-store.ts';

/** A short message for 5 s at the bottom end. Results about money and errors of a field also stay on the page. */
export async function toast(kind: ToastKind, title: ReactNode, options: ToastOptions = {}): Promise<void> {
  addToast(kind, title, options);
}

/** The error of a failed action whose component is gone, in the user's language. */
export async function toastError(error: unknown): Promise<void> {
  const { errorTextWhenLoaded } = await import('@/lib/error-text.ts');
  await toast('error', await errorTextWhenLoaded(error));
}
