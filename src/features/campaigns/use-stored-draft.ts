import { useRef, useState } from 'react';
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
import { type Step, STEP_OF } from '@/features/campaigns/steps.ts';
import { keepAnswer } from '@/lib/form-start.ts';
import { randomId } from '@/lib/random-id.ts';
import { api, appError, queryClient, trpc, withRequestKey } from '@/lib/trpc.ts';

export type DraftForm = UseFormReturn<DraftValues>;

export interface StoredDraft {
  draft: CampaignDraft | null;
  /** Steps with values that cannot be stored; the stored ones are older there. */
  unstored: readonly Step[];
  /** The newest version that is known, also between two renders. */
  now: () => CampaignDraft | null;
  /** Whether typed values are not on the server. */
  unsent: () => boolean;
  /** Whether a save would change what is stored. */
  isDue: (atStep: number) => Promise<boolean>;
  /** Sends the fields that differ; the first time the draft is created. */
  send: (atStep: number) => Promise<CampaignDraft>;
  /** Null as long as there is no draft. */
  fetchNewest: () => Promise<CampaignDraft | null>;
  /** Takes another version into the form; fields whose values are not saved keep them. */
  replace: (next: CampaignDraft) => Promise<void>;
}

/** What the server has of a campaign form, and the calls that change it. One call at a time: the caller queues them. */
export function useStoredDraft(
  form: DraftForm,
  initial: CampaignDraft | null,
  onCreated: (draft: CampaignDraft) => void,
): StoredDraft {
  const [draft, setDraft] = useState(initial);
  const [unstored, setUnstored] = useState<readonly Step[]>([]);
  const stored = useRef(initial);
  // The server's values as form values; fields that differ are sent.
  const [begun] = useState(() => (initial ? draftValues(initial) : typedIn(form)));
  const saved = useRef(begun);
  // Sent without an answer: the server may or may not have them.
  const unanswered = useRef<DraftValues | null>(null);
  const [createKey] = useState(randomId);
  const create = trpc.campaigns.create.useMutation(withRequestKey(createKey));
  const save = trpc.campaigns.saveDraft.useMutation();

  const keep = (next: CampaignDraft) => {
    stored.current = next;
    setDraft(next);
    keepAnswer(api.campaigns.draft.queryOptions({ campaignId: next.id }).queryKey, next);
  };
  const changes = (schema: PatchSchema, values: DraftValues) =>
    patchSince(schema, snapshot(schema, saved.current), values);

  const begin = async (): Promise<CampaignDraft> => {
    const made = await create.mutateAsync();
    // The server sets the org's country and currency; untouched fields take these defaults.
    form.reset(draftValues(made), { keepDirtyValues: true });
    saved.current = draftValues(made);
    keep(made);
    onCreated(made);
    return made;
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

  return {
    draft,
    unstored,
    now: () => stored.current,
    unsent: () => JSON.stringify(typedIn(form)) !== JSON.stringify(saved.current),
    async isDue(atStep) {
      const { current } = stored;
      const schema = await patchSchema();
      setUnstored([...new Set(notStorable(schema, saved.current, form.getValues()).map((field) => STEP_OF[field]))]);
      const changed = Object.keys(changes(schema, form.getValues())).length > 0;
      return changed || unanswered.current !== null || (current !== null && current.step < atStep);
    },
    async send(atStep) {
      const schema = await patchSchema();
      let current = stored.current ?? (await begin());
      if (unanswered.current) current = await verifySave(schema, current, unanswered.current);
      const sent = typedIn(form);
      try {
        const next = await save.mutateAsync({
          campaignId: current.id,
          version: current.version,
          step: Math.max(atStep, current.step),
          patch: changes(schema, sent),
        });
        saved.current = savedWith(schema, saved.current, sent);
        keep(next);
        return next;
      } catch (error) {
        if (!appError(error)) unanswered.current = sent;
        throw error;
      }
    },
    fetchNewest: async () => stored.current && fetchDraft(stored.current.id),
    async replace(next) {
      const schema = await patchSchema();
      const before = typedIn(form);
      // Values that cannot be stored yet, such as a milestone without its title, are kept like the others.
      const unsaved = [...Object.keys(changes(schema, before)), ...notStorable(schema, saved.current, before)];
      saved.current = draftValues(next);
      form.reset({ ...draftValues(next), ...pick(before, unsaved) });
      keep(next);
    },
  };
}

/** A copy: `getValues` returns an object that the form goes on changing below its first level. */
export const typedIn = (form: DraftForm): DraftValues => structuredClone(form.getValues());

const fetchDraft = (campaignId: string): Promise<CampaignDraft> =>
  queryClient.fetchQuery({ ...api.campaigns.draft.queryOptions({ campaignId }), staleTime: 0 });

function pick(values: DraftValues, names: readonly string[]): Partial<DraftValues> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
}
