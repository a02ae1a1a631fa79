import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CURRENCY_CODES, type Currency } from '../../../server/core/money.ts';
import { parseAmount } from '../../../server/core/typed-amounts.ts';
import type { FairBand } from '../../../server/features/price-rules/schema.ts';
import { ENOUGH_DEALS, RATE_PLATFORMS, type RatePlatform } from '../../../server/features/rates/constants/rules.ts';
import { formatsOf } from '../../../server/features/rates/rules.ts';
import type { Format } from '../../../server/features/terms/schema.ts';
import { Choice } from '@/components/form/Choice.tsx';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { PageHeader } from '@/components/page/PageHeader.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import type { Column } from '@/components/table/columns.ts';
import { DataTable } from '@/components/table/DataTable.tsx';
import { useFormat } from '@/lib/format.ts';
import { api } from '@/lib/trpc.ts';
import { Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';

/** For brands: what one piece of work is fairly worth by size of creator, and how many a budget pays. */
export function BandsPage() {
  const { t } = useTranslation('price-rules');
  const { t: terms } = useTranslation('terms');
  const { t: screens } = useTranslation('screens');
  const format = useFormat();
  const budgetId = useId();
  const [platform, setPlatform] = useState<RatePlatform>('instagram');
  const [work, setWork] = useState<Format>('reel');
  const [currency, setCurrency] = useState<Currency>('EUR');
  const [typed, setTyped] = useState('');
  const query = useQuery({
    ...api.priceRules.bands.queryOptions({ platform, format: work, currency }),
    placeholderData: keepPreviousData,
  });
  const parsed = parseAmount(typed, currency, () => null);
  const budget = parsed.ok && parsed.amount >= 0 ? parsed.amount : null;
  const wrongBudget = typed.trim() !== '' && budget === null;
  return (
    <>
      <PageHeader title={screens('titles.fair-prices')} status={t('bands.status')} />
      <div className="mt-7 grid gap-6">
        <form
          aria-label={t('bands.inputs')}
          className="grid max-w-form gap-4 sm:grid-cols-2"
          onSubmit={(event) => event.preventDefault()}
        >
          <Choice
            label={terms('field.platform')}
            value={platform}
            options={RATE_PLATFORMS.map((value) => ({ value, label: terms(`platform.${value}`) }))}
            onValue={(value) => {
              setPlatform(value as RatePlatform);
              setWork(formatsOf(value as RatePlatform)[0]!);
            }}
          />
          <Choice
            label={terms('field.format')}
            value={work}
            options={formatsOf(platform).map((value) => ({ value, label: terms(`format.${value}`) }))}
            onValue={(value) => setWork(value as Format)}
          />
          <Choice
            label={t('bands.currency')}
            value={currency}
            options={CURRENCY_CODES.map((value) => ({ value, label: value }))}
            onValue={(value) => setCurrency(value as Currency)}
          />
          <Field
            id={budgetId}
            label={t('bands.budget')}
            hint={t('bands.budgetHint')}
            error={wrongBudget ? t('bands.budgetProblem') : undefined}
          >
            <Input
              id={budgetId}
              dir="ltr"
              inputMode="decimal"
              maxLength={12}
              className="rtl:text-end"
              aria-invalid={wrongBudget || undefined}
              aria-describedby={`${budgetId}-${wrongBudget ? 'error' : 'hint'}`}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          </Field>
        </form>
        {query.data ? (
          query.data.bands.some(({ range }) => range) ? (
            <>
              <Bands bands={query.data.bands} currency={query.data.currency} budget={budget} />
              <p className="max-w-70ch text-sm text-muted-foreground">
                {t('bands.note', {
                  date: query.data.ratesOf ? format.longDate(new Date(query.data.ratesOf)) : '–',
                })}{' '}
                <Link to="/rate-calculator" className="link">
                  {t('bands.calculator')}
                </Link>
              </p>
            </>
          ) : (
            <p role="status">{t('bands.noRate', { currency })}</p>
          )
        ) : query.isPending ? (
          <PendingSkeleton as="panel" rows={4} />
        ) : (
          <ErrorState error={query.error} title={t('bands.couldNotLoad')} onRetry={() => void query.refetch()} />
        )}
      </div>
    </>
  );
}

function Bands({ bands, currency, budget }: { bands: readonly FairBand[]; currency: Currency; budget: number | null }) {
  const { t } = useTranslation('price-rules');
  const format = useFormat();
  const money = (amount: number) => <MoneyText money={{ amount, currency }} />;
  const pieces: Column<FairBand>[] =
    budget === null
      ? []
      : [
          {
            id: 'pieces',
            header: t('bands.pieces'),
            align: 'end',
            cell: ({ range }) => (range ? format.number(Math.floor(budget / range.fair)) : '–'),
          },
        ];
  const columns: Column<FairBand>[] = [
    {
      id: 'size',
      header: t('bands.size'),
      cell: ({ tier, followers }) => (
        <>
          {t(`tier.${tier}`)}
          <span className="block text-sm font-normal text-muted-foreground">
            {t('bands.followers', { n: format.compact(followers) })}
          </span>
        </>
      ),
    },
    {
      id: 'range',
      header: t('bands.range'),
      align: 'end',
      cell: ({ range }) =>
        range ? (
          <>
            {money(range.low)} – {money(range.high)}
          </>
        ) : (
          '–'
        ),
    },
    {
      id: 'fair',
      header: t('bands.fair'),
      align: 'end',
      phone: 'corner',
      cell: ({ range }) => <span className="font-semibold">{range ? money(range.fair) : '–'}</span>,
    },
    ...pieces,
    {
      id: 'deals',
      header: t('bands.deals'),
      cell: ({ deals }) =>
        deals.median ? (
          <>
            <span className="figures">{money(deals.median.amount)}</span>{' '}
            <span className="text-muted-foreground">{t('bands.n', { n: format.number(deals.n) })}</span>
          </>
        ) : (
          <span className="text-muted-foreground">
            {t('bands.tooFew', { n: format.number(deals.n), min: format.number(ENOUGH_DEALS) })}
          </span>
        ),
    },
  ];
  return <DataTable label={t('bands.range')} rows={bands} columns={columns} rowKey={({ tier }) => tier} />;
}
