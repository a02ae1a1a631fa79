import { useEffect, useRef } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useConnection } from '@/lib/connection.ts';

/** From a save without an answer to the next one. */
const AGAIN_MS = 3_000;

export interface TypingSaves {
  /** Runs when typing pauses, and when the page is left. */
  save: () => void;
  /** At each change of the user, before the pause. */
  onTyped?: () => void;
  /** When the form is closed. */
  onClosed?: () => void;
  pauseMs?: number;
  enabled?: boolean;
}

/** Saves a form shortly after each change, as long as it is open. */
export function useSaveWhileTyping<Values extends FieldValues, Context, Output>(
  form: UseFormReturn<Values, Context, Output>,
  saves: TypingSaves,
): void {
  const latest = useRef(saves);
  latest.current = saves;
  const { pauseMs = 900, enabled = true } = saves;
  useEffect(() => {
    if (!enabled) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const subscription = form.watch((_values, { type }) => {
      // Only the user's changes; a reset is made by the code of the form.
      if (type === undefined && !form.formState.isDirty) return;
      latest.current.onTyped?.();
      clearTimeout(timer);
      timer = setTimeout(() => latest.current.save(), pauseMs);
    });
    const leave = () => latest.current.save();
    const close = () => latest.current.onClosed?.();
    window.addEventListener('pagehide', leave);
    return () => {
      clearTimeout(timer);
      subscription.unsubscribe();
      window.removeEventListener('pagehide', leave);
      close();
    };
  }, [form, pauseMs, enabled]);
}

/**
 * Repeats a save without an answer after a pause, and once when the connection is back. `failed`: another object for each
 * failure.
 */
export function useSaveAgain(failed: object | null, save: () => void): void {
  const latest = useRef({ failed, save });
  latest.current = { failed, save };
  const connection = useConnection();
  useEffect(() => {
    if (connection === 'back' && latest.current.failed) latest.current.save();
  }, [connection]);
  useEffect(() => {
    if (!failed || connection === 'lost') return;
    // The server can be reached but this call failed.
    const timer = setTimeout(() => latest.current.save(), AGAIN_MS);
    return () => clearTimeout(timer);
  }, [failed, connection]);
}

export interface SerialQueue {
  /** Runs work once all that was given before has ended. */
  enqueue: <T>(work: () => Promise<T>) => Promise<T>;
  /** The work under way. */
  running: () => Promise<unknown> | null;
}

export function useSerialQueue(): SerialQueue {
  const running = useRef<Promise<unknown> | null>(null);
  return {
    running: () => running.current,
    async enqueue(work) {
      while (running.current) await running.current.catch(() => undefined);
      const own = work();
      running.current = own;
      try {
        return await own;
      } finally {
        running.current = null;
      }
    },
  };
}
