import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { isTerminal } from '../../../server/features/escrow/milestone/rules.ts';
import type { DealDto } from '../../../server/features/escrow/schema.ts';
import { useNow } from '@/components/time/use-now.ts';
import { isLate, isOnItsWay, untilLate } from '@/features/deals/delays.ts';
import { useFormat } from '@/lib/format.ts';
import { api } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';

/** No event reports that an answer is missing. */
const POLL_MS = 60_000;

/** Why money or a step of the deal is late, and what comes of it: the provider, an account, or the platform itself. */
export function DealDelays({ deal }: { deal: DealDto }) {
  const { t } = useTranslation('disputes');
  const format = useFormat();
  const now = useNow((at) => untilLate(deal.milestones, at));
  const { data: waits } = useQuery({
    ...api.escrow.waits.queryOptions({ contractId: deal.contractId }),
    enabled: deal.milestones.some((m) => isOnItsWay(m, deal)),
    staleTime: POLL_MS,
    // Of a deal that is over, until its last answer has come.
    refetchInterval: ({ state }) =>
      state.data?.length === 0 && deal.milestones.every((m) => isTerminal(m.state)) ? false : POLL_MS,
  });
  return (
    <div className="grid gap-3 empty:hidden">
      {deal.milestones.map((m) => (
        <Fragment key={m.id}>
          {waits
            ?.filter(({ milestoneId }) => milestoneId === m.id)
            .map(({ waitsFor, since, staffFrom }) => (
              <Alert
                key={waitsFor}
                tone="caution"
                title={t(`late.${waitsFor}.title`, { milestone: m.title })}
                action={
                  waitsFor === 'account' ? (
                    <Link to="/payouts" className="font-semibold link">
                      {t('late.account.action')}
                    </Link>
                  ) : undefined
                }
              >
                {t(`late.${waitsFor}.text`, {
                  since: format.dateTime(since),
                  staffFrom: staffFrom ? format.dateTime(staffFrom) : '',
                })}
              </Alert>
            ))}
          {m.deadlineAt && isLate(m, now) ? (
            <Alert tone="caution" title={t('late.timer.title', { milestone: m.title })}>
              {t('late.timer.text', { date: format.dateTime(m.deadlineAt) })}
            </Alert>
          ) : null}
        </Fragment>
      ))}
    </div>
  );
}
