import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { REPORT_REASON } from '../../../server/core/text.ts';
import { DecisionDialog } from '@/components/deal/DecisionDialog.tsx';
import { useFormDraft } from '@/lib/form-drafts/use-form-draft.ts';
import { Field } from '@/ui/field.tsx';
import { Textarea } from '@/ui/textarea.tsx';

export interface ReportDialogProps {
  /** Of what is reported: names the draft. */
  draft: string;
  title: string;
  /** What the reporter should know of this kind of report. */
  note?: string;
  pending: boolean;
  error: unknown;
  onReport: (reason: string) => Promise<unknown>;
  onClose: () => void;
}

/** Reports a text, a profile or an ad to the operators, with a reason. */
export function ReportDialog({ draft, title, note, pending, error, onReport, onClose }: ReportDialogProps) {
  const { t } = useTranslation('reports');
  const id = useId();
  const [reason, setReason] = useState('');
  useFormDraft(draft, { read: () => reason || null, restore: setReason });
  return (
    <DecisionDialog
      open
      onClose={onClose}
      title={title}
      submitLabel={t('send')}
      variant="ink"
      pending={pending}
      error={error}
      incomplete={reason.trim().length < REPORT_REASON.min}
      onDecide={() => onReport(reason.trim())}
    >
      {note ? <p>{note}</p> : null}
      <Field id={id} label={t('field')} hint={t('hint')}>
        <Textarea
          id={id}
          rows={3}
          maxLength={REPORT_REASON.max}
          dir="auto"
          aria-describedby={`${id}-hint`}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </Field>
    </DecisionDialog>
  );
}
