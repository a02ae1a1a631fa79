import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ErrorCode } from '../../../server/core/errors.ts';
import type { DealDto } from '../../../server/features/escrow/schema.ts';
import { MAX_RATING_LENGTH } from '../../../server/features/ratings/rules.ts';
import { NextStepLink } from '@/components/gates/NextStepLink.tsx';
import { RatingItem } from '@/components/ratings/RatingItem.tsx';
import { StarsField } from '@/components/ratings/Stars.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { codeText, useErrorText } from '@/lib/error-text.ts';
import { useFormat } from '@/lib/format.ts';
import { useDraftState } from '@/lib/form-drafts/use-draft-state.ts';
import { randomId } from '@/lib/random-id.ts';
import { api, appError, trpc, withRequestKey } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { Textarea } from '@/ui/textarea.tsx';

/** The two sides of a completed deal review each other; neither reads the other's review before its own is in. */
export function DealRatings({ deal }: { deal: DealDto }) {
  const { t } = useTranslation('ratings');
  const format = useFormat();
  const { contractId } = deal;
  const heading = useId();
  const query = useQuery(api.ratings.ofDeal.queryOptions({ contractId }));
  const other = deal.mySide === 'brand' ? deal.creator.name : deal.brand.name;
  const found = query.data;
  const date = found?.endsAt ? format.longDate(found.endsAt) : '';
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading} className="heading-section">
        {t('title')}
      </h2>
      {query.isPending ? (
        <PendingSkeleton rows={2} className="mt-2" />
      ) : query.isError ? (
        <ErrorState error={query.error} title={t('failed')} onRetry={() => void query.refetch()} />
      ) : (
        <div className="mt-2 grid gap-5">
          {found?.canRate === true ? (
            <>
              <p className="max-w-60ch text-sm text-muted-foreground">{t('until', { date })}</p>
              <RatingForm contractId={contractId} />
            </>
          ) : found?.canRate === 'rating.time_over' && !found.theirs ? (
            <p className="text-sm text-muted-foreground">{t('over', { date })}</p>
          ) : found && !['rating.given', 'rating.time_over'].includes(found.canRate as string) ? (
            <p className="text-sm text-muted-foreground">{codeText(found.canRate as ErrorCode)}</p>
          ) : null}
          {found?.mine && !found.shown ? <Alert tone="note">{t('waiting', { name: other, date })}</Alert> : null}
          {found?.theirs ? <RatingItem rating={found.theirs} /> : null}
          {found?.mine ? <RatingItem rating={found.mine} /> : null}
        </div>
      )}
    </section>
  );
}

function RatingForm({ contractId }: { contractId: string }) {
  const { t } = useTranslation('ratings');
  const explain = useErrorText();
  const field = useId();
  const [stars, setStars] = useDraftState(`rating.stars.${contractId}`, 0);
  const [body, setBody] = useDraftState(`rating.${contractId}`, '');
  const [missing, setMissing] = useState(false);
  const [requestKey] = useState(randomId);
  const give = trpc.ratings.give.useMutation({
    ...withRequestKey(requestKey),
    onSuccess: async () => {
      setStars(0);
      setBody('');
      await api.ratings.invalidate();
    },
  });
  return (
    <form
      className="grid max-w-form gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        setMissing(stars === 0);
        if (stars > 0 && !give.isPending) give.mutate({ contractId, stars, body: body.trim() });
      }}
    >
      {give.error ? (
        <Alert tone="problem" action={<NextStepLink code={appError(give.error)?.code} />}>
          {explain(give.error)}
        </Alert>
      ) : null}
      <StarsField
        value={stars}
        onChange={(chosen) => {
          setStars(chosen);
          setMissing(false);
        }}
      />
      {missing ? (
        <p role="alert" className="text-sm text-destructive">
          {t('chooseStars')}
        </p>
      ) : null}
      <Field id={field} label={t('text')} hint={t('textHint')}>
        <Textarea
          id={field}
          rows={4}
          maxLength={MAX_RATING_LENGTH}
          dir="auto"
          aria-describedby={`${field}-hint`}
          value={body}
          onChange={(event) => setBody(event.currentTarget.value)}
        />
      </Field>
      <Button type="submit" variant="ink" className="justify-self-start" pending={give.isPending}>
        {t('send')}
      </Button>
    </form>
  );
}
