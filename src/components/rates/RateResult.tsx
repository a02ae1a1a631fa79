import { useTranslation } from 'react-i18next';
import { SOURCES } from '../../../server/features/rates/constants/rules.ts';
import type { RatePlatform } from '../../../server/features/rates/constants/rules.ts';
import { type FairRate, rangeOf, type RateLine } from '../../../server/features/rates/rules.ts';
import type { Format } from '../../../server/features/terms/schema.ts';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { useFormat } from '@/lib/format.ts';

/** Low, fair and high on a bar; the bar alone is for the eye. */
export function RateRange({ rate }: { rate: FairRate }) {
  const { t } = useTranslation('rates');
  const format = useFormat();
  const range = rangeOf(rate);
  const at = rate.high === rate.low ? 50 : ((rate.fair - rate.low) / (rate.high - rate.low)) * 100;
  return (
    <div className="rounded-lg border border-border bg-card p-4.5" aria-live="polite" aria-atomic>
      <p className="text-sm text-muted-foreground">{t('result.fair')}</p>
      <p className="figures text-2xl font-semibold" data-testid="fair-rate">
        <MoneyText money={range.fair} />
      </p>
      <div aria-hidden className="relative mt-3 h-2.5 rounded-full bg-muted">
        <span
          className="absolute -inset-y-1 w-1 -translate-x-1/2 rounded-full bg-foreground rtl:translate-x-1/2"
          style={{ insetInlineStart: `${at}%` }}
        />
      </div>
      <dl className="mt-2 flex justify-between gap-4 text-sm">
        {(['low', 'high'] as const).map((end) => (
          <div key={end} className={end === 'high' ? 'text-end' : undefined}>
            <dt className="text-muted-foreground">{t(`result.${end}`)}</dt>
            <dd className="figures font-medium">
              <MoneyText money={range[end]} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-sm text-muted-foreground">
        {t('result.note', { version: rate.version, date: format.longDate(new Date(rate.ratesOf)) })}
      </p>
    </div>
  );
}

/** What the price is made of, one factor after the other. */
export function RateLines({
  rate,
  platform,
  format,
  titled = true,
}: {
  rate: FairRate;
  platform: RatePlatform;
  format: Format;
  titled?: boolean;
}) {
  const { t } = useTranslation('rates');
  const numbers = useFormat();
  const why = useReason(platform, format);
  return (
    <section>
      {titled ? <h2 className="heading-section">{t('lines.title')}</h2> : null}
      <table className="w-full text-ui">
        <thead>
          <tr className="border-b border-border text-start text-sm text-muted-foreground">
            <th scope="col" className="py-2 pe-3 text-start font-medium">
              {t('lines.why')}
            </th>
            <th scope="col" className="py-2 pe-3 text-end font-medium">
              {t('lines.factor')}
            </th>
            <th scope="col" className="py-2 text-end font-medium">
              {t('lines.amount')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rate.lines.map((line) => (
            <tr key={line.id} className="border-b border-border align-top last:border-b-0">
              <th scope="row" className="py-2.5 pe-3 text-start font-normal">
                <span className="block font-medium">{t(`line.${line.id}`)}</span>
                <span className="block text-sm text-muted-foreground">{why(line)}</span>
              </th>
              <td className="figures py-2.5 pe-3 text-end whitespace-nowrap">
                <bdi dir="ltr">
                  {line.factor === null
                    ? '–'
                    : `× ${numbers.number(line.factor / 10_000, { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`}
                </bdi>
              </td>
              <td className="figures py-2.5 text-end whitespace-nowrap">
                {line.amount === null ? '–' : <MoneyText money={{ amount: line.amount, currency: rate.currency }} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-3 text-sm text-muted-foreground">
        {t('lines.sources', {
          prices: source('prices'),
          engagement: source('engagement'),
          views: source('engagementByViews'),
        })}
      </p>
    </section>
  );
}

const source = (id: keyof typeof SOURCES): string => `${SOURCES[id].name} ${SOURCES[id].year}`;

function useReason(platform: RatePlatform, format: Format): (line: RateLine) => string {
  const { t } = useTranslation('rates');
  const { t: terms } = useTranslation('terms');
  const { t: figures } = useTranslation('figures');
  const numbers = useFormat();
  return ({ id, source: from, data }) => {
    const network = terms(`platform.${platform}`);
    const number = (key: string) => numbers.number(Number(data[key]));
    const dollars = (key: string) => numbers.money({ amount: Number(data[key]), currency: 'USD' });
    const percent = (key: string) => numbers.percent(Number(data[key]));
    const mark =
      from === 'typed'
        ? t('source.typed')
        : from === 'none' || from === 'published' || from === 'deals' || from === 'terms'
          ? ''
          : figures(`source.${from}`, { platform: network });
    switch (id) {
      case 'views':
        return from === 'estimate'
          ? t('why.viewsEstimated', { views: number('views'), followers: number('followers') })
          : t('why.views', { views: number('views'), source: mark });
      case 'cpm':
        return t('why.cpm', { network, from: dollars('from'), to: dollars('to'), middle: dollars('middle') });
      case 'format':
        return t('why.format', { format: terms(`format.${format}`), network });
      case 'engagement':
        return t('why.engagement', { engagement: percent('engagement'), usual: percent('usual'), source: mark });
      case 'deals':
        return t('why.deals', { n: number('n'), weight: percent('weight') });
      case 'rights':
        return t('why.rights', { days: number('days') });
      case 'exclusivity':
        return t('why.exclusivity', { days: number('days') });
      default:
        return t('why.notCounted');
    }
  };
}
