import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { COOKIE_SECTIONS } from '../../../server/features/policies/rules.ts';
import { ConsentSettings } from '@/components/page/ConsentSettings.tsx';
import { FactsTable } from '@/features/policies/FactsTable.tsx';
import { useSectionTexts } from '@/features/policies/policy-texts.ts';
import { isoDuration, usePolicyValues } from '@/features/policies/policy-values.ts';
import { PolicyPage } from '@/features/policies/PolicyPage.tsx';
import { BRAND_NAME } from '@/lib/brand-name.ts';
import { BROWSER_ENTRIES, COOKIE_CATEGORIES, entriesIn } from '@/lib/cookie-registry.ts';
import { useDurationText } from '@/lib/duration.ts';

export function CookiePage() {
  const { t } = useTranslation('policy-cookies');
  const texts = useSectionTexts('policy-cookies');
  const more: Record<string, ReactNode> = {
    list: <EntryList />,
    choices: <ConsentSettings />,
    payment: <ProviderEntries />,
  };
  const lead = t('lead', { brand: BRAND_NAME });
  return (
    <PolicyPage
      policy="cookies"
      lead={lead}
      sections={COOKIE_SECTIONS.map((id) => ({ id, ...texts(id), more: more[id] }))}
    />
  );
}

/** The registry for readers: by category, each entry with its purpose and lifetime. */
function EntryList() {
  const { t } = useTranslation('policy-cookies');
  const { t: consent } = useTranslation('consent');
  const duration = useDurationText();
  const values = usePolicyValues();
  const kept = ({ id, kind, maxAge }: (typeof BROWSER_ENTRIES)[number]) =>
    id === 'consent'
      ? t('kept.consent', values)
      : maxAge === null
        ? t(`kept.${kind as 'local' | 'session'}`)
        : duration(isoDuration(maxAge));
  return COOKIE_CATEGORIES.map((category) => {
    const entries = BROWSER_ENTRIES.filter((entry) => entriesIn(category).includes(entry));
    return (
      <div key={category} className="mt-6 first:mt-0">
        <h3 className="heading-section">{consent(`category.${category}.name`)}</h3>
        {entries.length === 0 ? (
          <p className="mt-1 text-muted-foreground">{t('none')}</p>
        ) : (
          <FactsTable
            label={consent(`category.${category}.name`)}
            columns={[t('column.name'), t('column.purpose'), t('column.party'), t('column.kept')]}
            widths={['26%', '40%', '12%', '22%']}
            rows={entries.map((entry) => ({
              id: entry.id,
              cells: [
                <span key="name">
                  <bdi dir="ltr" className="font-mono text-sm break-all">
                    {entry.name.replace(/^\*/u, '…')}
                  </bdi>
                  <span className="block text-xs font-normal text-muted-foreground">{t(`kind.${entry.kind}`)}</span>
                </span>,
                t(`purpose.${entry.id}`),
                BRAND_NAME,
                kept(entry),
              ],
            }))}
          />
        )}
      </div>
    );
  });
}

/** What the payment provider sets on its own pages, never here. */
function ProviderEntries() {
  const { t } = useTranslation('policy-cookies');
  return (
    <FactsTable
      label={t('section.payment.title')}
      columns={[t('column.name'), t('column.purpose'), t('column.party'), t('column.kept')]}
      widths={['26%', '40%', '12%', '22%']}
      rows={[
        {
          id: 'stripe',
          cells: [t('provider.name'), t('provider.purpose', { brand: BRAND_NAME }), 'Stripe', t('kept.provider')],
        },
      ]}
    />
  );
}
