import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DealDto, MilestoneDto } from '../../../server/features/escrow/schema.ts';
import { deadlines, moreDays } from '../../../server/features/escrow/timers/rules.ts';
import { DecisionDialog } from '@/components/deal/DecisionDialog.tsx';
import { Rich } from '@/components/text/Rich.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { isoDurationOf, useDurationText } from '@/lib/duration.ts';
import { randomId } from '@/lib/random-id.ts';
import { trpc, withRequestKey } from '@/lib/trpc.ts';
import { Field } from '@/ui/field.tsx';
import { Select } from '@/ui/select.tsx';

const USUAL_DAYS = 3;

interface MoreTimeDialogProps {
  deal: DealDto;
  m: MilestoneDto;
  onClose: () => void;
}

/** The brand gives overdue work more days; as many as fit by the rule that the server applies. */
export function MoreTimeDialog({ deal, m, onClose }: MoreTimeDialogProps) {
  const { t } = useTranslation('content');
  const { t: deals } = useTranslation('deals');
  const duration = useDurationText();
  const [chosen, setChosen] = useState(USUAL_DAYS);
  const [requestKey] = useState(randomId);
  const extend = trpc.escrow.extendWork.useMutation(withRequestKey(requestKey));
  // While the answer reaches the page behind, the dialog stays as it was decided.
  const [seen, setSeen] = useState(m);
  if (seen !== m && !extend.isPending && !extend.isSuccess) setSeen(m);
  const { deadlineAt, holdExpiresAt } = seen;
  const most = moreDays({ deadlineAt, holdEnd: holdExpiresAt, clocks: deal.terms.clocks });
  const days = Math.min(chosen, most);
  const until = deadlineAt && most > 0 ? deadlines.moreTime(deadlineAt, days) : null;
  return (
    <DecisionDialog
      open
      onClose={onClose}
      title={t('moreTime.title', { milestone: m.title })}
      submitLabel={deals('action.extendWork')}
      variant="ink"
      pending={extend.isPending}
      error={until ? extend.error : null}
      incomplete={!until}
      onDecide={() => extend.mutateAsync({ milestoneId: m.id, version: seen.version, days })}
    >
      {until ? (
        <>
          <Field id="more-time" label={t('moreTime.days')}>
            <Select
              id="more-time"
              value={String(days)}
              onValueChange={(value) => setChosen(Number(value))}
              options={Array.from({ length: most }, (_, i) => ({
                value: String(i + 1),
                label: duration(isoDurationOf(i + 1, 'day')),
              }))}
            />
          </Field>
          <p>
            <Rich
              text={t('moreTime.text', { creator: deal.creator.name, brand: deal.brand.name })}
              parts={{
                date: (
                  <b className="font-semibold">
                    <DateText value={until} />
                  </b>
                ),
              }}
            />
          </p>
        </>
      ) : (
        <p>{t('moreTime.none')}</p>
      )}
    </DecisionDialog>
  );
}
