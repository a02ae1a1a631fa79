import { useRef, useState } from 'react';
import type { AdInput, AdValues } from '../../../server/features/ads/schema.ts';
import type { AppForm } from '@/components/form/use-app-form.ts';
import type { StoredAd } from '@/features/ads/AdForm.tsx';
import { useSaveWhileTyping, useSerialQueue } from '@/lib/form-drafts/save-while-typing.ts';
import { randomId } from '@/lib/random-id.ts';
import { appError, trpc, withRequestKey } from '@/lib/trpc.ts';

const PAUSE_MS = 1_200;

export type SaveState = { kind: 'idle' } | { kind: 'saved'; at: Date } | { kind: 'failed' } | { kind: 'conflict' };

export interface Autosave {
  state: SaveState;
  /** Saves nothing more by itself, waits for a save under way, and returns what is stored. */
  stop: () => Promise<StoredAd | null>;
  /** After a refused submit. */
  resume: () => void;
}

/**
 * Saves the form of a draft shortly after each change, one save at a time; the first save makes the draft. A version that
 * another page saved is never overwritten. What is not well-formed yet stays on the page until it is.
 */
export function useAutosave(form: AppForm<AdValues, AdInput>, opened: StoredAd | null, enabled: boolean): Autosave {
  const [state, setState] = useState<SaveState>({ kind: 'idle' });
  const [createKey] = useState(randomId);
  const create = trpc.ads.create.useMutation(withRequestKey(`${createKey}-auto`));
  const save = trpc.ads.saveDraft.useMutation();
  const stored = useRef(opened);
  const queue = useSerialQueue();
  const stopped = useRef(!enabled);
  const lastSaved = useRef<string | null>(null);

  const saveOnce = async (): Promise<void> => {
    // The first also keeps checks from being compiled, which the page's content policy forbids.
    const [, { draftAd }] = await Promise.all([
      import('@/components/form/check.ts'),
      import('@/features/ads/checks.ts'),
    ]);
    const checked = draftAd.safeParse(form.getValues());
    if (!checked.success || stopped.current) return;
    const ad = checked.data;
    const text = JSON.stringify(ad);
    if (text === lastSaved.current) return;
    const current = stored.current;
    try {
      const next = current
        ? await save.mutateAsync({ adId: current.id, version: current.version, ad, auto: true })
        : await create.mutateAsync({ ad, auto: true });
      stored.current = { id: next.id, version: next.version, state: next.state };
      lastSaved.current = text;
      setState({ kind: 'saved', at: next.updatedAt });
      // Leaving loses nothing any more, unless more was typed meanwhile.
      const now = draftAd.safeParse(form.getValues());
      if (now.success && JSON.stringify(now.data) === text)
        form.reset(form.getValues(), { keepErrors: true, keepIsSubmitted: true, keepTouched: true });
    } catch (error) {
      setState({ kind: appError(error)?.code === 'state.changed' ? 'conflict' : 'failed' });
    }
  };
  useSaveWhileTyping(form, {
    enabled,
    pauseMs: PAUSE_MS,
    save: () => void queue.enqueue(async () => (stopped.current ? undefined : saveOnce())),
  });

  return {
    state,
    async stop() {
      stopped.current = true;
      while (queue.running()) await queue.running();
      return stored.current;
    },
    resume() {
      stopped.current = !enabled;
    },
  };
}
