import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CaseDto } from '../../../server/features/cases/schema.ts';
import type { ParkedDto } from '../../../server/features/payments/schema.ts';
import { TextField } from '@/components/form/fields.tsx';
import { TextareaField } from '@/components/form/TextareaField.tsx';
import { Form, useFormId } from '@/components/form/Form.tsx';
import { useAppForm } from '@/components/form/use-app-form.ts';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { useFormat } from '@/lib/format.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { Segmented } from '@/ui/segmented.tsx';

type Settlement = ParkedDto['ways'][number];

/** The first of two staff members assigns money that moved at the provider without a call of ours, or finds fraud. */
export function SettleParked({ row, onClose }: { row: CaseDto; onClose: () => void }) {
  const { t } = useTranslation('platform');
  const { t: common } = useTranslation();
  const format = useFormat();
  const formId = useFormId();
  const query = useQuery(api.payments.parked.queryOptions({ caseId: row.id }));
  const [chosen, setChosen] = useState<Settlement | null>(null);
  const propose = trpc.payments.proposeParked.useMutation({
    onSuccess: onClose,
    onSettled: () => Promise.all([api.cases.invalidate(), api.approvals.invalidate()]),
  });
  const openRuling = query.data?.openRuling ?? null;
  const settlement = chosen ?? query.data?.ways[0] ?? null;
  const ofFraud = row.kind === 'fraud_warning';
  const amount = query.data ? format.money({ amount: Math.abs(query.data.amount), currency: query.data.currency }) : '';
  const shared = { formId, caseId: row.id, propose };
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
          {openRuling || ofFraud ? null : (
            <Ways parked={query.data} chosen={settlement ?? 'platform'} onChosen={setChosen} />
          )}
          {openRuling ? null : settlement === 'paid_by_bank' ? (
            <ByBank {...shared} />
          ) : settlement ? (
            <>
              {query.data.rules && (settlement === 'platform' || settlement === 'fraud') ? (
                <p className="text-sm">{t(query.data.appeals.length > 0 ? 'parked.rulingFinal' : 'parked.ruling')}</p>
              ) : null}
              <Otherwise {...shared} settlement={settlement} />
            </>
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

interface WaysProps {
  parked: ParkedDto;
  chosen: Settlement;
  onChosen: (way: Settlement) => void;
}

function Ways({ parked, chosen, onChosen }: WaysProps) {
  const { t } = useTranslation('platform');
  return (
    <Segmented<Settlement>
      label={t('case.suspense.choice')}
      value={chosen}
      onValueChange={onChosen}
      options={parked.ways.map((value) => ({
        value,
        label: t(
          value === 'fraud'
            ? 'case.fraud'
            : parked.amount < 0 && value === 'platform'
              ? 'parked.loss'
              : `parked.${value}`,
        ),
      }))}
    />
  );
}

interface SectionProps {
  formId: string;
  caseId: string;
  propose: ReturnType<typeof trpc.payments.proposeParked.useMutation>;
}

function ByBank({ formId, caseId, propose }: SectionProps) {
  const { t } = useTranslation('platform');
  const form = useAppForm({
    schema: () =>
      import('../../../server/features/payments/schema.ts').then((schema) =>
        schema.parkedByBank.pick({ reference: true, note: true }),
      ),
    defaultValues: { reference: '', note: '' },
  });
  return (
    <Form
      id={formId}
      form={form}
      draft={`parked-bank.${caseId}`}
      guard={false}
      pending={propose.isPending}
      submitError={propose.error}
      onSubmit={(values) => propose.mutateAsync({ caseId, decision: 'paid_by_bank', ...values })}
    >
      <TextField
        control={form.control}
        name="reference"
        label={t('refund.reference')}
        hint={t('refund.referenceHint')}
        maxLength={140}
      />
      <TextareaField control={form.control} name="note" label={t('case.suspense.note')} maxLength={500} rows={3} />
    </Form>
  );
}

function Otherwise({
  formId,
  caseId,
  propose,
  settlement,
}: SectionProps & { settlement: 'platform' | 'brand_owes' | 'fraud' }) {
  const { t } = useTranslation('platform');
  const form = useAppForm({
    schema: () =>
      import('../../../server/features/payments/schema.ts').then((schema) =>
        schema.parkedOtherwise.pick({ note: true }),
      ),
    defaultValues: { note: '' },
  });
  return (
    <Form
      id={formId}
      form={form}
      draft={`parked.${caseId}`}
      guard={false}
      pending={propose.isPending}
      submitError={propose.error}
      onSubmit={(values) => propose.mutateAsync({ caseId, decision: settlement, ...values })}
    >
      <TextareaField control={form.control} name="note" label={t('case.suspense.note')} maxLength={500} rows={3} />
    </Form>
  );
}
