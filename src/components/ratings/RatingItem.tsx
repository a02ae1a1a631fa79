import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RatingDto } from '../../../server/features/ratings/schema.ts';
import { MAX_RATING_LENGTH } from '../../../server/features/ratings/rules.ts';
import { DecisionDialog } from '@/components/deal/DecisionDialog.tsx';
import { PartyAvatar, faceOf } from '@/components/people/Party.tsx';
import { LazyReportDialog } from '@/components/report/lazy-report-dialog.tsx';
import { Stars } from '@/components/ratings/Stars.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { useFormDraft } from '@/lib/form-drafts/use-form-draft.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { Textarea } from '@/ui/textarea.tsx';

/** One review with the reply to it; the reviewed side may reply once, every reader but its author may report it. */
export function RatingItem({ rating }: { rating: RatingDto }) {
  const { t } = useTranslation('ratings');
  const [dialog, setDialog] = useState<'reply' | 'report' | null>(null);
  const [reported, setReported] = useState(false);
  const close = () => setDialog(null);
  return (
    <article className="flex gap-3">
      <PartyAvatar kind={rating.authorSide} {...faceOf(rating.author)} size="sm" />
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-x-2 text-sm">
          <b className="font-semibold">
            <bdi>{rating.author.name}</bdi>
          </b>
          <Stars count={rating.stars} />
          <span className="text-muted-foreground">
            <DateText value={rating.at} as="day" />
          </span>
        </p>
        {rating.body ? (
          <p dir="auto" className="mt-1 max-w-70ch whitespace-pre-line wrap-anywhere">
            {rating.body}
          </p>
        ) : null}
        {rating.held ? (
          <p dir="auto" className="mt-1 max-w-70ch text-sm text-muted-foreground wrap-anywhere">
            {t('held', { text: rating.held })}
          </p>
        ) : null}
        {rating.reply ? (
          <div className="mt-2 border-s-2 border-border ps-3">
            <p className="text-sm text-muted-foreground">{t('replyLabel')}</p>
            <p dir="auto" className="max-w-70ch whitespace-pre-line wrap-anywhere">
              {rating.reply}
            </p>
          </div>
        ) : null}
        {reported ? (
          <p role="status" className="mt-2 text-sm text-muted-foreground">
            {t('reported')}
          </p>
        ) : rating.relation === 'mine' ? null : (
          <div className="mt-1 flex items-center gap-3">
            {rating.relation === 'about_me' && rating.reply === null ? (
              <Button size="small" onClick={() => setDialog('reply')}>
                {t('reply')}
              </Button>
            ) : null}
            <Button size="inline" variant="link" onClick={() => setDialog('report')}>
              {t('report')}
            </Button>
          </div>
        )}
      </div>
      {dialog === 'reply' ? <ReplyDialog ratingId={rating.id} onClose={close} /> : null}
      {dialog === 'report' ? (
        <ReportRating ratingId={rating.id} onSent={() => setReported(true)} onClose={close} />
      ) : null}
    </article>
  );
}

function ReplyDialog({ ratingId, onClose }: { ratingId: string; onClose: () => void }) {
  const { t } = useTranslation('ratings');
  const [body, setBody] = useState('');
  const reply = trpc.ratings.reply.useMutation();
  useFormDraft(`rating-reply.${ratingId}`, { read: () => body || null, restore: setBody });
  return (
    <DecisionDialog
      open
      onClose={onClose}
      title={t('reply')}
      submitLabel={t('replySend')}
      variant="ink"
      pending={reply.isPending}
      error={reply.error}
      incomplete={body.trim() === ''}
      onDecide={async () => {
        await reply.mutateAsync({ ratingId, body: body.trim() });
        await api.ratings.invalidate();
      }}
    >
      <Field id="rating-reply" label={t('replyField')} hint={t('replyHint')}>
        <Textarea
          id="rating-reply"
          rows={4}
          maxLength={MAX_RATING_LENGTH}
          dir="auto"
          aria-describedby="rating-reply-hint"
          value={body}
          onChange={(event) => setBody(event.currentTarget.value)}
        />
      </Field>
    </DecisionDialog>
  );
}

function ReportRating({ ratingId, onSent, onClose }: { ratingId: string; onSent: () => void; onClose: () => void }) {
  const { t } = useTranslation('ratings');
  const report = trpc.ratings.report.useMutation({ onSuccess: onSent });
  return (
    <LazyReportDialog
      draft={`rating-report.${ratingId}`}
      title={t('reportTitle')}
      pending={report.isPending}
      error={report.error}
      onReport={(reason) => report.mutateAsync({ ratingId, reason })}
      onClose={onClose}
    />
  );
}
