import { useRouteContext } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { readAnswer, serialize } from '../../../server/core/wire.ts';
import type { Session } from '@/lib/auth.ts';
import { draftMemory, FORM_DRAFTS, readDraftEntry, writeDraftEntry } from '@/lib/form-drafts/draft-store.ts';

export interface FormDraft<Values> {
  /** The values to store; null if there is nothing to store. */
  read: () => Values | null;
  restore: (values: Values) => void;
}

/**
 * Stores a form's values for this tab and account when the page is left because the session ended, or when the returned
 * function is called. They are restored once, when the same user opens the page again. `name` separates the forms of one
 * address; with null nothing is stored.
 */
export function useFormDraft<Values>(name: string | null, draft: FormDraft<Values>): () => void {
  const { session } = useRouteContext({ strict: false }) as { session?: Session };
  // Read at the first render: at unmount `window.location` is already the next page's.
  const [key] = useState(() => (name === null ? null : `${session?.userId ?? ''} ${window.location.pathname}#${name}`));
  const latest = useRef(draft);
  latest.current = draft;
  const save = () => {
    const values = latest.current.read();
    if (key !== null && values !== null) write({ ...readAll(), [key]: values });
  };
  const latestSave = useRef(save);
  latestSave.current = save;
  useEffect(() => {
    if (key === null) return;
    const { [key]: stored, ...others } = readAll();
    if (stored !== undefined) {
      write(others);
      latest.current.restore(stored as Values);
    }
    return () => {
      if (draftMemory.sessionEnded) latestSave.current();
    };
  }, [key]);
  return save;
}

/** Stores a copy of the values under this name, for `useFormDraft` on the same page; null deletes the copy. */
export function useDraftCopy<Values>(): (name: string, values: Values | null) => void {
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
    return readAnswer<Record<string, unknown>>(JSON.parse(readDraftEntry(FORM_DRAFTS) ?? '{"json":{}}'));
  } catch {
    return {};
  }
}

function write(drafts: Record<string, unknown>): void {
  try {
    writeDraftEntry(FORM_DRAFTS, Object.keys(drafts).length === 0 ? null : JSON.stringify(serialize(drafts)));
  } catch {
    // Values that cannot be serialized stay in the form until the page is left.
  }
}
