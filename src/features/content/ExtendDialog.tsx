import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReviewDto } from '../../../server/features/content/schema.ts';
import { DecisionDialog } from '@/components/deal/DecisionDialog.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { useDurationText } from '@/lib/duration.ts';
import { randomId } from '@/lib/random-id.ts';
import { trpc, withRequestKey } from '@/lib/trpc.ts';

interface OneDialogProps {
  review: ReviewDto;
  onClose: () => void;
}

/** Extends the review, once. */
export function ExtendDialog({ review, onClose }: OneDialogProps) {
  const { t } = useTranslation('content');
  const duration = useDurationText();
  const { milestone, terms } = review;
  const [requestKey] = useState(randomId);
  const extend = trpc.escrow.extendReview.useMutation(withRequestKey(requestKey));
  return (
    <DecisionDialog
      open
      onClose={onClose}
      title={t('extend.title', { time: duration(terms.clocks.extension) })}
      submitLabel={t('extend.submit')}
      variant="ink"
      pending={extend.isPending}
      error={extend.error}
      onDecide={() => extend.mutateAsync({ milestoneId: milestone.id, version: milestone.version })}
    >
      <p>{t('extend.text')}</p>
      {milestone.deadlineAt ? (
        <p className="text-sm text-muted-foreground">
          {t('extend.now')} <DateText value={milestone.deadlineAt} />
        </p>
      ) : null}
    </DecisionDialog>
  );
}
