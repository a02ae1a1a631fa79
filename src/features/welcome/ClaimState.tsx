import { useTranslation } from 'react-i18next';
import { type Claim, openness, partBehind } from '@/features/welcome/claims.ts';

/** Beside the heading of a claim that does not hold today; nothing beside one that does. */
export function ComingSoon({ claim }: { claim: Claim }) {
  const { t } = useTranslation('landing');
  return openness(claim) === 'soon' ? (
    <span className="ms-2 inline-block rounded-xs border border-border-strong px-1.5 align-middle text-caption leading-5 font-medium tracking-normal [font-family:var(--type-text,inherit)] text-muted-foreground">
      {t('soon')}
    </span>
  ) : null;
}

/** Below a claim of which a part works: which one. */
export function WorksToday({ claim }: { claim: Claim }) {
  const { t } = useTranslation('landing');
  const part = partBehind(claim);
  return part ? <span className="mt-1.5 block text-foreground">{t(`today.${part}`)}</span> : null;
}
