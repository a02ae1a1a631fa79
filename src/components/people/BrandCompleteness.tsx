import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Completeness, CompletenessPart } from '../../../server/features/brands/rules.ts';
import { useFormat } from '@/lib/format.ts';
import { Progress } from '@/ui/progress.tsx';

const PLACE: Readonly<Record<CompletenessPart, string>> = {
  description: 'profile',
  website: 'profile',
  niches: 'profile',
  logo: 'kit',
  covers: 'kit',
  verified: 'verification',
  targets: 'targets',
  locations: 'locations',
  claims: 'claims',
};

/** How complete a brand profile is, and what each missing part changes. */
export function BrandCompleteness({ completeness, shown }: { completeness: Completeness; shown: number }) {
  const { t } = useTranslation('brands');
  const format = useFormat();
  const { percent, missing } = completeness;
  const label = t('complete.title', { percent: format.percent(percent * 100) });
  return (
    <section aria-labelledby="complete-title" data-slot="completeness" className="grid gap-2">
      <h2 id="complete-title" className="heading-section">
        {label}
      </h2>
      <Progress value={percent} label={label} />
      {missing.length === 0 ? (
        <p className="text-sm text-muted-foreground">{t('complete.all')}</p>
      ) : (
        <ul className="grid gap-1.5 text-sm">
          {missing.slice(0, shown).map((part) => (
            <li key={part}>
              <Link to="/brand" hash={PLACE[part]} className="link">
                {t(`complete.${part}.add`)}
              </Link>
              <span className="block text-muted-foreground">{t(`complete.${part}.effect`)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
