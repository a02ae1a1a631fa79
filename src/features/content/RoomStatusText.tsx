import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { RoomStatus } from '@/features/content/room-status.ts';

/** What is disputed, divided or proposed to be cancelled goes on on the page of the deal. */
export function RoomStatusText({ status, contractId }: { status: RoomStatus; contractId: string }) {
  const { t } = useTranslation('content');
  return (
    <p role="status" className="text-sm">
      {t(`roomStatus.${status}`)}{' '}
      <Link to="/smart-contracts/$contractId" params={{ contractId }} className="link">
        {t('roomStatus.open')}
      </Link>
    </p>
  );
}
