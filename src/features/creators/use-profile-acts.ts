import { useRouter } from '@tanstack/react-router';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { CreatorInput, CreatorProfile } from '../../../server/features/creators/schema.ts';
import { sending } from '@/components/form/sending.ts';
import type { FormOf } from '@/components/form/use-app-form.ts';
import { needsAge } from '@/components/gates/AgeGate.tsx';
import { formValues, type ProfileDraftSaver } from '@/features/creators/use-profile-draft.ts';
import { keepAnswer } from '@/lib/form-start.ts';
import { toast } from '@/lib/toast.ts';
import { api, appError, trpc } from '@/lib/trpc.ts';

/** Fields without which nothing is published; a refusal is shown at them. */
const NEEDED = ['headline', 'country', 'platforms'] as const;
const neededOf = (error: unknown) => NEEDED.find((name) => name === appError(error)?.data['field']);

export type ProfileActs = ReturnType<typeof useProfileActs>;

/** Saves a profile, makes it public, hides it, or discards its draft. */
export function useProfileActs(form: FormOf<CreatorInput>, profile: CreatorProfile, saver: ProfileDraftSaver) {
  const { t } = useTranslation('creators');
  const router = useRouter();
  /** Whether the button that was pressed publishes what it saves. */
  const publishing = useRef(false);
  const save = trpc.creators.save.useMutation();
  const publish = trpc.creators.publish.useMutation();
  const unpublish = trpc.creators.unpublish.useMutation();
  const drop = trpc.creators.dropDraft.useMutation();
  const isHandleTaken = appError(save.error)?.data['problem'] === 'taken';
  const publishError =
    publish.error && !needsAge(publish.error) && neededOf(publish.error) === undefined ? publish.error : null;
  const goPublic = async () => {
    try {
      keep(await publish.mutateAsync());
      void toast('success', t('edit.nowPublic'));
      await api.home.invalidate();
    } catch (error) {
      const field = neededOf(error);
      if (field) form.setError(field, { type: 'server', message: t('edit.needs') }, { shouldFocus: true });
    }
  };
  return {
    save,
    publish,
    unpublish,
    drop,
    isSaving: save.isPending || publish.isPending,
    publishes: publishing.current,
    isHandleTaken,
    publishError,
    error: isHandleTaken ? null : (save.error ?? publishError ?? unpublish.error ?? drop.error),
    choose: (act: 'publish' | 'save') => (publishing.current = act === 'publish'),
    goPublic,
    submit: async (input: CreatorInput) => {
      publish.reset();
      const settle = sending(form);
      const saved = await saver.between((version) => save.mutateAsync({ ...input, version }));
      keep(saved);
      settle(input);
      if (saved.handle !== profile.handle) {
        await api.accounts.session.invalidate();
        await router.invalidate();
      }
      if (publishing.current) await goPublic();
      else void toast('success', t('edit.saved'));
    },
    hide: async () => {
      keep(await saver.between((version) => unpublish.mutateAsync({ version }), 'draft'));
      void toast('success', t('edit.nowHidden'));
      await api.home.invalidate();
    },
    discard: async () => {
      const next = await saver.between((version) => drop.mutateAsync({ version }));
      form.reset(formValues(next));
    },
  };
}

function keep(profile: CreatorProfile): void {
  keepAnswer(api.creators.mine.queryOptions().queryKey, profile);
  void api.creators.byHandle.invalidate();
  void api.creators.completeness.invalidate();
}
