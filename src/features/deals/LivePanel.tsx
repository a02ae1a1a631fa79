import { Link2, Undo2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LiveReleaseDto } from '../../../server/features/escrow/live/schema.ts';
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

/** What the panel says follows from the post and from whose time runs. */
interface Wait {
  live: LiveReleaseDto;
  clocked: Clocked;
  failing: boolean;
  overdue: boolean;
  retention: boolean;
}

function waitOf({ state }: MilestoneDto, live: LiveReleaseDto): Wait {
  const retention = state === 'retention';
  const overdue = live.overdueFrom !== null;
  return {
    live,
    clocked: retention ? 'retention' : overdue ? 'overdue' : live.post === null ? 'post' : 'check',
    failing: live.post === 'failing' || live.post === 'ended',
    overdue,
    retention,
  };
}

function titleOf({ live, failing, overdue, retention }: Wait, side: DealDto['mySide']) {
  if (failing) return 'ask.failing';
  if (retention) return 'ask.retention';
  if (live.post !== null) return 'ask.check';
  if (overdue) return 'ask.overdue';
  return side === 'creator' ? 'ask.publish' : 'ask.waits';
}

function textOf({ live, clocked, failing, overdue, retention }: Wait) {
  if (failing) return 'text.failing';
  if (retention && live.post !== 'undecided') return 'text.retention';
  if (overdue) return 'text.overdue';
  if (clocked !== 'post') return 'text.check';
  return live.postGrace ? 'text.postDue' : 'text.post';
}

/** The next step while money waits for a live post: what is released when, the deadline, and what happens then. */
export function LivePanel({ deal, m }: { deal: DealDto; m: MilestoneDto }) {
  const { t } = useTranslation('live-release');
  const format = useFormat();
  const duration = useDurationText();
  const [opened, setOpened] = useState<'extend' | 'cancel' | null>(null);
  const { live, deadlineAt } = m;
  if (!live) return null;
  const wait = waitOf(m, live);
  const text = textOf(wait);
  const goesBack = text !== 'text.retention' && text !== 'text.check';
  const values = {
    milestone: m.title,
    amount: format.money({ amount: shownRest(m, deal.mySide, goesBack), currency: m.currency }),
    creator: deal.creator.name,
    brand: deal.brand.name,
    grace: live.postGrace ? duration(live.postGrace) : '',
  };
  const creatorActs = m.turn === 'creator' && deal.mySide === 'creator';
  const brandActs = deal.mySide === 'brand' && wait.overdue;
  return (
    <>
      <DecisionPanel
        id="deal-ask"
        turn={
          creatorActs
            ? { who: 'you' }
            : m.turn === 'creator'
              ? { who: 'them', name: deal.creator.name }
              : { who: 'clock' }
        }
        title={t(titleOf(wait, deal.mySide), values)}
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
            <Plan m={m} live={live} />
          </>
        }
        {...(deadlineAt
          ? {
              clock: (
                <Clock
                  deadline={deadlineAt}
                  {...clockStart(m, wait)}
                  endLabel={<DateText value={deadlineAt} />}
                  until={t(`until.${wait.clocked}`)}
                  calendar={t(`entry.${wait.clocked}`, values)}
                />
              ),
            }
          : {})}
        {...(deadlineAt && creatorActs
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
          : {})}
        {...(deadlineAt && brandActs
          ? {
              actions: (
                <RefusableButton can={m.can.extendPost} onClick={() => setOpened('extend')}>
                  {t('late.extend.action')}
                </RefusableButton>
              ),
              quietActions: (
                <RefusableButton variant="quiet" can={m.can.cancel} onClick={() => setOpened('cancel')}>
                  <Undo2 aria-hidden className="flip" />
                  {t('late.cancel.action')}
                </RefusableButton>
              ),
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

function clockStart({ approvedAt }: MilestoneDto, { live, clocked }: Wait) {
  const start = live.overdueFrom ?? (clocked === 'post' ? approvedAt : null);
  return start ? { start, startLabel: <DateText value={start} /> } : {};
}

/** What is released at the approval, with the live post, and at the end of the holdback; less strong what was released. */
function Plan({ m, live }: { m: MilestoneDto; live: LiveReleaseDto }) {
  const { t } = useTranslation('live-release');
  const duration = useDurationText();
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
  return (
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
  );
}
