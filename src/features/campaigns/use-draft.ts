import { useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { CampaignDraft } from '../../../server/features/campaigns/schema.ts';
import {
  draftValues,
  type DraftValues,
  notStorable,
  patchSchema,
  type PatchSchema,
  patchSince,
  savedWith,
  snapshot,
} from '@/features/campaigns/draft-values.ts';
import { showDraft, trackSave } from '@/features/campaigns/opened-drafts.ts';
import { type Step, STEP_OF } from '@/features/campaigns/steps.ts';
import { useConnection, useUnsentStore } from '@/lib/connection.ts';
import { keepAnswer } from '@/lib/form-start.ts';
import { useFormDraft, useDraftCopy } from '@/lib/form-drafts/use-form-draft.ts';
import { randomId } from '@/lib/random-id.ts';
import { api, appError, queryClient, trpc, withRequestKey } from '@/lib/trpc.ts';

const PAUSE_MS = 900;
/** From a save without an answer to the next one. */
const AGAIN_MS = 3_000;

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
  form: UseFormReturn<DraftValues>,
  initial: CampaignDraft | null,
  step: number,
  onCreated: (id: string) => void,
): DraftSaver {
  const [draft, setDraft] = useState(initial);
  const [state, setState] = useState<SaveState>({ kind: 'idle' });
  const [unstored, setUnstored] = useState<readonly Step[]>([]);
  const stored = useRef(initial);
  // The server's values as form values; fields that differ are sent.
  const [begun] = useState(() => (initial ? draftValues(initial) : typedIn(form)));
  const saved = useRef(begun);
  // Sent without an answer: the server may or may not have them.
  const unanswered = useRef<DraftValues | null>(null);
  const running = useRef<Promise<CampaignDraft | null> | null>(null);
  const forgotten = useRef(false);
  const stepNow = useRef(step);
  stepNow.current = step;
  const [createKey] = useState(randomId);
  const create = trpc.campaigns.create.useMutation(withRequestKey(createKey));
  const save = trpc.campaigns.saveDraft.useMutation();

  const keep = (next: CampaignDraft) => {
    stored.current = next;
    setDraft(next);
    keepAnswer(api.campaigns.draft.queryOptions({ campaignId: next.id }).queryKey, next);
  };

  /** Whether a save without an answer took effect; otherwise our own save would be reported as a conflict. */
  const verifySave = async (schema: PatchSchema, current: CampaignDraft, sent: DraftValues): Promise<CampaignDraft> => {
    const now = await fetchDraft(current.id);
    unanswered.current = null;
    if (
      now.version !== current.version + 1 ||
      Object.keys(patchSince(schema, snapshot(schema, draftValues(now)), sent)).length > 0
    )
      return current;
    saved.current = savedWith(schema, saved.current, sent);
    keep(now);
    return now;
  };

  const saveOnce = async (atStep: number): Promise<CampaignDraft | null> => {
    let current = stored.current;
    const schema = await patchSchema();
    setUnstored([...new Set(notStorable(schema, saved.current, form.getValues()).map((field) => STEP_OF[field]))]);
    const changes = (values: DraftValues) => patchSince(schema, snapshot(schema, saved.current), values);
    if (
      Object.keys(changes(form.getValues())).length === 0 &&
      !unanswered.current &&
      (!current || current.step >= atStep)
    )
      return current;
    setState({ kind: 'saving' });
    let sent: DraftValues | null = null;
    try {
      if (!current) {
        current = await create.mutateAsync();
        // The server sets the org's country and currency; untouched fields take these defaults.
        form.reset(draftValues(current), { keepDirtyValues: true });
        saved.current = draftValues(current);
        copy('campaign.new', null);
        keep(current);
        if (mounted.current) shownAs.current ??= showDraft(current.id);
        if (running.current) trackSave(current.id, running.current);
        onCreated(current.id);
      }
      if (unanswered.current) current = await verifySave(schema, current, unanswered.current);
      const values = typedIn(form);
      sent = values;
      const next = await save.mutateAsync({
        campaignId: current.id,
        version: current.version,
        step: Math.max(atStep, current.step),
        patch: changes(values),
      });
      saved.current = savedWith(schema, saved.current, values);
      keep(next);
      keepCopy();
      setState({ kind: 'saved', at: next.updatedAt });
      return next;
    } catch (error) {
      if (sent && !appError(error)) unanswered.current = sent;
      setState(appError(error)?.code === 'state.changed' ? { kind: 'conflict' } : { kind: 'failed', error });
      return null;
    }
  };

  const flush = (atStep: number): Promise<CampaignDraft | null> => {
    const flushed = flushInTurn(atStep);
    if (stored.current) trackSave(stored.current.id, flushed);
    return flushed;
  };

  const flushInTurn = async (atStep: number): Promise<CampaignDraft | null> => {
    while (running.current) await running.current;
    if (forgotten.current) return null;
    running.current = saveOnce(atStep);
    try {
      return await running.current;
    } finally {
      running.current = null;
    }
  };

  const mounted = useRef(false);
  const shownAs = useRef<(() => void) | null>(null);
  useEffect(() => {
    mounted.current = true;
    if (stored.current) shownAs.current = showDraft(stored.current.id);
    return () => {
      mounted.current = false;
      shownAs.current?.();
      shownAs.current = null;
    };
  }, []);

  const unsent = () => JSON.stringify(typedIn(form)) !== JSON.stringify(saved.current);
  const copy = useDraftCopy<DraftValues>();
  /** Whether a local copy exists, from the first change to the answer of its save. */
  const [waiting, setWaiting] = useState(false);
  const keepCopy = () => {
    const values = unsent() && !forgotten.current ? typedIn(form) : null;
    copy(`campaign.${stored.current?.id ?? 'new'}`, values);
    setWaiting(values !== null);
  };
  const keepCopyRef = useRef(keepCopy);
  keepCopyRef.current = keepCopy;

  const flushRef = useRef(flush);
  flushRef.current = flush;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const subscription = form.watch((_values, { type }) => {
      // Only the user's changes; a reset is made by this code.
      if (type === undefined && !form.formState.isDirty) return;
      keepCopyRef.current();
      clearTimeout(timer);
      timer = setTimeout(() => void flushRef.current(stepNow.current), PAUSE_MS);
    });
    const leave = () => void flushRef.current(stepNow.current);
    window.addEventListener('pagehide', leave);
    return () => {
      clearTimeout(timer);
      subscription.unsubscribe();
      window.removeEventListener('pagehide', leave);
      // Navigating away within the pause: the typed values are still saved.
      leave();
    };
  }, [form]);

  // Values that could not be saved because the session ended, under the name of the page when it is opened again.
  useFormDraft(`campaign.${initial?.id ?? 'new'}`, {
    read: () =>
      stored.current?.id === initial?.id && JSON.stringify(typedIn(form)) !== JSON.stringify(saved.current)
        ? typedIn(form)
        : null,
    restore: (kept) => {
      form.reset(kept, { keepDefaultValues: true });
      void flushRef.current(stepNow.current);
    },
  });

  const connection = useConnection();
  useUnsentStore(waiting);
  const isUnanswered = useRef(false);
  isUnanswered.current = state.kind === 'failed' && appError(state.error) === null;
  useEffect(() => {
    if (connection === 'back' && isUnanswered.current) void flushRef.current(stepNow.current);
  }, [connection]);
  useEffect(() => {
    if (!isUnanswered.current || connection === 'lost') return;
    // The server can be reached but this call failed: retry after a pause.
    const timer = setTimeout(() => void flushRef.current(stepNow.current), AGAIN_MS);
    return () => clearTimeout(timer);
  }, [state, connection]);

  const replaceDraft = async (next: CampaignDraft) => {
    const schema = await patchSchema();
    const before = typedIn(form);
    // Values that cannot be stored yet, such as a milestone without its title, are kept like the others.
    const unsaved = [
      ...Object.keys(patchSince(schema, snapshot(schema, saved.current), before)),
      ...notStorable(schema, saved.current, before),
    ];
    saved.current = draftValues(next);
    form.reset({ ...draftValues(next), ...pick(before, unsaved) });
    keep(next);
    setState({ kind: 'idle' });
  };

  return {
    draft,
    state,
    unstored,
    flush,
    unsent,
    forget: () => {
      forgotten.current = true;
      keepCopy();
    },
    replaceDraft,
    reload: async () => {
      if (!stored.current) return;
      await replaceDraft(await fetchDraft(stored.current.id));
      // Local changes made before the other version arrived are still to be saved.
      await flush(stepNow.current);
    },
  };
}

/** A copy: `getValues` returns an object that the form goes on changing below its first level. */
const typedIn = (form: UseFormReturn<DraftValues>): DraftValues => structuredClone(form.getValues());

const fetchDraft = (campaignId: string): Promise<CampaignDraft> =>
  queryClient.fetchQuery({ ...api.campaigns.draft.queryOptions({ campaignId }), staleTime: 0 });

function pick(values: DraftValues, names: readonly string[]): Partial<DraftValues> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
}
