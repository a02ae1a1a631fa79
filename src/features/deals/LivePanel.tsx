import { Link2, Undo2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DealDto, MilestoneDto } from '../../../server/features/escrow/schema.ts';
import { DecisionPanel } from '@/components/deal/DecisionPanel.tsx';
import { RefusableButton } from '@/components/deal/RefusableButton.tsx';
import { shownRest } from '@/components/deal/waiting-money.ts';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { Rich } from '@/components/text/Rich.tsx';
import { Clock } from '@/components/time/Clock.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { useDurationText } from '@/lib/duration.ts';
import { useFormat } from '@/lib/format.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { Button } from '@/ui/button.tsx';

const LatePostDialog = lazyNamed(() => import('@/features/deals/LatePostDialog.tsx'), 'LatePostDialog');

type Clocked = 'post' | 'overdue' | 'check' | 'retention';

/** The next step while money waits for a live post: what is released when, the deadline, and what happens then. */
export function LivePanel({ deal, m }: { deal: DealDto; m: MilestoneDto }) {
  const { t } = useTranslation('live-release');
  const format = useFormat();
  const duration = useDurationText();
  const { live, deadlineAt } = m;
  const [opened, setOpened] = useState<'extend' | 'cancel' | null>(null);
  if (!live) return null;
  const failing = live.post === 'failing' || live.post === 'undecided' || live.post === 'ended';
  const retention = m.state === 'retention';
  const overdue = live.overdueFrom !== null;
  const clocked: Clocked = retention ? 'retention' : overdue ? 'overdue' : live.post === null ? 'post' : 'check';
  const text =
    live.post === 'failing' || live.post === 'ended'
      ? 'text.failing'
      : retention && !failing
        ? 'text.retention'
        : overdue
          ? 'text.overdue'
          : clocked === 'post'
            ? live.postGrace
              ? 'text.postDue'
              : 'text.post'
            : 'text.check';
  const goesBack = text !== 'text.retention' && text !== 'text.check';
  const amount = format.money({ amount: shownRest(m, deal.mySide, goesBack), currency: m.currency });
  const values = {
    milestone: m.title,
    amount,
    creator: deal.creator.name,
    brand: deal.brand.name,
    grace: live.postGrace ? duration(live.postGrace) : '',
  };
  const title =
    live.post === 'failing' || live.post === 'ended'
      ? 'ask.failing'
      : retention
        ? 'ask.retention'
        : live.post !== null
          ? 'ask.check'
          : overdue
            ? 'ask.overdue'
            : deal.mySide === 'creator'
              ? 'ask.publish'
              : 'ask.waits';
  const released = m.amount - m.rest;
  const lines = [
    { id: 'approval', label: t('plan.approval'), amount: live.approval, upTo: live.approval },
    { id: 'live', label: t('plan.live'), amount: live.live, upTo: live.approval + live.live },
    {
      id: 'holdback',
      label: live.retention ? t('plan.holdback', { time: duration(live.retention) }) : '',
      amount: live.holdback,
      upTo: m.amount,
    },
  ].filter((line) => line.amount > 0);
  const brandActs = deal.mySide === 'brand' && overdue;
  return (
    <>
      <DecisionPanel
        id="deal-ask"
        turn={
          m.turn === 'creator'
            ? deal.mySide === 'creator'
              ? { who: 'you' }
              : { who: 'them', name: deal.creator.name }
            : { who: 'clock' }
        }
        title={t(title, values)}
        consequence={
          <>
            {deadlineAt ? (
              <Rich
                text={t(text, values)}
                parts={{
                  date: (
                    <b className="font-semibold">
                      <DateText value={deadlineAt} />
                    </b>
                  ),
                }}
              />
            ) : null}
            <dl aria-label={t('plan.title')} className="figures mt-3 grid cols-1fr-auto gap-x-4 gap-y-1 text-sm">
              {lines.map((line) => (
                <div key={line.id} className={released >= line.upTo ? 'contents text-muted-foreground' : 'contents'}>
                  <dt>{line.label}</dt>
                  <dd className="text-end font-540">
                    <MoneyText money={{ amount: line.amount, currency: m.currency }} />
                  </dd>
                </div>
              ))}
            </dl>
          </>
        }
        {...(deadlineAt
          ? {
              clock: (
                <Clock
                  deadline={deadlineAt}
                  {...(live.overdueFrom
                    ? { start: live.overdueFrom, startLabel: <DateText value={live.overdueFrom} /> }
                    : m.approvedAt && clocked === 'post'
                      ? { start: m.approvedAt, startLabel: <DateText value={m.approvedAt} /> }
                      : {})}
                  endLabel={<DateText value={deadlineAt} />}
                  until={t(`until.${clocked}`)}
                  calendar={t(`entry.${clocked}`, values)}
                />
              ),
              ...(m.turn === 'creator' && deal.mySide === 'creator'
                ? {
                    actions: (
                      <Button asChild variant="ink">
                        <a href="#live-post">
                          <Link2 aria-hidden />
                          {t(live.post === null ? 'act.add' : 'act.view')}
                        </a>
                      </Button>
                    ),
                  }
                : {}),
              ...(brandActs
                ? {
                    actions: (
                      <RefusableButton can={m.can.extendPost} onClick={() => setOpened('extend')}>
                        {t('late.extend.action')}
                      </RefusableButton>
                    ),
                  }
                : {}),
              ...(brandActs
                ? {
                    quietActions: (
                      <RefusableButton variant="quiet" can={m.can.cancel} onClick={() => setOpened('cancel')}>
                        <Undo2 aria-hidden className="flip" />
                        {t('late.cancel.action')}
                      </RefusableButton>
                    ),
                  }
                : {}),
            }
          : {})}
      />
      {opened ? (
        <Suspense fallback={null}>
          <LatePostDialog deal={deal} m={m} decision={opened} onClose={() => setOpened(null)} />
        </Suspense>
      ) : null}
    </>
  );
}
