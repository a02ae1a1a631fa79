import { afterEach, expect, test, vi } from 'vitest';
import { addToast, removeOldErrors, removeToast, toastsNow } from '../../../src/lib/toast-store.ts';

const shown = () => toastsNow().map(({ kind, title }) => `${kind}: ${String(title)}`);
afterEach(() => {
  vi.useRealTimers();
  for (const { id } of toastsNow()) removeToast(id);
});

test('a success removes the earlier refusals, and nothing else', () => {
  addToast('info', 'A fact', {});
  addToast('error', 'Verification failed', {});
  addToast('success', 'Verified', {});
  expect(shown()).toEqual(['info: A fact', 'success: Verified']);
});

test('a navigation removes the refusals of the previous page, except those shown as it was left', () => {
  vi.useFakeTimers();
  addToast('error', 'The address is taken', {});
  addToast('success', 'Saved', {});
  addToast('error', 'The address is taken', {});
  vi.advanceTimersByTime(5000);
  addToast('error', 'The profile is missing', {});
  removeOldErrors();
  expect(shown()).toEqual(['success: Saved', 'error: The profile is missing']);
});
