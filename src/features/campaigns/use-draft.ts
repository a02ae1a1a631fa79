import { useEffect, useRef, useState } from 'react';
import type { CampaignDraft } from '../../../server/features/campaigns/schema.ts';
import type { DraftValues } from '@/features/campaigns/draft-values.ts';
import { showDraft, trackSave } from '@/features/campaigns/opened-drafts.ts';
import type { Step } from '@/features/campaigns/steps.ts';
import { type DraftForm, typedIn, useStoredDraft } from '@/features/campaigns/use-stored-draft.ts';
import { useUnsentStore } from '@/lib/connection.ts';
import { useSaveAgain, useSaveWhileTyping, useSerialQueue } from '@/lib/form-drafts/save-while-typing.ts';
import { useDraftCopy, useFormDraft } from '@/lib/form-drafts/use-form-draft.ts';
import { appError } from '@/lib/trpc.ts';

export type SaveState =
  | { kind: 'idle' }
  | { kind: 'saving' }
  | { kind: 'saved'; at: Date }
  | { kind: 'failed'; error: unknown }
  | { kind: 'conflict' };

export interface DraftSaver {
  draft: CampaignDraft | null;
  state: SaveState;
  /** Steps with values that cannot be stored; the stored ones are older there. */
  unstored: readonly Step[];
  /** Saves the changes, with the step to resume at; resolves with the stored draft, null if it could not be saved. */
  flush: (step: number) => Promise<CampaignDraft | null>;
  /** Whether typed values are not on the server. */
  unsent: () => boolean;
  /** Loads the stored version; local changes since then keep their fields. */
  reload: () => Promise<void>;
  /** The draft was deleted: later input is not saved. */
  forget: () => void;
  /** After an action that answered with a newer version. */
  replaceDraft: (draft: CampaignDraft) => Promise<void>;
}

/**
 * Saves a campaign form shortly after each change, one save at a time; the first save creates the draft. A save from
 * another window in between is a conflict and is never overwritten.
 */
export function useDraft(
  form: DraftForm,
  initial: CampaignDraft | null,
  step: number,
  onCreated: (id: string) => void,
): DraftSaver {
  const [state, setState] = useState<SaveState>({ kind: 'idle' });
  const forgotten = useRef(false);
  const stepNow = useRef(step);
  stepNow.current = step;
  const queue = useSerialQueue();
  const copy = useDraftCopy<DraftValues>();
  const stored = useStoredDraft(form, initial, ({ id }) => {
    copy('campaign.new', null);
    show(id);
    const running = queue.running();
    if (running) trackSave(id, running);
    onCreated(id);
  });
  const show = useShownDraft(() => stored.now()?.id);

  /** Whether a local copy exists, from the first change to the answer of its save. */
  const [waiting, setWaiting] = useState(false);
  useUnsentStore(waiting);
  const keepCopy = () => {
    const values = stored.unsent() && !forgotten.current ? typedIn(form) : null;
    copy(`campaign.${stored.now()?.id ?? 'new'}`, values);
    setWaiting(values !== null);
  };

  const saveOnce = async (atStep: number): Promise<CampaignDraft | null> => {
    if (forgotten.current) return null;
    if (!(await stored.isDue(atStep))) return stored.now();
    setState({ kind: 'saving' });
    try {
      const next = await stored.send(atStep);
      keepCopy();
      setState({ kind: 'saved', at: next.updatedAt });
      return next;
    } catch (error) {
      setState(appError(error)?.code === 'state.changed' ? { kind: 'conflict' } : { kind: 'failed', error });
      return null;
    }
  };
  const flush = (atStep: number): Promise<CampaignDraft | null> => {
    const flushed = queue.enqueue(() => saveOnce(atStep));
    const current = stored.now();
    if (current) trackSave(current.id, flushed);
    return flushed;
  };
  const save = () => void flush(stepNow.current);

  useSaveWhileTyping(form, { save, onTyped: keepCopy, onClosed: save });
  useSaveAgain(state.kind === 'failed' && appError(state.error) === null ? state : null, save);
  // Values that could not be saved because the session ended, under the name of the page when it is opened again.
  useFormDraft(`campaign.${initial?.id ?? 'new'}`, {
    read: () => (stored.now()?.id === initial?.id && stored.unsent() ? typedIn(form) : null),
    restore: (kept) => {
      form.reset(kept, { keepDefaultValues: true });
      save();
    },
  });

  const replaceDraft = async (next: CampaignDraft) => {
    await stored.replace(next);
    setState({ kind: 'idle' });
  };
  return {
    draft: stored.draft,
    state,
    unstored: stored.unstored,
    flush,
    unsent: stored.unsent,
    forget: () => {
      forgotten.current = true;
      keepCopy();
    },
    replaceDraft,
    reload: async () => {
      const newest = await stored.fetchNewest();
      if (!newest) return;
      await replaceDraft(newest);
      // Local changes made before the other version arrived are still to be saved.
      await flush(stepNow.current);
    },
  };
}

/** Registers that the form of the draft is mounted; the returned function does so for one that is created meanwhile. */
function useShownDraft(idNow: () => string | undefined): (id: string) => void {
  const mounted = useRef(false);
  const end = useRef<(() => void) | null>(null);
  const latest = useRef(idNow);
  latest.current = idNow;
  useEffect(() => {
    mounted.current = true;
    const id = latest.current();
    if (id !== undefined) end.current = showDraft(id);
    return () => {
      mounted.current = false;
      end.current?.();
      end.current = null;
    };
  }, []);
  return (id) => {
    if (mounted.current) end.current ??= showDraft(id);
  };
}
