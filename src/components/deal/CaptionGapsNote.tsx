import { useTranslation } from 'react-i18next';
import type { CaptionGaps } from '../../../server/features/content/rules.ts';
import { Alert } from '@/ui/alert.tsx';

/** What a caption lacks, in one note; nothing where nothing is missing. `label`: the disclosure label of the contract. */
export function CaptionGapsNote({ gaps, label, className }: { gaps: CaptionGaps; label: string; className?: string }) {
  const { t } = useTranslation('content');
  if (!gaps.empty && !gaps.label) return null;
  return (
    <Alert tone="doubt" title={gaps.empty ? t('gap.empty') : undefined} className={className}>
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
