import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { shownState } from '../../../server/features/payouts/rules.ts';
import type { PayoutDetail } from '../../../server/features/payouts/schema.ts';
import { DocumentLink } from '@/components/money/DocumentLink.tsx';
import { MoneyStateTag } from '@/components/money/MoneyStateTag.tsx';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { QuoteLines } from '@/components/money/QuoteLines.tsx';
import { DetailPage } from '@/components/page/Pages.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { PAYOUT_STATES } from '@/features/payouts/payout-states.ts';
import { useFormat } from '@/lib/format.ts';
import { maskedNumber } from '../../../server/core/masked-number.ts';
import { api } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';

/** One payout: what it consists of, what happened to it when, and its documents. */
export function PayoutPage({ payoutId }: { payoutId: string }) {
  const { t } = useTranslation('payouts');
  const { t: screens } = useTranslation('screens');
  const format = useFormat();
  const query = useQuery(api.payouts.byId.queryOptions({ payoutId }));
  return (
    <DetailPage
      query={query}
      moneySafe
      errorTitle={t('detail.loadFailed')}
      header={(payout) => ({
        crumbs: [
          { label: screens('areas.money') },
          { label: screens('titles.payouts'), link: { to: '/payouts' } },
          { label: format.money(payout) },
        ],
        title: t('detail.title', { amount: format.money(payout) }),
        status: (
          <span className="inline-flex flex-wrap items-center gap-2">
            <MoneyStateTag state={PAYOUT_STATES[shownState(payout)]} label={t(`payoutState.${shownState(payout)}`)} />
            {t(payout.scheduled ? 'detail.bySchedule' : 'detail.byHand')}
          </span>
        ),
      })}
      aside={(payout) => <Documents payout={payout} />}
      asideLabel={t('detail.documents')}
    >
      {(payout) => (
        <div className="grid gap-9">
          {payout.waitsUntil ? (
            <Alert tone="note" title={t('waits.title')}>
              {t('waits.text', { date: format.dateTime(payout.waitsUntil) })}
            </Alert>
          ) : null}
          {payout.fix ? <Failure payout={payout} fix={payout.fix} /> : null}
          <Lines payout={payout} />
          <Steps payout={payout} />
        </div>
      )}
    </DetailPage>
  );
}

function Failure({ payout, fix }: { payout: PayoutDetail; fix: NonNullable<PayoutDetail['fix']> }) {
  const { t } = useTranslation('payouts');
  const inSettings = fix === 'add_bank' || fix === 'renew_bank' || fix === 'check_name' || fix === 'update_details';
  const again = fix === 'try_again' || fix === 'ask_bank';
  return (
    <Alert
      tone="problem"
      title={t(`payoutState.${payout.state}`)}
      action={
        inSettings ? (
          <Button asChild>
            <Link to="/payment-settings">{t('heading.settings')}</Link>
          </Button>
        ) : again ? (
          <Button asChild>
            <Link to="/payouts">{t('detail.toPayouts')}</Link>
          </Button>
        ) : undefined
      }
    >
      {t(`fix.${fix}`)}
    </Alert>
  );
}

/** The earnings in it; what is of none is a line of its own. */
function Lines({ payout }: { payout: PayoutDetail }) {
  const { t } = useTranslation('payouts');
  const money = (amount: number) => ({ amount, currency: payout.currency });
  return (
    <section aria-labelledby="payout-lines">
      <h2 id="payout-lines" className="heading-section mb-1">
        {t('detail.lines')}
      </h2>
      <QuoteLines
        lines={[
          ...payout.items.map((item, i) => ({
            id: `${item.milestoneId}-${i}`,
            label: (
              <span className="grid">
                <Link
                  to="/smart-contracts/$contractId"
                  params={{ contractId: item.contractId }}
                  className="link justify-self-start"
                >
                  <bdi>{item.deal}</bdi> · <bdi>{item.milestone}</bdi>
                </Link>
                <span className="text-sm text-muted-foreground">
                  <bdi>{item.brand}</bdi>
                </span>
              </span>
            ),
            money: money(item.amount),
          })),
          ...(payout.rest === 0
            ? []
            : [
                {
                  id: 'rest',
                  label: t(payout.rest < 0 ? 'detail.deducted' : 'detail.rest'),
                  money: money(payout.rest),
                },
              ]),
        ]}
        total={{ label: t('detail.total'), money: money(payout.amount) }}
      />
    </section>
  );
}

function Steps({ payout }: { payout: PayoutDetail }) {
  const { t } = useTranslation('payouts');
  const expected = payout.state === 'in_transit' && payout.expectedAt;
  return (
    <section aria-labelledby="payout-steps">
      <h2 id="payout-steps" className="heading-section mb-1">
        {t('detail.steps')}
      </h2>
      <ol className="text-ui">
        {payout.steps.map((step, i) => (
          <li
            key={`${step.state}-${i}`}
            className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-border py-2"
          >
            <span>{t(`detail.step.${step.state}`)}</span>
            <DateText value={step.at} className="text-muted-foreground" />
          </li>
        ))}
        {payout.waitsUntil ? (
          <li className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-border py-2 text-muted-foreground">
            <span>{t('waits.step')}</span>
            <DateText value={payout.waitsUntil} />
          </li>
        ) : null}
        {expected ? (
          <li className="flex flex-wrap items-baseline justify-between gap-x-4 border-t border-border py-2 text-muted-foreground">
            <span>{t('detail.expected')}</span>
            <DateText value={expected} as="day" />
          </li>
        ) : null}
      </ol>
    </section>
  );
}

function Documents({ payout }: { payout: PayoutDetail }) {
  const { t } = useTranslation('payouts');
  const { t: money } = useTranslation('money');
  return (
    <div className="grid gap-7">
      <section aria-labelledby="payout-documents">
        <h2 id="payout-documents" className="heading-section mb-1">
          {t('detail.documents')}
        </h2>
        {payout.documents.length === 0 ? (
          <p className="text-sm text-muted-foreground">{t('detail.noDocuments')}</p>
        ) : (
          <ul>
            {payout.documents.map((document) => (
              <li
                key={document.id}
                className="flex items-baseline justify-between gap-3 border-t border-border py-2 text-sm"
              >
                <span className="grid justify-items-start">
                  {money(`document.${document.kind}`)} <DocumentLink document={document} />
                </span>
                <MoneyText money={{ amount: document.amount, currency: payout.currency }} />
              </li>
            ))}
          </ul>
        )}
      </section>
      <dl className="grid cols-auto-1fr gap-x-6 gap-y-1.5 text-sm">
        <dt className="text-muted-foreground">{t('payouts.bank')}</dt>
        <dd>
          <bdi dir="ltr">{payout.bankLast4 ? maskedNumber(payout.bankLast4) : '–'}</bdi>
        </dd>
        {payout.reference ? (
          <>
            <dt className="text-muted-foreground">{t('detail.reference')}</dt>
            <dd className="min-w-0 break-all">
              <bdi dir="ltr" className="figures">
                {payout.reference}
              </bdi>
            </dd>
          </>
        ) : null}
      </dl>
    </div>
  );
}
