import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { RequestDto } from '../../../server/features/representations/schema.ts';
import { DateText } from '@/components/time/DateText.tsx';
import { Rich } from '@/components/text/Rich.tsx';
import { orgChoice } from '@/lib/org-choice.ts';
import { Alert } from '@/ui/alert.tsx';

/** What an agency prepared in a creator's name. */
export function RequestNotice({ request }: { request: RequestDto }) {
  const { t } = useTranslation('representation');
  const acting = orgChoice().actingFor !== null;
  return (
    <Alert
      className="mb-4"
      action={
        acting ? undefined : (
          <Link to="/profile" search={{ tab: 'representation' }} className="font-semibold link">
            {t('request.open')}
          </Link>
        )
      }
    >
      <Rich
        text={t(acting ? `waiting.${request.act}` : `asks.${request.act}`, {
          name: request.agentName,
          creator: request.creator.name,
        })}
        parts={{ date: <DateText value={request.createdAt} as="relative" /> }}
      />
    </Alert>
  );
}
