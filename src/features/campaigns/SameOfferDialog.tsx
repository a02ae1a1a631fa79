import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApplicantDto } from '../../../server/features/campaigns/schema.ts';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { MilestonesSummary, ReleaseLine } from '@/components/terms/TermsSummary.tsx';
import { useErrorText } from '@/lib/error-text.ts';
import { randomId } from '@/lib/random-id.ts';
import { useIsMounted } from '@/lib/use-is-mounted.ts';
import { toast } from '@/lib/toast.ts';
import { api, trpc, withRequestKey } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';

/** Sends an offer with the campaign's terms at the requested price, without opening the form. */
export function SameOfferDialog({
  applicant,
  amount,
  onClose,
}: {
  applicant: ApplicantDto;
  amount: string;
  onClose: () => void;
}) {
  const { t } = useTranslation('campaigns');
  const { t: common } = useTranslation();
  const explain = useErrorText();
  const navigate = useNavigate();
  const isMounted = useIsMounted();
  const [requestKey] = useState(randomId);
  const { applicationId } = applicant;
  const start = useQuery(api.offers.start.queryOptions({ applicationId }));
  const send = trpc.offers.send.useMutation({
    ...withRequestKey(requestKey),
    onSuccess: async (offer) => {
      void toast('success', t('applicant.sameSent'));
      await Promise.all([api.offers.invalidate(), api.campaigns.invalidate()]);
      if (isMounted()) await navigate({ to: '/collaboration-request/$offerId', params: { offerId: offer.id } });
    },
  });
  const problem = start.error ?? send.error;
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      pending={send.isPending}
      title={t('applicant.sameTitle', { amount, name: applicant.creator.name })}
      description={t('applicant.sameText')}
      closeLabel={common('action.close')}
      footer={
        <>
          <Button asChild variant="quiet">
            <Link to="/collaboration-request/new" search={{ application: applicationId }}>
              {t('applicant.changeFirst')}
            </Link>
          </Button>
          <Button
            variant="ink"
            pending={send.isPending}
            aria-disabled={start.data ? undefined : true}
            onClick={() => {
              if (start.data)
                send.mutate({ applicationId, title: start.data.title, terms: start.data.terms, note: '' });
            }}
          >
            {t('applicant.sameSend')}
          </Button>
        </>
      }
    >
      {problem ? <Alert tone="problem">{explain(problem)}</Alert> : null}
      {start.data ? (
        <>
          <MilestonesSummary milestones={start.data.terms.milestones} currency={start.data.terms.currency} />
          <ReleaseLine terms={start.data.terms} />
        </>
      ) : start.isPending ? (
        <PendingSkeleton rows={3} />
      ) : null}
    </Dialog>
  );
}
