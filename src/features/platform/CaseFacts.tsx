import { useTranslation } from 'react-i18next';
import type { CaseDto } from '../../../server/features/cases/schema.ts';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { factsOf, isNamed, type CaseFact, type CodedFact } from '@/features/platform/case-facts.ts';

/** What the code that opened a case noted about it. Ids and codes without words are the provider's own. */
export function CaseFacts({ row }: { row: Pick<CaseDto, 'details' | 'currency'> }) {
  const { t } = useTranslation('case-facts');
  const facts = factsOf(row);
  if (facts.length === 0) return null;
  return (
    <section>
      <h3 className="mb-1 font-semibold">{t('title')}</h3>
      <dl className="grid gap-x-4 gap-y-1 text-sm sm:cols-auto-1fr">
        {facts.map(({ key, value }) => (
          <div key={key} className="flex flex-wrap justify-between gap-x-4 sm:contents">
            <dt className="text-muted-foreground">{isNamed(key) ? t(`names.${key}`) : <bdi dir="ltr">{key}</bdi>}</dt>
            <dd className="min-w-0">
              <Value value={value} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Value({ value }: Pick<CaseFact, 'value'>) {
  const { t } = useTranslation('case-facts');
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
  if (typeof value === 'object') return 'of' in value ? <Code fact={value} /> : <MoneyText money={value} />;
  return (
    <bdi dir="ltr" className="break-words font-mono text-xs">
      {value}
    </bdi>
  );
}

function Code({ fact }: { fact: CodedFact }) {
  const { t } = useTranslation(['case-facts', 'terms', 'platform']);
  switch (fact.of) {
    case 'failed':
      return t(`failed.${fact.code}`);
    case 'leg':
      return t(`leg.${fact.code}`);
    case 'method':
      return t(`method.${fact.code}`);
    case 'network':
      return t(`terms:platform.${fact.code}`);
    case 'outcome':
      return t(`platform:case.outcomes.${fact.code}`);
  }
}
