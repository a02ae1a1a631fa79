import { useRef, useState } from 'react';
import type { CreatorInput, CreatorProfile } from '../../../server/features/creators/schema.ts';
import type { FormOf } from '@/components/form/use-app-form.ts';
import { useSaveAgain, useSaveWhileTyping, useSerialQueue } from '@/lib/form-drafts/save-while-typing.ts';
import { keepAnswer } from '@/lib/form-start.ts';
import { api, appError, queryClient, trpc } from '@/lib/trpc.ts';

export type DraftState =
  | { kind: 'idle' }
  | { kind: 'saving' }
  | { kind: 'saved'; at: Date }
  | { kind: 'failed'; error: unknown }
  | { kind: 'conflict' };

export interface ProfileDraftSaver {
  state: DraftState;
  /** Whether typed values are neither in the profile nor in its draft. */
  unsent: () => boolean;
  /** Runs another save between two saves of the draft, with the version that it must name; `draft`: one that leaves the draft. */
  between: (save: (version: number) => Promise<CreatorProfile>, of?: 'profile' | 'draft') => Promise<CreatorProfile>;
  /** After a conflict: the stored version in place of what is typed, or what is typed in place of the stored version. */
  takeTheirs: () => Promise<void>;
  keepMine: () => Promise<void>;
}

/** What the form of a profile holds. */
export function formValues(profile: CreatorProfile): CreatorInput {
  const { orgId: _o, name: _n, publishedAt: _p, held: _h, version: _v, draft: _d, ...values } = profile;
  return values;
}

/** The draft over the profile; fields that the form does not have (any more) are left out. */
export function draftValues(profile: CreatorProfile): CreatorInput {
  const values = formValues(profile);
  const { content } = profile.draft ?? {};
  if (!content) return values;
  const known = Object.entries(content).filter(([name, value]) => name in values && value !== undefined);
  const details = content['details'];
  return {
    ...values,
    ...Object.fromEntries(known),
    details: { ...values.details!, ...(typeof details === 'object' && details !== null ? details : {}) },
  };
}

const textOf = (values: CreatorInput): string => JSON.stringify(values);

/**
 * Stores what is typed in the form of the profile shortly after each change, valid or not. A save from another window in
 * between is a conflict, and neither side is overwritten until the user has chosen.
 */
export function useProfileDraft(form: FormOf<CreatorInput>, profile: CreatorProfile): ProfileDraftSaver {
  const [state, setState] = useState<DraftState>(
    profile.draft ? { kind: 'saved', at: profile.draft.savedAt } : { kind: 'idle' },
  );
  const version = useRef(profile.version);
  const [begun] = useState(() => textOf(draftValues(profile)));
  const stored = useRef(begun);
  // Each save names the version that the one before made.
  const { enqueue } = useSerialQueue();
  const stopped = useRef(false);
  const save = trpc.creators.keepDraft.useMutation();

  const unsent = (): boolean => textOf(form.getValues()) !== stored.current;

  const fetchProfile = (): Promise<CreatorProfile> =>
    queryClient.fetchQuery({ ...api.creators.mine.queryOptions(), staleTime: 0 });

  /** A save without an answer may have taken effect: then the stored draft is what was sent. */
  const wasOwn = async (sent: string): Promise<boolean> => {
    const now = await fetchProfile();
    const same = now.draft !== null && JSON.stringify(now.draft.content) === JSON.stringify(sortedLike(now, sent));
    if (same) version.current = now.version;
    return same;
  };

  const once = async (): Promise<void> => {
    const sent = textOf(form.getValues());
    if (sent === stored.current) return;
    setState({ kind: 'saving' });
    try {
      const content = JSON.parse(sent) as Record<string, never>;
      const answer = await save.mutateAsync({ version: version.current, content });
      version.current = answer.version;
      stored.current = sent;
      setState({ kind: 'saved', at: answer.savedAt });
    } catch (error) {
      if (appError(error)?.code === 'profile.changed') {
        if (await wasOwn(sent).catch(() => false)) {
          stored.current = sent;
          setState({ kind: 'saved', at: new Date() });
          return;
        }
        stopped.current = true;
        setState({ kind: 'conflict' });
      } else setState({ kind: 'failed', error });
    }
  };

  const flush = async (): Promise<void> => {
    if (!stopped.current) await enqueue(once);
  };

  useSaveWhileTyping(form, {
    save: () => void flush(),
    onClosed: () => {
      if (form.formState.isDirty) void flush();
    },
  });
  useSaveAgain(state.kind === 'failed' && appError(state.error) === null ? state : null, () => void flush());

  const take = (next: CreatorProfile): void => {
    version.current = next.version;
    stopped.current = false;
    keepAnswer(api.creators.mine.queryOptions().queryKey, next);
  };

  return {
    state,
    unsent,
    between: (saveAll, of = 'profile') =>
      enqueue(async () => {
        const sent = textOf(form.getValues());
        const next = await saveAll(version.current);
        take(next);
        if (of === 'profile') {
          stored.current = sent;
          setState({ kind: 'idle' });
        }
        return next;
      }),
    takeTheirs: async () => {
      const next = await fetchProfile();
      take(next);
      form.reset(formValues(next));
      form.reset(draftValues(next), { keepDefaultValues: true });
      stored.current = textOf(form.getValues());
      setState(next.draft ? { kind: 'saved', at: next.draft.savedAt } : { kind: 'idle' });
    },
    keepMine: async () => {
      version.current = (await fetchProfile()).version;
      stopped.current = false;
      stored.current = '';
      await flush();
    },
  };
}

/** What was sent, with its fields in the order in which the database keeps them. */
function sortedLike({ draft }: CreatorProfile, sent: string): unknown {
  const order = (value: unknown, like: unknown): unknown => {
    if (
      typeof value !== 'object' ||
      value === null ||
      Array.isArray(value) ||
      typeof like !== 'object' ||
      like === null
    )
      return Array.isArray(value) && Array.isArray(like) ? value.map((one, i) => order(one, like[i])) : value;
    const own = value as Record<string, unknown>;
    const names = [...new Set([...Object.keys(like), ...Object.keys(own)])].filter((name) => name in own);
    return Object.fromEntries(names.map((name) => [name, order(own[name], (like as Record<string, unknown>)[name])]));
  };
  return order(JSON.parse(sent), draft?.content);
}
