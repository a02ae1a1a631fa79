/** The listeners of a store outside of React; `subscribe` is for `useSyncExternalStore`. */
export function announcer(): { announce: () => void; subscribe: (listener: () => void) => () => void } {
  const listeners = new Set<() => void>();
  return {
    announce() {
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
