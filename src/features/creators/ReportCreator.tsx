import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DecisionDialog } from '@/components/deal/DecisionDialog.tsx';
import { useFormDraft } from '@/lib/form-drafts/use-form-draft.ts';
import { trpc } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { Textarea } from '@/ui/textarea.tsx';

const MIN_LENGTH = 10;
const MAX_LENGTH = 500;

/** Reports the profile to the operators. */
export function ReportCreator({ handle }: { handle: string }) {
  const { t } = useTranslation('evidence');
  const [open, setOpen] = useState(false);
  const [done, setDone] = useState(false);
  const [reason, setReason] = useState('');
  const report = trpc.creators.report.useMutation();
  useFormDraft(`creator-report.${handle}`, { read: () => reason || null, restore: setReason });
  if (done)
    return (
      <p role="status" className="text-sm text-muted-foreground">
        {t('report.done')}
      </p>
    );
  return (
    <>
      <Button size="inline" variant="link" className="justify-self-start" onClick={() => setOpen(true)}>
        {t('report.open')}
      </Button>
      {open ? (
        <DecisionDialog
          open
          onClose={() => setOpen(false)}
          title={t('report.title')}
          submitLabel={t('report.send')}
          variant="ink"
          pending={report.isPending}
          error={report.error}
          incomplete={reason.trim().length < MIN_LENGTH}
          onDecide={async () => {
            await report.mutateAsync({ handle, reason: reason.trim() });
            setDone(true);
          }}
        >
          <Field id="creator-report" label={t('report.field')} hint={t('report.hint')}>
            <Textarea
              id="creator-report"
              rows={3}
              maxLength={MAX_LENGTH}
              dir="auto"
              aria-describedby="creator-report-hint"
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          </Field>
        </DecisionDialog>
      ) : null}
    </>
  );
}
