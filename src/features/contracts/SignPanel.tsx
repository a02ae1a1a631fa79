import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ContractDetail } from '../../../server/features/contracts/schema.ts';
import { DecisionPanel } from '@/components/deal/DecisionPanel.tsx';
import { NextStepLink } from '@/components/gates/NextStepLink.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { Clock } from '@/components/time/Clock.tsx';
import { codeText, isErrorCode, useErrorText } from '@/lib/error-text.ts';
import { useFormat } from '@/lib/format.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import type { Persona } from '@/lib/screens.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';

const DeclineContract = lazyNamed(() => import('@/features/contracts/DeclineContract.tsx'), 'DeclineContract');
/** Loaded for the side that can sign now. */
const SignForm = lazyNamed(() => import('@/features/contracts/SignForm.tsx'), 'SignForm');

/** Signs by the name typed under the text; the hash of the shown text is sent along. */
export function SignPanel({
  contract,
  persona,
  signer,
}: {
  contract: ContractDetail;
  persona: Persona;
  signer: string;
}) {
  const { t } = useTranslation('contracts');
  const format = useFormat();
  const [declining, setDeclining] = useState(false);
  const { state, deadlineAt } = contract;
  if (state === 'declined') return <Declined contract={contract} />;
  if (state !== 'sent' && state !== 'partially_signed')
    return state === 'active' || state === 'completed' ? null : (
      <Alert>{t('sign.closed', { state: t(`state.${state}`) })}</Alert>
    );
  if (contract.signatures.length === 2) {
    return (
      <DecisionPanel id="sign" turn={{ who: 'clock' }} title={t('sign.both')} consequence={t('sign.activating')} />
    );
  }
  const missing = (['brand', 'creator'] as const).filter((side) => !contract.signatures.some((s) => s.side === side));
  // Creators sign themselves; an agency can only read.
  const signsHere = persona !== 'agency' && missing.includes(contract.mySide);
  const other = contract[missing.find((side) => side !== contract.mySide) ?? contract.mySide];
  return (
    <div className="grid gap-4">
      <DecisionPanel
        id="sign"
        turn={signsHere ? { who: 'you' } : { who: 'them', name: other.name }}
        title={signsHere ? t('sign.yours') : t('sign.theirs', { name: other.name })}
        {...(contract.can.decline === true && persona !== 'agency'
          ? {
              quietActions: (
                <Button variant="quiet" onClick={() => setDeclining(true)}>
                  {t('decline.action')}
                </Button>
              ),
            }
          : {})}
        {...(deadlineAt
          ? {
              consequence: t('sign.nothing', { date: format.dateTime(deadlineAt) }),
              clock: (
                <Clock
                  deadline={deadlineAt}
                  start={contract.createdAt}
                  until={t('sign.until')}
                  startLabel={format.dateTime(contract.createdAt)}
                  endLabel={format.dateTime(deadlineAt)}
                  calendar={`${format.money({ amount: contract.total, currency: contract.currency })}: ${t('sign.nothing', { date: format.dateTime(deadlineAt) })}`}
                />
              ),
            }
          : {})}
      />
      {!signsHere ? null : contract.can.sign === true ? (
        <Suspense fallback={<PendingSkeleton as="panel" rows={2} />}>
          <SignForm contract={contract} signer={signer} />
        </Suspense>
      ) : (
        <Refused code={contract.can.sign} />
      )}
      {declining ? (
        <Suspense fallback={null}>
          <DeclineContract contract={contract} onClose={() => setDeclining(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}

/** Who declined it, when and why. */
function Declined({ contract: { declined, lapsedAt, mySide, brand, creator } }: { contract: ContractDetail }) {
  const { t } = useTranslation('contracts');
  const format = useFormat();
  if (!declined || !lapsedAt) return null;
  const date = format.dateTime(lapsedAt);
  const who = declined.side === 'brand' ? brand.name : creator.name;
  return (
    <Alert title={declined.side === mySide ? t('decline.byYou', { date }) : t('decline.by', { name: who, date })}>
      <blockquote dir="auto" className="whitespace-pre-line">
        {declined.reason}
      </blockquote>
    </Alert>
  );
}

/** Why the contract cannot be signed yet. */
function Refused({ code }: { code: string }) {
  useErrorText();
  return <Alert action={<NextStepLink code={code} />}>{codeText(isErrorCode(code) ? code : 'state.wrong')}</Alert>;
}
