import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Currency } from '../../../server/core/money.ts';
import type { OrderLine, PackageOrder } from '../../../server/features/packages/schema.ts';
import { FundButton } from '@/components/deal/FundButton.tsx';
import { FundSeveralButton } from '@/components/deal/FundSeveralButton.tsx';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { PaymentsWait } from '@/components/money/PaymentsWait.tsx';
import { DetailPage } from '@/components/page/Pages.tsx';
import { CreatorAvatar, faceOf } from '@/components/people/Party.tsx';
import { codeText, useErrorText } from '@/lib/error-text.ts';
import { useFormat } from '@/lib/format.ts';
import { useLive } from '@/lib/live.ts';
import { api } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';
import { Tag } from '@/ui/tag.tsx';

/** What became of an order, creator by creator, and the payment of each signed contract. */
export function OrderPage({ orderId, orgId }: { orderId: string; orgId: string }) {
  const { t } = useTranslation('packages');
  const format = useFormat();
  useLive([`org:${orgId}`]);
  const query = useQuery(api.packages.order.queryOptions({ orderId }));
  return (
    <DetailPage
      query={query}
      errorTitle={t('order.couldNotLoad')}
      moneySafe
      header={(order) => ({
        title: t('order.title', { date: format.longDate(order.placedAt) }),
        status: t('order.status'),
        crumbs: [
          { label: t('title'), link: { to: '/marketplace' } },
          { label: t('orders.title'), link: { to: '/marketplace/orders' } },
          { label: format.date(order.placedAt) },
        ],
        actions: order.lines.some(({ state }) => state === 'refused') ? (
          <Button asChild>
            <Link to="/marketplace/cart">{t('order.backToCart')}</Link>
          </Button>
        ) : undefined,
      })}
      aside={(order) => <Totals order={order} />}
      asideLabel={t('order.toPay')}
    >
      {(order) => (
        <ul className="border-t border-border">
          {order.lines.map((line) => (
            <Line key={line.id} line={line} />
          ))}
        </ul>
      )}
    </DetailPage>
  );
}

/** One total for what can be paid now, each currency on its own. */
function Totals({ order }: { order: PackageOrder }) {
  const { t } = useTranslation('packages');
  const { t: moneyTexts } = useTranslation('money');
  const format = useFormat();
  const sums = new Map<Currency, { amount: number; contractIds: string[] }>();
  for (const { state, currency, toPay, contractId } of order.lines) {
    if (state !== 'to_fund' || !contractId) continue;
    const sum = sums.get(currency) ?? { amount: 0, contractIds: [] };
    sums.set(currency, { amount: sum.amount + toPay, contractIds: [...sum.contractIds, contractId] });
  }
  return (
    <section className="rounded-lg border border-border bg-card p-4.5">
      <h2 className="heading-section">{t('order.toPay')}</h2>
      {sums.size === 0 ? (
        <p className="text-sm text-muted-foreground">{t('order.nothingToPay')}</p>
      ) : (
        [...sums].map(([currency, { amount, contractIds }]) => (
          <div key={currency} className="grid justify-items-start gap-2">
            <p className="text-xl font-semibold">
              <MoneyText money={{ amount, currency }} />
            </p>
            {contractIds.length > 1 ? (
              <FundSeveralButton variant="money" contractIds={contractIds}>
                {moneyTexts('fund.button', { amount: format.money({ amount, currency }) })}
              </FundSeveralButton>
            ) : null}
          </div>
        ))
      )}
      {sums.size > 0 ? <PaymentsWait className="mt-2" /> : null}
      <p className="mt-2 text-sm text-muted-foreground">{t('order.payNote')}</p>
    </section>
  );
}

function Line({ line }: { line: OrderLine }) {
  const { t } = useTranslation('packages');
  const format = useFormat();
  useErrorText();
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-2 border-b border-border py-4 sm:cols-auto-main-auto">
      <CreatorAvatar {...faceOf(line.creator)} size="md" />
      <div className="min-w-0">
        <h2 className="flex flex-wrap items-center gap-x-2.5 text-base font-semibold">
          <bdi>{line.creator.name}</bdi>
          <Tag>{t(`order.state.${line.state}`)}</Tag>
        </h2>
        <p className="text-ui">
          {line.packages.map(({ title }, index) => (
            <span key={index}>
              {index > 0 ? ' · ' : null}
              <bdi>{title}</bdi>
            </span>
          ))}
        </p>
        {line.refusal ? (
          <p className="text-sm text-muted-foreground">{codeText(line.refusal as 'package.changed')}</p>
        ) : null}
        {line.state === 'sent' && line.answerBy ? (
          <p className="text-sm text-muted-foreground">
            {t('order.answerBy', { date: format.dateTime(line.answerBy) })}
          </p>
        ) : null}
        <div className="mt-2 flex flex-wrap items-start gap-2">
          {line.state === 'to_fund' && line.contractId ? <Fund contractId={line.contractId} /> : null}
          {line.contractId ? (
            <Button asChild variant={line.state === 'to_sign' ? 'ink' : 'outline'}>
              <Link to="/smart-contracts/$contractId" params={{ contractId: line.contractId }}>
                {line.state === 'to_sign' ? t('order.sign') : t('order.openContract')}
              </Link>
            </Button>
          ) : line.offerId ? (
            <Button asChild>
              <Link to="/collaboration-request/$offerId" params={{ offerId: line.offerId }}>
                {t('order.openOffer')}
              </Link>
            </Button>
          ) : null}
        </div>
      </div>
      <p className="font-semibold max-sm:col-start-2 sm:text-end">
        <MoneyText money={{ amount: line.charge.total, currency: line.currency }} />
        <span className="block text-sm font-normal text-muted-foreground">{t('order.withFee')}</span>
      </p>
    </li>
  );
}

/** The parts of a signed contract that are paid next, through the usual payment of the deal. */
function Fund({ contractId }: { contractId: string }) {
  const { data } = useQuery(api.escrow.deal.queryOptions({ contractId }));
  const open = (data?.milestones ?? []).filter(({ state }) => state === 'awaiting_funding' || state === 'funding');
  return (
    <>
      {open.map((milestone) => (
        <FundButton key={milestone.id} milestone={milestone} />
      ))}
    </>
  );
}
