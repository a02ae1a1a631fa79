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
  const newest = offer.versions.at(-1);
  if (!newest) return null;
  return offer.state === 'sent' || offer.state === 'countered' ? (
    <PendingOffer offer={offer} newest={newest} onCounter={onCounter} onTermsChanged={onTermsChanged} />
  ) : (
    <EndedOffer offer={offer} />
  );
}

function EndedOffer({ offer }: { offer: OfferDetail }) {
  const { t } = useTranslation('offers');
  if (offer.state !== 'accepted')
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

interface PendingOfferProps extends OfferNextStepProps {
  newest: OfferDetail['versions'][number];
}

function PendingOffer({ offer, newest, onCounter, onTermsChanged }: PendingOfferProps) {
  const { t } = useTranslation('offers');
  const format = useFormat();
  const explain = useErrorText();
  const [closing, setClosing] = useState<'decline' | 'withdraw' | null>(null);
  const [accepting, setAccepting] = useState(false);
  const { accept, extend } = useAnswers({ onAnswered: () => setAccepting(false), onTermsChanged });
  const other = offer.mySide === 'brand' ? offer.creator : offer.brand;
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
  const deadline = format.dateTime(offer.deadlineAt);
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
        title={t(isOwnTurn ? 'ask.yours' : 'ask.theirs', { n: newest.n, name: other.name })}
        consequence={t('ask.nothing', { date: deadline })}
        clock={
          <Clock
            deadline={offer.deadlineAt}
            start={newest.at}
            until={t('ask.until')}
            startLabel={format.dateTime(newest.at)}
            endLabel={deadline}
            calendar={`${amount}: ${t('ask.nothing', { date: deadline })}`}
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
                <WaitingActions
                  offer={offer}
                  pending={extend.isPending}
                  onExtend={() => extend.mutate({ offerId: offer.id })}
                  onWithdraw={() => setClosing('withdraw')}
                />
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

/** The calls that accept an offer and give more time to answer it. */
function useAnswers({ onAnswered, onTermsChanged }: { onAnswered: () => void; onTermsChanged: () => void }) {
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
      onAnswered();
      await refresh();
    },
    onError: async (error) => {
      onAnswered();
      await refresh();
      if (appError(error)?.code === 'offer.terms_changed') onTermsChanged();
    },
  });
  return { accept, extend: trpc.offers.extend.useMutation({ onSuccess: refresh }) };
}

interface WaitingActionsProps {
  offer: OfferDetail;
  pending: boolean;
  onExtend: () => void;
  onWithdraw: () => void;
}

/** While the other side answers: more time for it, or no offer any more. */
function WaitingActions({ offer, pending, onExtend, onWithdraw }: WaitingActionsProps) {
  const { t } = useTranslation('offers');
  return (
    <>
      {offer.can.extend === true ? (
        <Button variant="quiet" pending={pending} onClick={onExtend}>
          {t('ask.extend')}
        </Button>
      ) : offer.extended ? (
        <p className="px-2.5 text-xs text-muted-foreground">{t('ask.extended')}</p>
      ) : null}
      {offer.can.withdraw === true ? (
        <Button variant="quiet" onClick={onWithdraw}>
          {t('ask.withdraw')}
        </Button>
      ) : null}
    </>
  );
}

function reason(code: string): string {
  return isErrorCode(code) ? codeText(code) : codeText('state.wrong');
}
