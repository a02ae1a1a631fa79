import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { CaseDto } from '../../../server/features/cases/schema.ts';
import type { ParkedDto } from '../../../server/features/payments/schema.ts';
import { useFormId } from '@/components/form/Form.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { ProposalForm } from '@/features/platform/ProposalForm.tsx';
import { useFormat } from '@/lib/format.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';

const labelOf = ({ amount }: ParkedDto, way: ParkedDto['ways'][number]) =>
  way === 'fraud' ? 'case.fraud' : amount < 0 && way === 'platform' ? 'parked.loss' : (`parked.${way}` as const);

/** The first of two staff members assigns money that moved at the provider without a call of ours, or finds fraud. */
export function SettleParked({ row, onClose }: { row: CaseDto; onClose: () => void }) {
  const { t } = useTranslation('platform');
  const { t: common } = useTranslation();
  const format = useFormat();
  const formId = useFormId();
  const query = useQuery(api.payments.parked.queryOptions({ caseId: row.id }));
  const propose = trpc.payments.proposeParked.useMutation({
    onSuccess: onClose,
    onSettled: () => Promise.all([api.cases.invalidate(), api.approvals.invalidate()]),
  });
  const openRuling = query.data?.openRuling ?? null;
  const settlement = query.data?.ways[0] ?? null;
  const ofFraud = row.kind === 'fraud_warning';
  const amount = query.data ? format.money({ amount: Math.abs(query.data.amount), currency: query.data.currency }) : '';
  return (
    <Dialog
      open
      onOpenChange={(stays) => (stays ? undefined : onClose())}
      pending={propose.isPending}
      title={
        openRuling
          ? t(`case.kinds.${row.kind}`)
          : ofFraud
            ? t('case.fraud')
            : query.data
              ? t('case.suspense.title', { amount })
              : t('case.suspense.decide')
      }
      closeLabel={common('action.close')}
      footer={
        <>
          <Button aria-disabled={propose.isPending || undefined} onClick={onClose}>
            {common(openRuling ? 'action.close' : 'action.cancel')}
          </Button>
          {settlement && !openRuling ? (
            <Button type="submit" form={formId} variant="ink" pending={propose.isPending}>
              {t('case.suspense.submit')}
            </Button>
          ) : null}
        </>
      }
    >
      {query.isPending ? (
        <PendingSkeleton as="panel" rows={3} />
      ) : query.isError && !query.data ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <div className="grid gap-4">
          <Parked parked={query.data} ofFraud={ofFraud} />
          {settlement && !openRuling ? (
            <ProposalForm
              id={formId}
              draft={`parked.${row.id}`}
              schema={() => import('@/features/platform/checks.ts').then((checks) => checks.parkedProposal)}
              ways={ofFraud ? [] : query.data.ways.map((value) => ({ value, label: t(labelOf(query.data, value)) }))}
              initial={settlement}
              propose={propose}
              onPropose={(values) => propose.mutateAsync({ caseId: row.id, ...values })}
            >
              {(way) =>
                query.data.rules && (way === 'platform' || way === 'fraud') ? (
                  <p className="text-sm">{t(query.data.appeals.length > 0 ? 'parked.rulingFinal' : 'parked.ruling')}</p>
                ) : null
              }
            </ProposalForm>
          ) : null}
        </div>
      )}
    </Dialog>
  );
}

/** What happened to the money, an open ruling about it, and what its brand answered to earlier ones. */
function Parked({ parked, ofFraud }: { parked: ParkedDto; ofFraud: boolean }) {
  const { t } = useTranslation('platform');
  const format = useFormat();
  const { openRuling } = parked;
  const amount = format.money({ amount: Math.abs(parked.amount), currency: parked.currency });
  return (
    <>
      {openRuling ? (
        <>
          <p>
            {t(ofFraud ? 'parked.openFraud' : 'parked.openRuling', {
              amount,
              date: format.dateTime(openRuling.until),
            })}
          </p>
          <blockquote dir="auto" className="border-s-2 border-border-strong ps-3 whitespace-pre-line">
            {openRuling.text}
          </blockquote>
        </>
      ) : (
        <p>{t(ofFraud ? 'parked.suspected' : parked.amount > 0 ? 'parked.here' : 'parked.gone', { amount })}</p>
      )}
      {parked.appeals.map((one) => (
        <div key={one.at.toISOString()} className="rounded-md bg-muted px-3 py-2.5 text-sm">
          <p className="font-semibold">{t('parked.appealed')}</p>
          <p dir="auto">{one.text}</p>
          <p dir="auto" className="mt-1 text-muted-foreground">
            {t('parked.earlier', { text: one.ruling })}
          </p>
        </div>
      ))}
    </>
  );
}
