import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CampaignDetail } from '../../../server/features/campaigns/schema.ts';
import { ConfirmDialog } from '@/components/gates/ConfirmDialog.tsx';
import { type OfferedAct, offeredActs } from '@/components/gates/offered-acts.ts';
import { randomId } from '@/lib/random-id.ts';
import { useIsMounted } from '@/lib/use-is-mounted.ts';
import { toastError } from '@/lib/toast.ts';
import { api, trpc, withRequestKey } from '@/lib/trpc.ts';
import { ActionMenu } from '@/ui/action-menu.tsx';

type Act = keyof CampaignDetail['can'];
type Final = 'close' | 'cancel';

/** The actions on a whole campaign; a refused one shows the reason. */
export function CampaignActions({ campaign }: { campaign: CampaignDetail }) {
  const { t } = useTranslation('campaigns');
  const navigate = useNavigate();
  const isMounted = useIsMounted();
  const [confirming, setConfirming] = useState<Final | null>(null);
  const refresh = { onSuccess: () => api.campaigns.invalidate(), onError: toastError };
  const pause = trpc.campaigns.pause.useMutation(refresh);
  const resume = trpc.campaigns.resume.useMutation(refresh);
  const reopen = trpc.campaigns.reopen.useMutation(refresh);
  const [copyKey] = useState(randomId);
  const duplicate = trpc.campaigns.duplicate.useMutation({
    ...withRequestKey(copyKey),
    onSuccess: async (draft) => {
      await api.campaigns.invalidate();
      if (isMounted()) await navigate({ to: '/post-influencer-campaign', search: { id: draft.id } });
    },
    onError: toastError,
  });
  const campaignId = campaign.id;
  const acts: OfferedAct<Act>[] = [
    { act: 'edit', run: () => void navigate({ to: '/post-influencer-campaign', search: { id: campaignId } }) },
    { act: 'duplicate', run: () => duplicate.mutate({ campaignId }) },
    campaign.state === 'paused'
      ? { act: 'resume', run: () => resume.mutate({ campaignId }) }
      : { act: 'pause', run: () => pause.mutate({ campaignId }) },
    { act: 'reopen', run: () => reopen.mutate({ campaignId }), hint: t('act.reopenHint') },
    { act: 'close', run: () => setConfirming('close'), hint: t('act.closeHint') },
    { act: 'cancel', run: () => setConfirming('cancel'), destructive: true, hint: t('act.cancelHint') },
  ];
  const offered = acts.filter(({ act }) => !(act === 'reopen' && campaign.can[act] === 'campaign.full'));
  return (
    <>
      <ActionMenu
        label={t('act.more')}
        items={[
          ...(campaign.publishedAt
            ? [
                {
                  id: 'view',
                  label: t('act.view'),
                  onSelect: () => void navigate({ to: '/campaigns/$campaignId', params: { campaignId } }),
                },
              ]
            : []),
          ...offeredActs(offered, campaign.can, (act) => t(`act.${act}`)),
        ]}
      />
      {confirming ? <FinalDialog campaign={campaign} act={confirming} onClose={() => setConfirming(null)} /> : null}
    </>
  );
}

function FinalDialog({ campaign, act, onClose }: { campaign: CampaignDetail; act: Final; onClose: () => void }) {
  const { t } = useTranslation('campaigns');
  const done = {
    onSuccess: async () => {
      await api.campaigns.invalidate();
      onClose();
    },
  };
  const close = trpc.campaigns.close.useMutation(done);
  const cancel = trpc.campaigns.cancel.useMutation(done);
  const running = act === 'close' ? close : cancel;
  return (
    <ConfirmDialog
      title={
        act === 'close'
          ? t('act.closeTitle', { title: campaign.title })
          : t('act.cancelTitle', { title: campaign.title })
      }
      text={act === 'close' ? t('act.closeText') : t('act.cancelText')}
      submitLabel={t(`act.${act}`)}
      keepLabel={t('act.keep')}
      destructive={act === 'cancel'}
      pending={running.isPending}
      error={running.error}
      onConfirm={() => running.mutate({ campaignId: campaign.id })}
      onClose={onClose}
    />
  );
}
