import { Suspense } from 'react';
import { Link } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isLastDayNear } from '../../../server/features/escrow/timers/rules.ts';
import type { DealDto, MilestoneDto } from '../../../server/features/escrow/schema.ts';
import { MilestoneList } from '@/components/deal/MilestoneList.tsx';
import { EquationList } from '@/components/money/EquationList.tsx';
import { DocumentList } from '@/components/money/DocumentList.tsx';
import { AddToCalendar } from '@/components/time/Clock.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { isOnlyTerminated, type PaymentHold, paymentHold, returningOf } from '@/features/deals/deal-words.ts';
import { useFormat } from '@/lib/format.ts';
import { approvedWorkUrl } from '../../../server/features/content/rules.ts';
import { MILESTONE_MONEY, shownState } from '../../../server/features/escrow/milestone/shown/rules.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { inOrg } from '@/lib/org-choice.ts';

/** Shown only to a brand with something to fund. */
const FundButton = lazyNamed(() => import('@/components/deal/FundButton.tsx'), 'FundButton');

const DISPUTED: (typeof MILESTONE_MONEY)['funded'] = { state: 'disputed' };
const HELD_BACK = {
  byStaff: 'milestones.onHold',
  checked: 'milestones.onHold',
  disputed: 'milestones.onHoldDispute',
  fraud: 'milestones.onHold',
  noFloat: 'milestones.onHold',
} as const satisfies Record<PaymentHold['why'], string>;

/** "Every euro of this deal" and its milestones. */
export function DealMoney({ deal }: { deal: DealDto }) {
  const { t } = useTranslation('deals');
  const entryOf = useMilestoneEntry(deal);
  return (
    <div className="grid gap-9">
      <DealEquation deal={deal} />
      <section aria-labelledby="deal-milestones">
        <h2 id="deal-milestones" className="heading-section mb-3">
          {t('milestones.title')}
        </h2>
        <MilestoneList milestones={deal.milestones.map(entryOf)} />
      </section>
      <DocumentList id="deal-documents" contractId={deal.contractId} heading="h2" />
    </div>
  );
}

function DealEquation({ deal }: { deal: DealDto }) {
  const { t } = useTranslation('deals');
  const { t: common } = useTranslation();
  const { t: words } = useTranslation('money');
  const format = useFormat();
  const money = (amount: number) => ({ amount, currency: deal.currency });
  const { funded, held, released, disputed, refunded } = deal.balances;
  const returning = deal.milestones.reduce((sum, m) => sum + returningOf(m), 0);
  return (
    <section aria-labelledby="deal-equation">
      <h2 id="deal-equation" className="heading-section">
        {t('equation.title')}
      </h2>
      <EquationList
        className="mt-1.5"
        total={{ label: t('equation.funded'), money: money(funded) }}
        lines={[
          { id: 'held', label: common('escrowPart.held'), money: money(held), state: 'held' },
          { id: 'released', label: common('escrowPart.released'), money: money(released), state: 'released' },
          {
            id: 'disputed',
            label: isOnlyTerminated(deal.milestones) ? words('word.terminated') : common('escrowPart.disputed'),
            money: money(disputed),
            state: 'disputed',
          },
          ...(returning > 0
            ? [
                {
                  id: 'returning',
                  label: common('escrowPart.returning'),
                  money: money(returning),
                  state: 'releasing' as const,
                },
              ]
            : []),
          {
            id: 'refunded',
            label: common('escrowPart.refunded'),
            money: money(refunded - returning),
            state: 'refunded',
          },
        ]}
      />
      {deal.mySide === 'brand' && deal.paid.total > 0 ? (
        <p className="mt-2 text-sm text-muted-foreground">
          {t('equation.paid', {
            total: format.money(money(deal.paid.total)),
            price: format.money(money(deal.paid.price)),
            fee: format.money(money(deal.paid.fee)),
            tax: format.money(money(deal.paid.tax)),
          })}
        </p>
      ) : null}
      {deal.mySide === 'creator' ? (
        <p className="mt-2 text-sm text-muted-foreground">
          {deal.agency && deal.shares
            ? t('equation.shares', {
                total: format.money(money(deal.total)),
                creatorShare: format.money(money(deal.shares.creator)),
                creator: deal.creator.name,
                agencyShare: format.money(money(deal.shares.agent)),
                agency: deal.agency.name,
              })
            : null}{' '}
          {t('equation.noFee')}
        </p>
      ) : null}
    </section>
  );
}

/** A milestone as the list of milestones shows it. */
function useMilestoneEntry(deal: DealDto) {
  const { t: words } = useTranslation('money');
  const datesOf = useMilestoneDates(deal);
  return (m: MilestoneDto) => {
    const moneyNow = MILESTONE_MONEY[shownState({ ...m, refundOpen: returningOf(m) > 0 })];
    // Money set aside for a card dispute is not held for work in progress.
    const { state, word } = moneyNow.state === 'held' && m.balances.disputed > 0 ? DISPUTED : moneyNow;
    const note = noteOf(m, deal);
    return {
      id: m.id,
      title: m.title,
      money: { amount: m.amount, currency: m.currency },
      state,
      ...(word ? { stateLabel: words(`word.${word}`) } : {}),
      dates: datesOf(m),
      ...(m.state === 'void' ? {} : { work: <WorkLinks m={m} /> }),
      ...(m.balances.held > 0 && m.holdExpiresAt
        ? { lastDay: <LastDay m={m} deal={deal} at={m.holdExpiresAt} /> }
        : {}),
      children: note ? <Note note={note} m={m} deal={deal} /> : undefined,
    };
  };
}

type DateName = 'due' | 'fundableFrom' | 'funded' | 'submitted' | 'approved' | 'released' | 'refunded' | 'holdEnds';

function useMilestoneDates(deal: DealDto) {
  const { t } = useTranslation('deals');
  const date = (id: DateName, value: Date | null) =>
    value ? [{ id, label: t(`date.${id}`), value: <DateText value={value} /> }] : [];
  return (m: MilestoneDto) => {
    const credited = m.refunds.length > 0 ? (m.refunds.findLast((r) => r.at)?.at ?? null) : m.refundedAt;
    // The due date is shown above.
    const next =
      m.deadlineAt && m.atZero && m.atZero !== 'due'
        ? [{ id: 'next', label: t(`atZero.${m.atZero}`), value: <DateText value={m.deadlineAt} />, strong: true }]
        : [];
    return [
      ...(m.bonus || m.releasedAt || m.refundedAt || m.state === 'void' ? [] : date('due', m.dueAt)),
      ...date('fundableFrom', m.fundableFrom),
      ...date('funded', m.fundedAt),
      ...date('submitted', m.submittedAt),
      ...date('approved', m.approvedAt),
      ...date('released', m.releasedAt),
      ...date('refunded', returningOf(m) > 0 ? null : credited),
      ...next,
      ...(m.balances.held > 0
        ? date('holdEnds', m.holdExpiresAt).map((line) => ({
            ...line,
            strong: isLastDayNear(m.holdExpiresAt, deal.serverNow),
          }))
        : []),
    ];
  };
}

type NoteKind = 'parts' | 'toFund' | 'waits' | PaymentHold['why'];

/** What is said below a milestone: what was released of it, who funds it, or why its money is held back. */
function noteOf(m: MilestoneDto, { mySide, timeline }: DealDto): NoteKind | null {
  if (m.parts.length > 0 && m.balances.held > 0) return 'parts';
  if (mySide === 'brand' && (m.state === 'awaiting_funding' || m.state === 'funding')) return 'toFund';
  if (mySide === 'creator' && m.state === 'awaiting_funding') return 'waits';
  return paymentHold(m, timeline)?.why ?? null;
}

function Note({ note, m, deal }: { note: NoteKind; m: MilestoneDto; deal: DealDto }) {
  const { t } = useTranslation('deals');
  const format = useFormat();
  if (note === 'parts')
    return (
      <p>
        {t('milestones.partsReleased', {
          released: format.money({ amount: m.amount - m.rest, currency: m.currency }),
          held: format.money({ amount: m.rest, currency: m.currency }),
        })}
      </p>
    );
  if (note === 'toFund')
    return (
      <div className="grid justify-items-start gap-1.5">
        <p>{t(m.bonus ? 'milestones.bonus.brand' : 'milestones.startsWhenFunded', { creator: deal.creator.name })}</p>
        {m.id === deal.focusMilestoneId ? null : (
          <Suspense fallback={null}>
            <FundButton
              milestone={m}
              quiet={deal.milestones.some((other) => other.id !== m.id && other.state === 'funding')}
            />
          </Suspense>
        )}
      </div>
    );
  if (note === 'waits')
    return <p>{t(m.bonus ? 'milestones.bonus.creator' : 'milestones.waitUntilFunded', { brand: deal.brand.name })}</p>;
  return <p>{t(HELD_BACK[note])}</p>;
}

/** Where held money goes by its last day, also as an entry for a calendar. */
function LastDay({ m, deal, at }: { m: MilestoneDto; deal: DealDto; at: Date }) {
  const { t } = useTranslation('deals');
  const format = useFormat();
  const text = t('milestones.lastDay', {
    amount: format.money({ amount: m.balances.held, currency: m.currency }),
    creator: deal.creator.name,
    brand: deal.brand.name,
  });
  return (
    <>
      <p>{text}</p>
      <AddToCalendar at={at} summary={`${m.title} · ${text}`} about={m.id} />
    </>
  );
}

/** Links to the milestone's money, its work and, once it is approved, its files. */
function WorkLinks({ m }: { m: MilestoneDto }) {
  const { t } = useTranslation('deals');
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1">
      <Link
        to="/payments/$milestoneId"
        params={{ milestoneId: m.id }}
        aria-label={t('milestones.moneyOf', { milestone: m.title })}
        className="link inline-flex min-h-6 items-center"
      >
        {t('milestones.money')}
      </Link>
      {m.submissionN > 0 ? (
        <Link
          to="/content-approval/$milestoneId"
          params={{ milestoneId: m.id }}
          aria-label={t('milestones.viewWorkOf', { milestone: m.title })}
          className="link inline-flex min-h-6 items-center"
        >
          {t('milestones.viewWork')}
        </Link>
      ) : null}
      {m.approvedFiles > 0 ? (
        <a
          href={inOrg(approvedWorkUrl(m.id))}
          download
          aria-label={t('milestones.downloadOf', { count: m.approvedFiles, milestone: m.title })}
          className="link inline-flex min-h-6 items-center gap-1.5"
        >
          <Download aria-hidden className="size-4" />
          {t('milestones.download', { count: m.approvedFiles })}
        </a>
      ) : null}
    </p>
  );
}
