import { useRouteContext } from '@tanstack/react-router';
import { type Dispatch, type SetStateAction, useState } from 'react';
import type { Session } from '@/lib/auth.ts';
import { DRAFT_STATES, draftMemory, readDraftEntry, writeDraftEntry } from '@/lib/form-drafts/draft-store.ts';

/**
 * `useState` whose value is stored for this tab at each change until it equals `empty` again. It is kept over navigation, a
 * reload and another sign-in of the same user, and cleared at a sign-out. Each account has its own value.
 */
export function useDraftState<T>(name: string, empty: T): [T, Dispatch<SetStateAction<T>>] {
  const { session } = useRouteContext({ strict: false }) as { session?: Session };
  const [key] = useState(`${session?.userId ?? ''}.${name}`);
  const read = (): T => (readAll()[key] as T | undefined) ?? empty;
  const [value, setValue] = useState<T>(read);
  return [
    value,
    // Stored first, not in an effect: text that is sent after its author left the page must be gone when they come back.
    (next) => {
      const made = typeof next === 'function' ? (next as (before: T) => T)(read()) : next;
      const { [key]: _before, ...others } = readAll();
      draftMemory.states = JSON.stringify(made) === JSON.stringify(empty) ? others : { ...others, [key]: made };
      writeDraftEntry(DRAFT_STATES, JSON.stringify(draftMemory.states));
      setValue(made);
    },
  ];
}

function readAll(): Record<string, unknown> {
  if (draftMemory.states) return draftMemory.states;
  try {
    draftMemory.states = JSON.parse(readDraftEntry(DRAFT_STATES) ?? '{}') as Record<string, unknown>;
  } catch {
    draftMemory.states = {};
  }
  return draftMemory.states;
}
