/**
 * Libraries that still support React 17 include their own version of these hooks (`use-sync-external-store/shim`, which
 * this file replaces in the browser's build). React has the first; the second keeps a selection while it is equal.
 */
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';

export { useSyncExternalStore };

export function useSyncExternalStoreWithSelector<Snapshot, Selection>(
  subscribe: (onChange: () => void) => () => void,
  getSnapshot: () => Snapshot,
  _getServerSnapshot: (() => Snapshot) | undefined,
  selector: (snapshot: Snapshot) => Selection,
  isEqual: (a: Selection, b: Selection) => boolean = Object.is,
): Selection {
  const shown = useRef<{ selection: Selection } | null>(null);
  const getSelection = useMemo(() => {
    let last: { snapshot: Snapshot; selection: Selection } | null = null;
    return () => {
      const snapshot = getSnapshot();
      if (last && Object.is(last.snapshot, snapshot)) return last.selection;
      const next = selector(snapshot);
      // Selectors are often created at each render: an equal selection keeps its identity.
      const before = last ?? shown.current;
      const selection = before && isEqual(before.selection, next) ? before.selection : next;
      last = { snapshot, selection };
      return selection;
    };
  }, [getSnapshot, selector, isEqual]);
  const selection = useSyncExternalStore(subscribe, getSelection, getSelection);
  useEffect(() => {
    shown.current = { selection };
  }, [selection]);
  return selection;
}
