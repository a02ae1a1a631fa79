import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Standing } from '@/features/content/standing.ts';

/** What is disputed, divided or proposed to be cancelled goes on on the page of the deal. */
export function StandingText({ standing, contractId }: { standing: Standing; contractId: string }) {
  const { t } = useTranslation('content');
  return (
    <p role="status" className="text-sm">
      {t(`standing.${standing}`)}{' '}
      <Link to="/smart-contracts/$contractId" params={{ contractId }} className="link">
        {t('standing.open')}
      </Link>
    </p>
  );
}
