import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Raise } from '../../../server/features/matching/schema.ts';
import { useFormat } from '@/lib/format.ts';
import { LANGUAGE_NAMES } from '@/lib/i18n.ts';

/** A change of the profile, and how much it raises the fit in how many campaigns. */
export function RaiseText({ raise }: { raise: Raise }) {
  const { t } = useTranslation('matching');
  const { t: nameOf } = useTranslation('niches');
  const { t: terms } = useTranslation('terms');
  const format = useFormat();
  const { kind, value } = raise;
  const name =
    value === null
      ? ''
      : kind === 'rate'
        ? terms(`format.${value as 'reel'}`)
        : kind === 'niche'
          ? nameOf(`name.${value as 'food'}`)
          : value in LANGUAGE_NAMES
            ? LANGUAGE_NAMES[value as keyof typeof LANGUAGE_NAMES]
            : value;
  return (
    <>
      <Link to="/creator-profile" className="font-semibold hover:underline">
        {t(`raise.${kind}`, { name })}
      </Link>
      <span className="block text-sm text-muted-foreground">
        {t(raise.isMost ? 'raise.most' : 'raise.gain', {
          value: format.number(raise.points, { maximumFractionDigits: 1 }),
          n: format.number(raise.campaigns),
        })}
      </span>
    </>
  );
}
