import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CampaignDetail } from '../../../server/features/campaigns/schema.ts';
import { codeText, isErrorCode, useErrorText } from '@/lib/error-text.ts';
import { randomId } from '@/lib/random-id.ts';
import { useIsMounted } from '@/lib/use-is-mounted.ts';
import { toastError } from '@/lib/toast.ts';
import { api, trpc, withRequestKey } from '@/lib/trpc.ts';
import { ActionMenu } from '@/ui/action-menu.tsx';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';

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
  const acts: { act: Act; run: () => void; destructive?: boolean; hint?: string }[] = [
    { act: 'edit', run: () => void navigate({ to: '/post-influencer-campaign', search: { id: campaignId } }) },
    { act: 'duplicate', run: () => duplicate.mutate({ campaignId }) },
    campaign.state === 'paused'
      ? { act: 'resume', run: () => resume.mutate({ campaignId }) }
      : { act: 'pause', run: () => pause.mutate({ campaignId }) },
    { act: 'reopen', run: () => reopen.mutate({ campaignId }), hint: t('act.reopenHint') },
    { act: 'close', run: () => setConfirming('close'), hint: t('act.closeHint') },
    { act: 'cancel', run: () => setConfirming('cancel'), destructive: true, hint: t('act.cancelHint') },
  ];
  // Actions that the campaign's state excludes are left out; those that a role or a running deal prevents show the
  // reason.
  const offered = acts.filter(
    ({ act }) => campaign.can[act] !== 'state.wrong' && !(act === 'reopen' && campaign.can[act] === 'campaign.full'),
  );
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
          ...offered.map(({ act, run, destructive = false, hint }) => {
            const why = campaign.can[act];
            const refusal = why === true ? undefined : reason(why);
            return {
              id: act,
              label: t(`act.${act}`),
              onSelect: run,
              destructive: destructive && why === true,
              ...(hint ? { hint } : {}),
              ...(refusal ? { refusal } : {}),
            };
          }),
        ]}
      />
      {confirming ? <FinalDialog campaign={campaign} act={confirming} onClose={() => setConfirming(null)} /> : null}
    </>
  );
}

function reason(code: string): string {
  return isErrorCode(code) ? codeText(code) : codeText('state.wrong');
}

function FinalDialog({ campaign, act, onClose }: { campaign: CampaignDetail; act: Final; onClose: () => void }) {
  const { t } = useTranslation('campaigns');
  const { t: common } = useTranslation();
  const explain = useErrorText();
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
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      pending={running.isPending}
      title={
        act === 'close'
          ? t('act.closeTitle', { title: campaign.title })
          : t('act.cancelTitle', { title: campaign.title })
      }
      description={act === 'close' ? t('act.closeText') : t('act.cancelText')}
      closeLabel={common('action.close')}
      footer={
        <>
          <Button aria-disabled={running.isPending || undefined} onClick={onClose}>
            {t('act.keep')}
          </Button>
          <Button
            variant={act === 'cancel' ? 'destructive' : 'ink'}
            pending={running.isPending}
            onClick={() => running.mutate({ campaignId: campaign.id })}
          >
            {t(`act.${act}`)}
          </Button>
        </>
      }
    >
      {running.error ? <Alert tone="problem">{explain(running.error)}</Alert> : null}
    </Dialog>
  );
}
