import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OfferDetail } from '../../../server/features/offers/schema.ts';
import { TermsDiff } from '@/components/terms/TermsDiff.tsx';
import { termsOf } from '@/features/offers/offer-values.ts';
import { OfferForm } from '@/features/offers/OfferForm.tsx';
import { codeText, isErrorCode, useErrorText } from '@/lib/error-text.ts';
import { randomId } from '@/lib/random-id.ts';
import { useIsMounted } from '@/lib/use-is-mounted.ts';
import { api, appError, trpc, withRequestKey } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';

/** Another version, based on the one on screen; a newer one that arrives meanwhile is reported and loses nothing. */
export function CounterForm({ offer }: { offer: OfferDetail }) {
  const { t } = useTranslation('offers');
  useErrorText();
  const navigate = useNavigate({ from: '/collaboration-request/$offerId' });
  const isMounted = useIsMounted();
  const newest = offer.versions.at(-1);
  const [base] = useState(newest);
  const [requestKey] = useState(randomId);
  const counter = trpc.offers.counter.useMutation({
    ...withRequestKey(requestKey),
    onError: (error) => {
      if (appError(error)?.code === 'offer.terms_changed') void api.offers.get.invalidate({ offerId: offer.id });
    },
  });
  if (!base || !newest) return null;
  const back = () => void navigate({ search: {} });
  const overtaken = newest.n > base.n && !counter.isPending;
  const { counter: can } = offer.can;
  const refused =
    can === true || counter.isPending || counter.isSuccess
      ? null
      : isErrorCode(can)
        ? codeText(can)
        : codeText('state.wrong');
  const unchanged = appError(counter.error)?.data['problem'] === 'unchanged';
  return (
    <OfferForm
      side={offer.mySide}
      counter
      title={offer.title}
      terms={base.terms}
      ranges={offer.clockRanges}
      standardClauses={offer.standardClauses}
      represented={{ commissionBps: offer.charge.commissionBps, asAgency: offer.asAgency }}
      submitLabel={t('form.counter')}
      pending={counter.isPending}
      error={
        refused || unchanged || (overtaken && appError(counter.error)?.code === 'offer.terms_changed')
          ? null
          : counter.error
      }
      onCancel={back}
      notice={
        <>
          {refused ? <Alert tone="caution">{refused}</Alert> : null}
          {overtaken ? (
            <Alert tone="caution" title={t('changed.title')}>
              <p>{t('form.newVersion', { name: newest.byName, n: newest.n })}</p>
              <div className="mt-2">
                <TermsDiff changes={offer.changes} before={base.terms} after={newest.terms} stacked />
              </div>
            </Alert>
          ) : unchanged ? (
            <Alert tone="problem">{t('form.unchanged')}</Alert>
          ) : null}
        </>
      }
      onSubmit={async (output) => {
        await counter.mutateAsync({ offerId: offer.id, n: newest.n, note: output.note, terms: termsOf(output) });
        await Promise.all([api.offers.invalidate(), api.campaigns.invalidate()]);
        if (isMounted()) back();
      }}
    />
  );
}
