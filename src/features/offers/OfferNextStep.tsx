import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OfferDetail } from '../../../server/features/offers/schema.ts';
import { DecisionPanel } from '@/components/deal/DecisionPanel.tsx';
import { Clock } from '@/components/time/Clock.tsx';
import { codeText, isErrorCode, useErrorText } from '@/lib/error-text.ts';
import { useFormat } from '@/lib/format.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { randomId } from '@/lib/random-id.ts';
import { api, appError, trpc, withRequestKey } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';

const AcceptDialog = lazyNamed(() => import('@/features/offers/AcceptDialog.tsx'), 'AcceptDialog');
const CloseOfferDialog = lazyNamed(() => import('@/features/offers/CloseOfferDialog.tsx'), 'CloseOfferDialog');

export interface OfferNextStepProps {
  offer: OfferDetail;
  onCounter: () => void;
  /** Accepting found newer terms, which are on the screen now. */
  onTermsChanged: () => void;
}

/** Whose answer is pending, until when, and the actions of this side. */
export function OfferNextStep({ offer, onCounter, onTermsChanged }: OfferNextStepProps) {
  const { t } = useTranslation('offers');
  const format = useFormat();
  const explain = useErrorText();
  const [closing, setClosing] = useState<'decline' | 'withdraw' | null>(null);
  const [accepting, setAccepting] = useState(false);
  const [requestKey] = useState(randomId);
  const refresh = () =>
    Promise.all([
      api.offers.invalidate(),
      api.contracts.invalidate(),
      api.campaigns.invalidate(),
      api.representations.invalidate(),
    ]);
  const accept = trpc.offers.accept.useMutation({
    ...withRequestKey(requestKey),
    onSuccess: async () => {
      setAccepting(false);
      await refresh();
    },
    onError: async (error) => {
      setAccepting(false);
      await refresh();
      if (appError(error)?.code === 'offer.terms_changed') onTermsChanged();
    },
  });
  const extend = trpc.offers.extend.useMutation({ onSuccess: refresh });
  const other = offer.mySide === 'brand' ? offer.creator : offer.brand;
  const newest = offer.versions.at(-1);
  if (!newest) return null;
  if (offer.state === 'accepted') {
    return (
      <Alert
        tone="done"
        action={
          offer.contractId ? (
            <Link
              to="/smart-contracts/$contractId"
              params={{ contractId: offer.contractId }}
              className="font-semibold link"
            >
              {t('ask.openContract')}
            </Link>
          ) : undefined
        }
      >
        {t('ask.accepted')}
      </Alert>
    );
  }
  if (offer.state !== 'sent' && offer.state !== 'countered')
    return (
      <Alert>
        {t('ask.closed', { state: t(`state.${offer.state}`) })}
        {offer.closedReason ? (
          <span dir="auto" className="mt-1 block whitespace-pre-line">
            {t('ask.closedReason', { reason: offer.closedReason })}
          </span>
        ) : null}
      </Alert>
    );
  const isOwnTurn = offer.turn === offer.mySide;
  const amount = format.money({ amount: offer.total, currency: offer.currency });
  const requested =
    offer.requestedPrice === null || offer.requestedPrice === offer.total
      ? null
      : t(offer.mySide === 'brand' ? 'ask.askedThem' : 'ask.askedYou', {
          amount: format.money({ amount: offer.requestedPrice, currency: offer.currency }),
        });
  const problem = accept.error && appError(accept.error)?.code !== 'offer.terms_changed' ? accept.error : extend.error;
  const acceptWhy = offer.can.accept === true ? null : reason(offer.can.accept);
  return (
    <>
      {problem ? (
        <Alert tone="problem" className="mb-4">
          {explain(problem)}
        </Alert>
      ) : null}
      <DecisionPanel
        id="offer-ask"
        turn={isOwnTurn ? { who: 'you' } : { who: 'them', name: other.name }}
        title={
          isOwnTurn
            ? t('ask.yours', { n: newest.n, name: other.name })
            : t('ask.theirs', { n: newest.n, name: other.name })
        }
        consequence={t('ask.nothing', { date: format.dateTime(offer.deadlineAt) })}
        clock={
          <Clock
            deadline={offer.deadlineAt}
            start={newest.at}
            until={t('ask.until')}
            startLabel={format.dateTime(newest.at)}
            endLabel={format.dateTime(offer.deadlineAt)}
            calendar={`${amount}: ${t('ask.nothing', { date: format.dateTime(offer.deadlineAt) })}`}
          />
        }
        {...(isOwnTurn
          ? {
              actions: (
                <>
                  <Button
                    variant="ink"
                    pending={accept.isPending}
                    aria-disabled={acceptWhy ? true : undefined}
                    onClick={() => {
                      if (!acceptWhy) setAccepting(true);
                    }}
                  >
                    {t('ask.accept', { amount })}
                  </Button>
                  {offer.can.counter === true ? <Button onClick={onCounter}>{t('ask.counter')}</Button> : null}
                </>
              ),
              actionsNote: [t('ask.version', { n: newest.n }), acceptWhy ?? requested ?? t('ask.acceptNote')].join(
                ' · ',
              ),
              quietActions:
                offer.can.decline === true ? (
                  <Button variant="quiet" onClick={() => setClosing('decline')}>
                    {t('ask.decline')}
                  </Button>
                ) : undefined,
            }
          : {
              quietActions: (
                <>
                  {offer.can.extend === true ? (
                    <Button
                      variant="quiet"
                      pending={extend.isPending}
                      onClick={() => extend.mutate({ offerId: offer.id })}
                    >
                      {t('ask.extend')}
                    </Button>
                  ) : offer.extended ? (
                    <p className="px-2.5 text-xs text-muted-foreground">{t('ask.extended')}</p>
                  ) : null}
                  {offer.can.withdraw === true ? (
                    <Button variant="quiet" onClick={() => setClosing('withdraw')}>
                      {t('ask.withdraw')}
                    </Button>
                  ) : null}
                </>
              ),
            })}
      />
      {accepting ? (
        <Suspense fallback={null}>
          <AcceptDialog
            offer={offer}
            amount={amount}
            requested={requested}
            pending={accept.isPending}
            onAccept={() => accept.mutate({ offerId: offer.id, n: newest.n, termsHash: newest.termsHash })}
            onClose={() => setAccepting(false)}
          />
        </Suspense>
      ) : null}
      {closing ? (
        <Suspense fallback={null}>
          <CloseOfferDialog offerId={offer.id} act={closing} other={other.name} onClose={() => setClosing(null)} />
        </Suspense>
      ) : null}
    </>
  );
}

function reason(code: string): string {
  return isErrorCode(code) ? codeText(code) : codeText('state.wrong');
}
