import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { termsTotal } from '../../../server/features/terms/rules.ts';
import type { OfferDetail } from '../../../server/features/offers/schema.ts';
import { RateLines } from '@/components/rates/RateResult.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { comparableOf, fairPriceOf, placeIn, rounded } from '@/features/offers/fair-price.ts';
import { useFormat } from '@/lib/format.ts';
import { api } from '@/lib/trpc.ts';

/** The offered price beside the range that the rate calculator gives for the same works, with its reasons. */
export function FairPrice({ offer }: { offer: OfferDetail }) {
  const { t } = useTranslation('rates');
  const { t: terms } = useTranslation('terms');
  const format = useFormat();
  const query = useQuery(api.rates.start.queryOptions(offer.mySide === 'brand' ? { creator: offer.creator.slug } : {}));
  const newest = offer.versions.at(-1);
  const kinds = query.data && newest ? comparableOf(newest.terms, query.data) : [];
  const deals = useQueries({ queries: kinds.map((of) => api.rates.comparable.queryOptions(of)) });
  if (query.isPending || deals.some((one) => one.isPending)) return <PendingSkeleton rows={2} />;
  // An aid: without figures the offer is read without it.
  const price =
    query.data && newest && deals.every((one) => one.data)
      ? fairPriceOf(newest.terms, query.data, ({ platform, format: kind }) => {
          const at = kinds.findIndex((of) => of.platform === platform && of.format === kind);
          return deals[at]?.data ?? null;
        })
      : null;
  if (!price || !newest) return null;
  const { currency } = price;
  const money = (amount: number) => format.money({ amount: rounded(amount, currency), currency });
  const total = termsTotal(newest.terms);
  return (
    <section>
      <h2 className="heading-section mb-2">{t('result.fair')}</h2>
      <p className="figures text-lg font-semibold">
        {t('band.range', { low: money(price.low), high: money(price.high) })}
      </p>
      {price.verdict ? (
        <>
          <div aria-hidden className="relative mt-2 h-2 rounded-full bg-muted">
            <span
              className="absolute -inset-y-1 w-1 -translate-x-1/2 rounded-full bg-foreground rtl:translate-x-1/2"
              style={{ insetInlineStart: `${placeIn(price, total)}%` }}
            />
          </div>
          <p className="mt-2">{t(`band.${price.verdict}`, { amount: format.money({ amount: total, currency }) })}</p>
        </>
      ) : (
        <p className="mt-1 text-sm text-muted-foreground">
          {t('band.unpriced', {
            works: format.list(
              price.unpriced.map((one) => `${terms(`format.${one.format}`)}, ${terms(`platform.${one.platform}`)}`),
            ),
          })}
        </p>
      )}
      <details className="mt-2">
        <summary className="cursor-pointer text-sm font-medium">{t('lines.title')}</summary>
        <div className="mt-2 grid gap-5">
          {price.priced.map(({ platform, format: kind, count, rate }, i) => (
            <div key={i}>
              <p className="font-semibold">
                {format.number(count)} × {terms(`format.${kind}`)}, {terms(`platform.${platform}`)}
              </p>
              <RateLines rate={rate} platform={platform} format={kind} titled={false} />
            </div>
          ))}
        </div>
      </details>
      {offer.mySide === 'brand' ? (
        <p className="mt-2 text-sm">
          <Link to="/rate-calculator" search={{ creator: offer.creator.slug }} className="link">
            {t('band.calculator')}
          </Link>
        </p>
      ) : null}
    </section>
  );
}
