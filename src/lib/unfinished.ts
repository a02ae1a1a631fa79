import { useRouteContext } from '@tanstack/react-router';
import { type Dispatch, type SetStateAction, useState } from 'react';
import type { Session } from '@/lib/auth.ts';
import { memory, WRITING_KEY } from '@/lib/typed.ts';

/**
 * What somebody is writing, kept for this tab until it is sent: it outlives a look elsewhere, a reload and a sign-in that is
 * asked for again, but not a sign-out. It is the account's own: another one that signs in here does not see it.
 */
export function useUnfinished<T>(about: string, empty: T): [T, Dispatch<SetStateAction<T>>] {
  const { session } = useRouteContext({ strict: false }) as { session?: Session };
  const [name] = useState(`${session?.userId ?? ''}.${about}`);
  const now = (): T => (all()[name] as T | undefined) ?? empty;
  const [value, setValue] = useState<T>(now);
  return [
    value,
    // Sent after its author has left, it must not wait for them when they come back: what is kept goes first.
    (next) => {
      const made = typeof next === 'function' ? (next as (before: T) => T)(now()) : next;
      const { [name]: _before, ...others } = all();
      memory.writing = JSON.stringify(made) === JSON.stringify(empty) ? others : { ...others, [name]: made };
      try {
        window.sessionStorage.setItem(WRITING_KEY, JSON.stringify(memory.writing));
      } catch {
        // Storage may be forbidden or full; it is then kept until the page is loaded anew.
      }
      setValue(made);
    },
  ];
}

function all(): Record<string, unknown> {
  if (memory.writing) return memory.writing;
  try {
    memory.writing = JSON.parse(window.sessionStorage.getItem(WRITING_KEY) ?? '{}') as Record<string, unknown>;
  } catch {
    memory.writing = {};
  }
  return memory.writing;
}
