import { useTranslation } from 'react-i18next';
import { Link } from '@tanstack/react-router';
import { ArrowRight } from 'lucide-react';
import type { OwnPriceRules, PriceSuggestion, PricedTarget } from '../../../server/features/price-rules/schema.ts';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { DetailPage } from '@/components/page/Pages.tsx';
import { EmptyState } from '@/components/states/EmptyState.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { keepRules } from '@/features/price-rules/keep-rules.ts';
import { RulesForm } from '@/features/price-rules/RulesForm.tsx';
import { useLineText } from '@/features/price-rules/use-line-text.ts';
import { targetKey, useTargetName } from '@/features/price-rules/use-target-name.ts';
import { useErrorText } from '@/lib/error-text.ts';
import { useFormStart } from '@/lib/form-start.ts';
import { toast } from '@/lib/toast.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
import { Tag } from '@/ui/tag.tsx';

/** The creator's rules, what they propose, and what they would have made of the offers of 90 days. */
export function OwnRulesPage() {
  const { t } = useTranslation('price-rules');
  const { t: screens } = useTranslation('screens');
  const query = useFormStart(api.priceRules.mine.queryOptions());
  return (
    <DetailPage
      query={query}
      errorTitle={t('couldNotLoad')}
      header={({ policy }) => ({
        crumbs: [{ label: screens('areas.storefront') }, { label: screens('titles.dynamic-pricing') }],
        title: screens('titles.dynamic-pricing'),
        tag: <Tag>{t(policy.active ? 'active.on' : 'active.off')}</Tag>,
        status: t('status'),
      })}
      aside={(own) => (
        <div className="grid gap-9">
          <Rates own={own} />
          <Packages own={own} />
        </div>
      )}
      asideLabel={t('ruled')}
    >
      {(own) => (
        <div className="grid gap-9">
          <Suggestions own={own} />
          <RulesForm key={own.version} own={own} />
          <Past items={own.past} />
        </div>
      )}
    </DetailPage>
  );
}

function Suggestions({ own }: { own: OwnPriceRules }) {
  const { t } = useTranslation('price-rules');
  if (own.open.length === 0)
    return own.policy.active ? <p className="text-sm text-muted-foreground">{t('suggestions.none')}</p> : null;
  return (
    <section aria-labelledby="price-suggestions">
      <h2 id="price-suggestions" className="heading-section">
        {t('suggestions.title')}
      </h2>
      <ul className="border-t border-border">
        {own.open.map((item) => (
          <Suggestion key={item.id} item={item} />
        ))}
      </ul>
    </section>
  );
}

function Suggestion({ item }: { item: PriceSuggestion }) {
  const { t } = useTranslation('price-rules');
  const explain = useErrorText();
  const nameOf = useTargetName();
  const decide = trpc.priceRules.decide.useMutation({
    onSuccess: (data, { decision }) => {
      keepRules(data);
      void toast('success', t(decision === 'accept' ? 'suggestions.accepted' : 'suggestions.ignored'));
    },
  });
  const act = (decision: 'accept' | 'ignore') => decide.mutate({ suggestionId: item.id, decision });
  const money = (amount: number) => <MoneyText money={{ amount, currency: item.currency }} />;
  return (
    <li className="flex flex-wrap justify-between gap-x-6 gap-y-2 border-b border-border py-4">
      <div className="min-w-0">
        <h3 className="text-base font-semibold">
          <bdi>{nameOf(item.target)}</bdi>
        </h3>
        <p className="text-sm text-muted-foreground">{t(`target.${item.target.kind}`)}</p>
        <p className="figures">
          {money(item.was)} <ArrowRight aria-hidden className="inline size-3.5 rtl:-scale-x-100" />
          <span className="sr-only">{t('suggestions.to')}</span> <strong>{money(item.price)}</strong>
        </p>
        <Lines lines={item.lines} />
        {decide.error ? (
          <Alert tone="problem" className="mt-2">
            {explain(decide.error)}
          </Alert>
        ) : null}
      </div>
      <div className="flex flex-wrap items-start gap-2 sm:justify-end">
        <Button
          aria-label={`${t('suggestions.accept')}: ${nameOf(item.target)}`}
          pending={decide.isPending}
          onClick={() => act('accept')}
        >
          {t('suggestions.accept')}
        </Button>
        <Button
          aria-label={`${t('suggestions.ignore')}: ${nameOf(item.target)}`}
          aria-disabled={decide.isPending || undefined}
          onClick={() => act('ignore')}
        >
          {t('suggestions.ignore')}
        </Button>
      </div>
    </li>
  );
}

function Lines({ lines }: { lines: PriceSuggestion['lines'] }) {
  const text = useLineText();
  return (
    <ul className="mt-1 grid gap-0.5 text-sm text-muted-foreground">
      {lines.map((line) => (
        <li key={line.kind}>{text(line)}</li>
      ))}
    </ul>
  );
}

/** What the saved rules make of each rate of the card now. */
function Rates({ own }: { own: OwnPriceRules }) {
  const { t } = useTranslation('price-rules');
  return (
    <section aria-labelledby="ruled-rates">
      <h2 id="ruled-rates" className="heading-section">
        {t('rates.title')}
      </h2>
      {own.rates.length === 0 ? (
        <EmptyState
          title={t('rates.none')}
          action={
            <Button asChild>
              <Link to="/creator-profile">{t('rates.add')}</Link>
            </Button>
          }
        >
          {t('rates.noneText')}
        </EmptyState>
      ) : (
        <>
          <p className="mb-3 text-sm text-muted-foreground">{t('rates.note')}</p>
          <PricedList items={own.rates} />
        </>
      )}
    </section>
  );
}

/** What the saved rules make of each package now. */
function Packages({ own }: { own: OwnPriceRules }) {
  const { t } = useTranslation('price-rules');
  return (
    <section aria-labelledby="ruled-packages">
      <h2 id="ruled-packages" className="heading-section">
        {t('packages.title')}
      </h2>
      {own.packages.length === 0 ? (
        <EmptyState
          title={t('packages.none')}
          action={
            <Button asChild>
              <Link to="/marketplace/edit">{t('packages.add')}</Link>
            </Button>
          }
        >
          {t('packages.noneText')}
        </EmptyState>
      ) : (
        <PricedList items={own.packages} />
      )}
    </section>
  );
}

function PricedList({ items }: { items: readonly PricedTarget[] }) {
  return (
    <ul className="border-t border-border">
      {items.map((item) => (
        <Priced key={targetKey(item)} item={item} />
      ))}
    </ul>
  );
}

function Priced({ item }: { item: PricedTarget }) {
  const { t } = useTranslation('price-rules');
  const nameOf = useTargetName();
  const { currency } = item.price;
  return (
    <li className="border-b border-border py-3">
      <h3 className="font-medium">
        <bdi>{nameOf(item.target)}</bdi>
      </h3>
      <dl className="mt-1 grid gap-0.5 text-sm">
        {(
          [
            ['price.now', item.price.amount],
            ['price.base', item.base],
            ['price.ruled', item.ruled],
          ] as const
        ).map(([key, amount]) => (
          <div key={key} className="flex justify-between gap-3">
            <dt className="text-muted-foreground">{t(key)}</dt>
            <dd className="figures">
              <MoneyText money={{ amount, currency }} />
            </dd>
          </div>
        ))}
      </dl>
      <Lines lines={item.lines} />
    </li>
  );
}

function Past({ items }: { items: OwnPriceRules['past'] }) {
  const { t } = useTranslation('price-rules');
  const nameOf = useTargetName();
  if (items.length === 0) return null;
  return (
    <section aria-labelledby="past-suggestions">
      <h2 id="past-suggestions" className="heading-section">
        {t('past.title')}
      </h2>
      <ul className="border-t border-border">
        {items.map((item) => (
          <li key={item.id} className="flex flex-wrap justify-between gap-x-4 border-b border-border py-2.5 text-sm">
            <span className="min-w-0">
              <bdi>{nameOf(item.target)}</bdi> · <DateText value={item.day} as="day" />
            </span>
            <span className="figures">
              <MoneyText money={{ amount: item.was, currency: item.currency }} />{' '}
              <ArrowRight aria-hidden className="inline size-3.5 rtl:-scale-x-100" />{' '}
              <MoneyText money={{ amount: item.price, currency: item.currency }} /> ·{' '}
              {t(item.byRule ? 'past.byRule' : item.state === 'accepted' ? 'past.accepted' : 'past.ignored')}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
