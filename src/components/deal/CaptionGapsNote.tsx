import { useTranslation } from 'react-i18next';
import type { CaptionGaps } from '../../../server/features/content/rules.ts';
import { Alert } from '@/ui/alert.tsx';

/** Lists what a caption lacks; nothing if it is complete. `label`: the disclosure label of the contract. */
export function CaptionGapsNote({ gaps, label, className }: { gaps: CaptionGaps; label: string; className?: string }) {
  const { t } = useTranslation('brief');
  if (!gaps.empty && !gaps.label) return null;
  return (
    <Alert tone="caution" title={gaps.empty ? t('gap.empty') : undefined} className={className}>
      {gaps.label ? (
        <>
          {t('gap.label')}{' '}
          <bdi dir="auto" className="font-semibold">
            {label}
          </bdi>
        </>
      ) : null}
    </Alert>
  );
}
