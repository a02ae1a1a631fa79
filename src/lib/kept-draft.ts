import { useRouteContext } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { readAnswer, serialize } from '../../server/core/wire.ts';
import type { Session } from '@/lib/auth.ts';
import { DRAFT_KEY, memory } from '@/lib/typed.ts';

export interface KeptDraft<Values> {
  /** What is worth keeping now; null when nothing is. */
  read: () => Values | null;
  restore: (values: Values) => void;
}

/**
 * What was typed at this place waits, for this tab, while its author is sent elsewhere: when the page is left because the
 * session ended under it, or by the function that is handed back. Whoever comes back finds it, once; another account does
 * not. `name` tells the forms of one address apart; null keeps nothing.
 */
export function useKeptDraft<Values>(name: string | null, draft: KeptDraft<Values>): () => void {
  const { session } = useRouteContext({ strict: false }) as { session?: Session };
  // The address is gone from the window before the page is.
  const [place] = useState(() =>
    name === null ? null : `${session?.userId ?? ''} ${window.location.pathname}#${name}`,
  );
  const now = useRef(draft);
  now.current = draft;
  const keep = () => {
    const values = now.current.read();
    if (place !== null && values !== null) write({ ...readAll(), [place]: values });
  };
  const keepNow = useRef(keep);
  keepNow.current = keep;
  useEffect(() => {
    if (place === null) return;
    const { [place]: kept, ...others } = readAll();
    if (kept !== undefined) {
      write(others);
      now.current.restore(kept as Values);
    }
    return () => {
      if (memory.sessionEnded) keepNow.current();
    };
  }, [place]);
  return keep;
}

/** Keeps a copy of what is typed here under this name, for `useKeptDraft` of the same page; null: all of it is stored. */
export function useLocalCopy<Values>(): (name: string, values: Values | null) => void {
  const { session } = useRouteContext({ strict: false }) as { session?: Session };
  const [page] = useState(() => `${session?.userId ?? ''} ${window.location.pathname}#`);
  return (name, values) => {
    const { [`${page}${name}`]: before, ...others } = readAll();
    if (values !== null) write({ ...others, [`${page}${name}`]: values });
    else if (before !== undefined) write(others);
  };
}

function readAll(): Record<string, unknown> {
  try {
    return readAnswer<Record<string, unknown>>(JSON.parse(window.sessionStorage.getItem(DRAFT_KEY) ?? '{"json":{}}'));
  } catch {
    return {};
  }
}

function write(drafts: Record<string, unknown>): void {
  try {
    if (Object.keys(drafts).length === 0) window.sessionStorage.removeItem(DRAFT_KEY);
    else window.sessionStorage.setItem(DRAFT_KEY, JSON.stringify(serialize(drafts)));
  } catch {
    // Storage may be forbidden or full; the page then still holds what was typed until it is left.
  }
}
