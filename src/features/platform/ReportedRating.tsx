import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Stars } from '@/components/ratings/Stars.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { useErrorText } from '@/lib/error-text.ts';
import { useStaffMay } from '@/lib/permitted.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';

const MIN_REASON_LENGTH = 3;
const MAX_REASON_LENGTH = 200;

/** The review that a case is about; staff with the right remove it, with a reason for its author. */
export function ReportedRating({ caseId }: { caseId: string }) {
  const { t } = useTranslation('ratings');
  const explain = useErrorText();
  const may = useStaffMay();
  const query = useQuery(api.ratings.reported.queryOptions({ caseId }));
  const [reason, setReason] = useState('');
  const remove = trpc.ratings.remove.useMutation({ onSuccess: () => api.ratings.reported.invalidate({ caseId }) });
  if (query.isPending) return <PendingSkeleton rows={2} />;
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  const { ratingId, stars, body, reply, removed } = query.data;
  return (
    <section className="mt-4">
      <h3 className="mb-1 font-semibold">{t('staff.title')}</h3>
      <Stars count={stars} />
      {body ? (
        <p dir="auto" className="whitespace-pre-wrap break-words">
          {body}
        </p>
      ) : null}
      {reply ? (
        <p dir="auto" className="mt-2 border-s-2 border-border ps-3 whitespace-pre-wrap break-words">
          {reply}
        </p>
      ) : null}
      {removed ? (
        <p role="status" className="mt-2 text-sm text-muted-foreground">
          {t('staff.removed')}
        </p>
      ) : may('ratings.remove') ? (
        <form
          className="mt-3 grid gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            if (reason.trim().length >= MIN_REASON_LENGTH) remove.mutate({ ratingId, reason: reason.trim() });
          }}
        >
          {remove.error ? <Alert tone="problem">{explain(remove.error)}</Alert> : null}
          <Field id="rating-removal" label={t('staff.reason')} hint={t('staff.reasonHint')}>
            <Input
              id="rating-removal"
              required
              maxLength={MAX_REASON_LENGTH}
              dir="auto"
              aria-describedby="rating-removal-hint"
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
          </Field>
          <Button type="submit" variant="destructive" className="justify-self-start" pending={remove.isPending}>
            {t('staff.remove')}
          </Button>
        </form>
      ) : null}
    </section>
  );
}
