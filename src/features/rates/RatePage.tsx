import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { tierOf, fairRate } from '../../../server/features/rates/rules.ts';
import type { RateStart } from '../../../server/features/rates/schema.ts';
import { DetailPage } from '@/components/page/Pages.tsx';
import { EmptyState } from '@/components/states/EmptyState.tsx';
import { RateActions } from '@/features/rates/RateActions.tsx';
import { RateFields } from '@/features/rates/RateFields.tsx';
import { RateLines, RateRange } from '@/components/rates/RateResult.tsx';
import { ComparableNote } from '@/features/rates/ComparableNote.tsx';
import { readValues, startValues } from '@/features/rates/rate-values.ts';
import type { Persona } from '@/lib/screens.ts';
import { useFormStart } from '@/lib/form-start.ts';
import { api } from '@/lib/trpc.ts';
import { isNoRecord } from '@/lib/app-error.ts';
import { followerCount } from '../../../server/features/creators/rules.ts';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';

export interface RatePageProps {
  persona: Persona;
  /** Of the creator whose figures are used; without it a creator's own, or none. */
  handle: string | undefined;
}

/** The fair price of one piece of work, line by line, as its inputs change. */
export function RatePage({ persona, handle }: RatePageProps) {
  const { t } = useTranslation('rates');
  const { t: screens } = useTranslation('screens');
  const named = useFormStart(api.rates.start.queryOptions(handle ? { creator: handle } : {}));
  const unknown = handle !== undefined && isNoRecord(named.error);
  const empty = useFormStart({ ...api.rates.start.queryOptions({}), enabled: unknown });
  const query = unknown ? empty : named;
  return (
    <DetailPage
      query={query}
      errorTitle={t('couldNotLoad')}
      header={() => ({
        crumbs: [{ label: screens(persona === 'creator' ? 'areas.storefront' : 'areas.money') }, { label: t('title') }],
        title: t('title'),
        status: t('status'),
      })}
    >
      {(start) => (
        <div className="grid gap-6">
          {persona === 'creator' ? null : <CreatorPicker handle={handle} unknown={unknown} />}
          <Calculator start={start} persona={persona} />
        </div>
      )}
    </DetailPage>
  );
}

/** Takes the figures of a creator by handle. */
function CreatorPicker({ handle, unknown }: { handle: string | undefined; unknown: boolean }) {
  const { t } = useTranslation('rates');
  const navigate = useNavigate();
  const [text, setText] = useState(handle ?? '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const creator = text.trim().replace(/^@/u, '').toLowerCase();
    void navigate({ to: '/rate-calculator', search: creator ? { creator } : {} });
  };
  return (
    <form onSubmit={submit} className="flex max-w-form flex-wrap items-end gap-2">
      <Field
        id="rate-creator"
        label={t('creator.label')}
        hint={unknown ? undefined : t('creator.hint')}
        error={unknown ? t('creator.unknown') : undefined}
        className="min-w-0 grow"
      >
        <Input
          id="rate-creator"
          dir="ltr"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
          className="rtl:text-end"
          aria-invalid={unknown || undefined}
          aria-describedby={unknown ? 'rate-creator-error' : 'rate-creator-hint'}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </Field>
      <Button type="submit" variant="outline" className="mb-6.5 max-sm:mb-0 max-sm:w-full">
        {t('creator.use')}
      </Button>
    </form>
  );
}

function Calculator({ start, persona }: { start: RateStart; persona: Persona }) {
  const { t } = useTranslation('rates');
  const [values, setValues] = useState(() => startValues(start));
  const followers = followerCount(values.followers);
  const { platform, format, currency } = values;
  const deals = useQuery({
    ...api.rates.comparable.queryOptions({ platform, format, currency, tier: tierOf(followers || 0) }),
    placeholderData: keepPreviousData,
    enabled: followers !== null && followers > 0,
  });
  const median = deals.isPlaceholderData ? null : (deals.data?.median ?? null);
  const { input, problems } = readValues(
    values,
    start,
    median && deals.data ? { n: deals.data.n, median: median.amount } : null,
  );
  const result = input ? fairRate(input, start.rates) : null;
  return (
    <div className="grid grid-cols-1 items-start gap-7 lg:grid-cols-[minmax(0,348px)_minmax(0,1fr)] lg:gap-10">
      <RateFields start={start} values={values} problems={problems} onChange={setValues} />
      <section aria-label={t('result.label')} className="grid min-w-0 gap-6">
        {result && input ? (
          <>
            <RateRange rate={result} />
            <RateActions start={start} input={input} rate={result} persona={persona} />
            <RateLines rate={result} platform={platform} format={format} />
            <ComparableNote query={deals} />
          </>
        ) : (
          <EmptyState title={t('empty.title')}>{t(problems.length > 0 ? 'empty.problem' : 'empty.text')}</EmptyState>
        )}
      </section>
    </div>
  );
}
