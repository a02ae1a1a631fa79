import { useTranslation } from 'react-i18next';
import { intlTag } from '../../../server/core/locale.ts';
import { exponentOf, type Currency } from '../../../server/core/money.ts';
import type { PayoutOverview } from '../../../server/features/payouts/schema.ts';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { cn } from '@/lib/cn.ts';
import { useFormat } from '@/lib/format.ts';
import { currentLocale } from '@/lib/i18n.ts';
import { serverNow } from '@/lib/server-clock.ts';

const MONTHS = 12;

/** What reached the bank per month; time runs left to right in every language. A table has the same data. */
export function PaidPerMonth({ months, fallback }: { months: PayoutOverview['months']; fallback: Currency }) {
  const { t } = useTranslation('payouts');
  const format = useFormat();
  const currency = busiest(months) ?? fallback;
  const bars = lastMonths(new Date(serverNow())).map((month) => ({
    month,
    amount: months.find((entry) => entry.month === month && entry.currency === currency)?.amount ?? 0,
  }));
  const top = niceTop(Math.max(...bars.map(({ amount }) => amount)), currency);
  const paid = bars.filter(({ amount }) => amount > 0).length;
  const total = bars.reduce((sum, { amount }) => sum + amount, 0);
  const others = [...new Set(months.map((entry) => entry.currency))].filter((code) => code !== currency);
  const grid = [1, 2 / 3, 1 / 3];
  const whole = (amount: number) => format.number(amount / 10 ** exponentOf(currency), { maximumFractionDigits: 0 });
  return (
    <section aria-labelledby="per-month" className="min-w-0">
      <div className="flex items-baseline justify-between gap-3">
        <h2 id="per-month" className="heading-section">
          {t('chart.title')}
        </h2>
        <bdi dir="ltr" className="text-sm text-muted-foreground">
          {currency}
        </bdi>
      </div>
      {total === 0 ? null : (
        <div aria-hidden dir="ltr" className="relative mt-2 h-[176px]">
          {grid.map((share) => (
            <div
              key={share}
              className="absolute inset-x-0 border-t border-chart-grid"
              style={{ insetBlockStart: `${(1 - share) * 150 + 4}px` }}
            >
              <span className="figures absolute start-0 top-0.5 bg-background pe-1 text-xs text-muted-foreground">
                {whole(top * share)}
              </span>
            </div>
          ))}
          <div className="absolute inset-x-0 top-1 grid h-[150px] grid-cols-12 items-end gap-1.5 border-b border-border-strong ps-9">
            {bars.map(({ month, amount }, index) => (
              <i
                key={month}
                title={format.labeled(monthName(month, 'long'), format.money({ amount, currency }))}
                style={{ height: `${(amount / top) * 100}%` }}
                className={cn(
                  'mx-auto block w-full max-w-[18px] rounded-t-[2px] bg-released',
                  index === bars.length - 1 && 'opacity-45',
                )}
              />
            ))}
          </div>
          <div className="absolute inset-x-0 bottom-0 grid grid-cols-12 gap-1.5 ps-9 text-center text-xs text-muted-foreground">
            {bars.map(({ month }) => (
              <span key={month}>{monthName(month, 'narrow')}</span>
            ))}
          </div>
        </div>
      )}
      <p className="mt-2 text-sm text-muted-foreground">
        {total === 0
          ? t('chart.nothing')
          : t('chart.finding', { total: format.money({ amount: total, currency }), months: paid })}{' '}
        {bars.at(-1)!.amount > 0 ? t('chart.thisMonth') : null}{' '}
        {others.length > 0 ? t('chart.others', { currencies: format.list(others) }) : null}
      </p>
      <table className="sr-only">
        <caption>{t('chart.title')}</caption>
        <tbody>
          {bars.map(({ month, amount }) => (
            <tr key={month}>
              <th scope="row">{monthName(month, 'long')}</th>
              <td>
                <MoneyText money={{ amount, currency }} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The currency of most of the months; no exchange rates are mixed into one chart. */
function busiest(months: PayoutOverview['months']): Currency | null {
  const counts = new Map<Currency, number>();
  for (const { currency } of months) counts.set(currency, (counts.get(currency) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null;
}

/** "2025-12" … "2026-11" in the server's calendar. */
function lastMonths(now: Date): string[] {
  return Array.from({ length: MONTHS }, (_, index) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - MONTHS + 1 + index, 1)).toISOString().slice(0, 7),
  );
}

function monthName(month: string, style: 'long' | 'narrow'): string {
  const options = style === 'long' ? ({ month: 'long', year: 'numeric' } as const) : ({ month: 'narrow' } as const);
  return new Intl.DateTimeFormat(intlTag(currentLocale()), { ...options, timeZone: 'UTC' }).format(
    new Date(`${month}-15T00:00:00Z`),
  );
}

/** The scale ends at 3, 6, 9, 12, 15 … of a power of ten, so that its thirds are round. */
function niceTop(highest: number, currency: Currency): number {
  if (highest === 0) return 0;
  const unit = 10 ** exponentOf(currency);
  const power = 10 ** Math.floor(Math.log10(highest / unit));
  const step = [0.3, 0.6, 1.2, 1.5, 3, 4.5, 6, 9, 12].find((factor) => factor * power * unit >= highest) ?? 12;
  return step * power * unit;
}
