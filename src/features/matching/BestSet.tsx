import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Money } from '../../../server/core/money.ts';
import type { BestSet as Chosen } from '../../../server/features/matching/schema.ts';
import { Form } from '@/components/form/Form.tsx';
import { MoneyField } from '@/components/form/MoneyField.tsx';
import { useAppForm } from '@/components/form/use-app-form.ts';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { type MatchSearch, readWeights } from '@/features/matching/match-search.ts';
import { useFormat } from '@/lib/format.ts';
import { api } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';

/** Which of the creators who fit reach most people for a budget. */
export function BestSet({
  campaignId,
  search,
  standard,
}: {
  campaignId: string;
  search: MatchSearch;
  standard: Money;
}) {
  const { t } = useTranslation('matching');
  const navigate = useNavigate();
  const weights = readWeights(search.weights);
  const { budget } = search;
  const form = useAppForm({
    schema: () => import('@/features/matching/checks.ts').then((checks) => checks.budget),
    defaultValues: { budget: budget ?? standard.amount },
  });
  const query = useQuery({
    ...api.matching.bestSet.queryOptions({ campaignId, budget: budget ?? 1, ...(weights ? { weights } : {}) }),
    enabled: budget !== undefined,
  });
  return (
    <section aria-labelledby="match-set">
      <h2 id="match-set" className="heading-section">
        {t('set.title')}
      </h2>
      <p className="mt-1 text-sm text-muted-foreground">{t('set.text')}</p>
      <Form
        form={form}
        guard={false}
        pending={query.isFetching}
        submitError={null}
        className="mt-3"
        onSubmit={(values) =>
          void navigate({
            to: '/match',
            search: { ...search, campaign: campaignId, budget: values.budget },
            replace: true,
          })
        }
      >
        <MoneyField control={form.control} name="budget" label={t('set.budget')} currency={standard.currency} />
        <Button type="submit" pending={query.isFetching}>
          {t('set.find')}
        </Button>
      </Form>
      {budget === undefined ? null : query.data ? (
        <Found chosen={query.data} />
      ) : query.isError && !query.data ? (
        <ErrorState error={query.error} title={t('set.couldNotFind')} onRetry={() => void query.refetch()} />
      ) : (
        <PendingSkeleton rows={3} />
      )}
    </section>
  );
}

function Found({ chosen }: { chosen: Chosen }) {
  const { t } = useTranslation('matching');
  const format = useFormat();
  const money = (amount: number): Money => ({ amount, currency: chosen.currency });
  const unknown = [
    chosen.unpriced > 0 ? t('set.unpriced', { n: chosen.unpriced }) : null,
    chosen.unmeasured > 0 ? t('set.unmeasured', { n: chosen.unmeasured }) : null,
  ].filter((text) => text !== null);
  return (
    <div className="mt-4">
      {chosen.items.length === 0 ? (
        <p className="text-sm">{t('set.none')}</p>
      ) : (
        <>
          <ul>
            {chosen.items.map(({ creator, price, byRate, reach }) => (
              <li key={creator.orgId} className="flex items-baseline justify-between gap-3 border-b border-border py-2">
                <span className="min-w-0">
                  <Link
                    to="/creator/$handle"
                    params={{ handle: creator.handle }}
                    className="font-semibold hover:underline"
                  >
                    <bdi>{creator.name}</bdi>
                  </Link>
                  <span className="block text-sm text-muted-foreground">
                    {t('set.reaches', { n: format.compact(reach) })}
                    {byRate ? null : ` · ${t('set.atPay')}`}
                  </span>
                </span>
                <MoneyText money={money(price)} />
              </li>
            ))}
          </ul>
          <dl className="mt-2 grid cols-1fr-auto gap-y-1 text-sm">
            <dt>
              {chosen.country ? t('set.reachIn', { country: format.countryName(chosen.country) }) : t('set.reach')}
            </dt>
            <dd className="figures text-end font-semibold">{format.compact(chosen.reach)}</dd>
            <dt>{t('set.cost')}</dt>
            <dd className="text-end font-semibold">
              <MoneyText money={money(chosen.price)} />
            </dd>
            <dt>{t('set.left')}</dt>
            <dd className="text-end">
              <MoneyText money={money(chosen.left)} />
            </dd>
          </dl>
        </>
      )}
      <p className="mt-2 text-sm text-muted-foreground">
        {[t('set.compared', { n: chosen.compared }), ...unknown].join(' · ')}
      </p>
    </div>
  );
}
