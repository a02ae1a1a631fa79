import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdAct, MyAdItem } from '../../../server/features/ads/schema.ts';
import { ConfirmDialog } from '@/components/gates/ConfirmDialog.tsx';
import { type OfferedAct, offeredActs } from '@/components/gates/offered-acts.ts';
import { useErrorText } from '@/lib/error-text.ts';
import { randomId } from '@/lib/random-id.ts';
import { toastError } from '@/lib/toast.ts';
import { api, trpc, withRequestKey } from '@/lib/trpc.ts';
import { useIsMounted } from '@/lib/use-is-mounted.ts';
import { ActionMenu } from '@/ui/action-menu.tsx';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Segmented } from '@/ui/segmented.tsx';

type Confirmed = 'close' | 'fill' | 'renew' | 'deleteDraft';

/** What its owner may do with an ad; actions that its state excludes are left out. */
export function AdActions({ ad }: { ad: MyAdItem }) {
  const { t } = useTranslation('ads');
  const navigate = useNavigate();
  const isMounted = useIsMounted();
  const [confirming, setConfirming] = useState<Confirmed | null>(null);
  const [copyKey, setCopyKey] = useState(randomId);
  const refresh = { onSuccess: () => api.ads.invalidate(), onError: toastError };
  const pause = trpc.ads.pause.useMutation(refresh);
  const resume = trpc.ads.resume.useMutation(refresh);
  const duplicate = trpc.ads.duplicate.useMutation({
    ...withRequestKey(copyKey),
    onSuccess: async (draft) => {
      setCopyKey(randomId());
      await api.ads.invalidate();
      if (isMounted()) await navigate({ to: '/post-ad', search: { id: draft.id } });
    },
    onError: toastError,
  });
  const adId = ad.id;
  const acts: OfferedAct<AdAct>[] = [
    { act: 'edit', run: () => void navigate({ to: '/post-ad', search: { id: adId } }) },
    { act: 'renew', run: () => setConfirming('renew') },
    ad.state === 'paused'
      ? { act: 'resume', run: () => resume.mutate({ adId }) }
      : { act: 'pause', run: () => pause.mutate({ adId }) },
    { act: 'fill', run: () => setConfirming('fill') },
    { act: 'close', run: () => setConfirming('close') },
    { act: 'duplicate', run: () => duplicate.mutate({ adId }) },
    { act: 'deleteDraft', run: () => setConfirming('deleteDraft'), destructive: true },
  ];
  return (
    <>
      <ActionMenu
        label={t('act.more', { title: ad.title || t('mine.untitled') })}
        items={offeredActs(acts, ad.can, (act) => t(`act.${act}`))}
      />
      {confirming === 'renew' ? <RenewDialog ad={ad} onClose={() => setConfirming(null)} /> : null}
      {confirming && confirming !== 'renew' ? (
        <ConfirmAct ad={ad} act={confirming} onClose={() => setConfirming(null)} />
      ) : null}
    </>
  );
}

function ConfirmAct({ ad, act, onClose }: { ad: MyAdItem; act: Exclude<Confirmed, 'renew'>; onClose: () => void }) {
  const { t } = useTranslation('ads');
  const done = {
    onSuccess: async () => {
      await api.ads.invalidate();
      onClose();
    },
  };
  const close = trpc.ads.close.useMutation(done);
  const fill = trpc.ads.fill.useMutation(done);
  const remove = trpc.ads.deleteDraft.useMutation(done);
  const running = act === 'close' ? close : act === 'fill' ? fill : remove;
  return (
    <ConfirmDialog
      title={t(`act.${act}Title`)}
      text={t(`act.${act}Text`)}
      submitLabel={t(`act.${act}`)}
      destructive={act === 'deleteDraft'}
      pending={running.isPending}
      error={running.error}
      onConfirm={() => running.mutate({ adId: ad.id })}
      onClose={onClose}
    />
  );
}

const DAYS = ['7', '14', '30'] as const;

function RenewDialog({ ad, onClose }: { ad: MyAdItem; onClose: () => void }) {
  const { t } = useTranslation('ads');
  const { t: common } = useTranslation();
  const explain = useErrorText();
  const [days, setDays] = useState<(typeof DAYS)[number]>('14');
  const [requestKey] = useState(randomId);
  const renew = trpc.ads.renew.useMutation({
    ...withRequestKey(requestKey),
    onSuccess: async () => {
      await api.ads.invalidate();
      onClose();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      pending={renew.isPending}
      title={t('act.renewTitle')}
      description={t(ad.state === 'expired' ? 'act.renewExpired' : 'act.renewText')}
      closeLabel={common('action.close')}
      footer={
        <>
          <Button aria-disabled={renew.isPending || undefined} onClick={onClose}>
            {common('action.cancel')}
          </Button>
          <Button
            variant="ink"
            pending={renew.isPending}
            onClick={() => renew.mutate({ adId: ad.id, days: Number(days) as 7 | 14 | 30 })}
          >
            {t('act.renew')}
          </Button>
        </>
      }
    >
      <div className="grid gap-3">
        {renew.error ? <Alert tone="problem">{explain(renew.error)}</Alert> : null}
        <Segmented
          label={t('form.days')}
          value={days}
          onValueChange={setDays}
          options={DAYS.map((value) => ({ value, label: t('form.daysOption', { count: Number(value) }) }))}
        />
      </div>
    </Dialog>
  );
}
