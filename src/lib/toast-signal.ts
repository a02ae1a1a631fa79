/** Tells the frame that toasts are wanted, without bringing their code along. */
let wanted = false;
const listeners = new Set<() => void>();

export function announceToast(): void {
  wanted = true;
  for (const listener of listeners) listener();
}

export function onFirstToast(listener: () => void): () => void {
  if (wanted) listener();
  listeners.add(listener);
  return () => listeners.delete(listener);
}
