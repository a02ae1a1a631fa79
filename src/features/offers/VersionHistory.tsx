import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OfferVersionDto } from '../../../server/features/offers/schema.ts';
import { termsChanges } from '../../../server/features/offers/rules.ts';
import { MoneyText } from '@/components/money/MoneyText.tsx';
import { TermsDiff } from '@/components/terms/TermsDiff.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { cn } from '@/lib/cn.ts';

/** Every version, newest first; each opens to its changes. */
export function VersionHistory({ versions }: { versions: readonly OfferVersionDto[] }) {
  const { t } = useTranslation('offers');
  return (
    <section aria-labelledby="versions">
      <h2 id="versions" className="heading-section">
        {t('history.title')}
      </h2>
      <ol reversed className="mt-1">
        {versions
          .map((version, index) => <Version key={version.n} version={version} before={versions[index - 1]} />)
          .reverse()}
      </ol>
    </section>
  );
}

function Version({ version, before }: { version: OfferVersionDto; before: OfferVersionDto | undefined }) {
  const { t } = useTranslation('offers');
  const [open, setOpen] = useState(false);
  const id = useId();
  const total = version.terms.milestones.reduce((sum, { amount }) => sum + amount, 0);
  return (
    <li className="border-b border-border last:border-b-0">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="flex w-full items-start gap-2 py-2.5 text-start"
      >
        <span className="min-w-0 grow">
          <span className="block text-ui font-medium">
            {t('history.entry', { n: version.n, name: version.byName })}
          </span>
          <span className="block text-sm text-muted-foreground">
            <DateText value={version.at} /> · <MoneyText money={{ amount: total, currency: version.terms.currency }} />
          </span>
          {version.note ? (
            <span dir="auto" className="mt-1 block text-sm">
              {version.note}
            </span>
          ) : null}
        </span>
        <ChevronDown
          aria-hidden
          className={cn('mt-1 size-3.5 text-muted-foreground transition-transform', open && 'rotate-180')}
        />
      </button>
      <div id={id} hidden={!open} className="pb-3">
        {before ? (
          <TermsDiff
            changes={termsChanges(before.terms, version.terms)}
            before={before.terms}
            after={version.terms}
            stacked
          />
        ) : (
          <p className="text-sm text-muted-foreground">{t('history.first')}</p>
        )}
      </div>
    </li>
  );
}
