import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { holdOf, mayCloseCase } from '../../../server/features/cases/rules.ts';
import type { CaseDto } from '../../../server/features/cases/schema.ts';
import { endsByFraud } from '../../../server/features/escrow/milestone/rules.ts';
import { PARKS } from '../../../server/features/payments/rules.ts';
import { DecideSuspense } from '@/features/platform/DecideSuspense.tsx';
import { MoveDomain } from '@/features/platform/MoveDomain.tsx';
import { SettleParked } from '@/features/platform/SettleParked.tsx';
import { TextareaField } from '@/components/form/TextareaField.tsx';
import { Form, useFormId } from '@/components/form/Form.tsx';
import { useAppForm } from '@/components/form/use-app-form.ts';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { ActDialog } from '@/features/platform/ActDialog.tsx';
import { Names, OutcomeTag } from '@/features/platform/Cases.tsx';
import { ReportedAd } from '@/features/platform/ReportedAd.tsx';
import { ReportedConversation } from '@/features/platform/ReportedConversation.tsx';
import { ReportedRating } from '@/features/platform/ReportedRating.tsx';
import { DealLink } from '@/features/platform/Whom.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { useStaffMay, useStaffRole } from '@/lib/permitted.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';

const CaseFacts = lazyNamed(
  async () => (await Promise.all([import('@/features/platform/CaseFacts.tsx'), loadTexts('case-facts', 'terms')]))[0],
  'CaseFacts',
);
const EvidencePack = lazyNamed(() => import('@/features/platform/EvidencePack.tsx'), 'EvidencePack');

/** One case with all its details; closed here with a note, or decided where two staff members are required. */
export function CaseDialog({ caseId, onClose }: { caseId: string; onClose: () => void }) {
  const { t } = useTranslation('platform');
  const { t: common } = useTranslation();
  const query = useQuery(api.cases.one.queryOptions({ caseId }));
  const may = useStaffMay();
  const role = useStaffRole();
  const [step, setStep] = useState<'close' | 'decide' | 'settle' | 'move' | null>(null);
  if (query.data && step === 'close') return <CloseCase row={query.data} onClose={onClose} />;
  if (query.data && step === 'decide') return <DecideSuspense row={query.data} onClose={onClose} />;
  if (query.data && step === 'settle') return <SettleParked row={query.data} onClose={onClose} />;
  if (query.data && step === 'move') return <MoveDomain row={query.data} onClose={onClose} />;
  const open = query.data?.state === 'open';
  const suspended = query.data?.kind === 'suspense' && query.data.paymentId !== null;
  const mayClose = role !== null && query.data && mayCloseCase(role, query.data.kind);
  const parked = query.data && PARKS.includes(query.data.kind) && typeof query.data.details['lines'] === 'string';
  const suspected =
    query.data?.kind === 'fraud_warning' && query.data.milestoneState && endsByFraud(query.data.milestoneState);
  return (
    <Dialog
      open
      onOpenChange={(stays) => (stays ? undefined : onClose())}
      title={query.data ? t(`case.kinds.${query.data.kind}`) : t('case.look')}
      closeLabel={common('action.close')}
      footer={
        open ? (
          <>
            {suspended ? (
              may('payments.proposeSuspense') ? (
                <Button variant="ink" onClick={() => setStep('decide')}>
                  {t('case.suspense.decide')}
                </Button>
              ) : null
            ) : mayClose ? (
              <Button onClick={() => setStep('close')}>{t('case.close.submit')}</Button>
            ) : null}
            {query.data?.kind === 'domain_claimed' && may('brands.proposeTransfer') ? (
              <Button variant="ink" onClick={() => setStep('move')}>
                {t('case.domain.move')}
              </Button>
            ) : null}
            {(parked || suspected) && may('payments.proposeParked') ? (
              <Button variant="ink" onClick={() => setStep('settle')}>
                {t(suspected ? 'case.fraud' : 'case.suspense.decide')}
              </Button>
            ) : null}
          </>
        ) : undefined
      }
    >
      {query.isPending ? (
        <PendingSkeleton as="panel" rows={4} />
      ) : query.isError && !query.data ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <>
          <Facts row={query.data} />
          {query.data.kind === 'card_dispute' && typeof query.data.details['dispute'] === 'string' ? (
            <Suspense fallback={null}>
              <EvidencePack disputeId={query.data.details['dispute']} />
            </Suspense>
          ) : null}
          {query.data.kind === 'rating_reported' ? <ReportedRating caseId={caseId} /> : null}
          {query.data.kind === 'ad_reported' ? <ReportedAd caseId={caseId} /> : null}
          {query.data.kind === 'conversation_reported' ? <ReportedConversation caseId={caseId} /> : null}
        </>
      )}
    </Dialog>
  );
}

function Facts({ row }: { row: CaseDto }) {
  const { t } = useTranslation('platform');
  return (
    <div className="grid gap-4">
      <dl className="grid cols-auto-1fr gap-x-4 gap-y-1.5 text-ui">
        <Fact name={t('case.deal')}>
          <Names row={row} />
          {row.dealTitle && row.contractId ? (
            <>
              {' '}
              · <DealLink contractId={row.contractId} title={row.dealTitle} />
            </>
          ) : null}
          {row.milestoneTitle ? (
            <>
              {' '}
              · <bdi>{row.milestoneTitle}</bdi>
            </>
          ) : null}
        </Fact>
        {row.amount !== null && row.currency ? (
          <Fact name={t('case.amount')}>
            <MoneyText money={{ amount: row.amount, currency: row.currency }} />
          </Fact>
        ) : null}
        {row.dueAt ? (
          <Fact name={t('case.due')}>
            <DateText value={row.dueAt} />
          </Fact>
        ) : null}
        <Fact name={t('case.opened')}>
          <DateText value={row.openedAt} />
        </Fact>
        {row.closedAt ? (
          <Fact name={t('case.closed')}>
            <DateText value={row.closedAt} /> ·{' '}
            {row.closedByName ? t('case.by', { name: row.closedByName }) : t('case.byItself')}
          </Fact>
        ) : null}
        {row.outcome ? (
          <Fact name={t('case.outcome')}>
            <OutcomeTag outcome={row.outcome} />
          </Fact>
        ) : null}
        {row.note ? (
          <Fact name={t('case.note')}>
            <bdi className="whitespace-pre-wrap">{row.note}</bdi>
          </Fact>
        ) : null}
      </dl>
      <BankDispute row={row} />
      {row.message ? (
        <section>
          <h3 className="mb-1 font-semibold">{t('case.message')}</h3>
          <p dir="auto" className="whitespace-pre-wrap break-words">
            {row.message}
          </p>
        </section>
      ) : null}
      {Object.keys(row.details).length > 0 ? (
        <Suspense fallback={null}>
          <CaseFacts row={row} />
        </Suspense>
      ) : null}
    </div>
  );
}

/** What a card's bank does with a payment that is in suspense, and what follows for its decision. */
function BankDispute({ row }: { row: CaseDto }) {
  const { t } = useTranslation('platform');
  const state = row.details['bank_dispute'];
  return state === 'open' || state === 'won' || state === 'lost' ? <p>{t(`case.bankDispute.${state}`)}</p> : null;
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <>
      <dt className="text-muted-foreground">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}

/** Closes a case with a note; where the case holds money, that lifts the hold. */
export function CloseCase({
  row,
  onClose,
}: {
  row: Pick<CaseDto, 'id' | 'kind' | 'milestoneId'>;
  onClose: () => void;
}) {
  const { t } = useTranslation('platform');
  const formId = useFormId();
  const form = useAppForm({
    schema: () =>
      import('../../../server/features/cases/schema.ts').then((schema) => schema.closeCaseInput.pick({ note: true })),
    defaultValues: { note: '' },
  });
  const close = trpc.cases.close.useMutation({
    onSuccess: onClose,
    onSettled: () => Promise.all([api.cases.invalidate(), api.operators.invalidate()]),
  });
  return (
    <ActDialog
      title={t(row.kind === 'staff_hold' ? 'holdPayment.liftTitle' : 'case.close.title')}
      submit={t(row.kind === 'staff_hold' ? 'holdPayment.lift' : 'case.close.submit')}
      act={{ formId }}
      pending={close.isPending}
      onClose={onClose}
    >
      <Form
        id={formId}
        form={form}
        draft={`case.${row.id}`}
        guard={false}
        pending={close.isPending}
        submitError={close.error}
        onSubmit={({ note }) => close.mutateAsync({ caseId: row.id, note })}
      >
        <p>{t('case.close.text')}</p>
        {holdOf(row.kind) && row.milestoneId ? <p>{t('case.close.lifts')}</p> : null}
        <TextareaField control={form.control} name="note" label={t('case.note')} maxLength={1000} />
      </Form>
    </ActDialog>
  );
}
