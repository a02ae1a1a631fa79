import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { DateText } from '@/components/time/DateText.tsx';
import { Rich } from '@/components/text/Rich.tsx';
import { orgChoice } from '@/lib/org-choice.ts';
import { api } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';

/** On the page of an offer or a deal: what an agency prepared there and its creator has not confirmed yet. */
export function RequestNotice({ subjectIds }: { subjectIds: readonly string[] }) {
  const { t } = useTranslation('representation');
  const { data } = useQuery(api.representations.requests.queryOptions({ state: 'open' }));
  const requests = data?.filter(({ subjectId }) => subjectIds.includes(subjectId)) ?? [];
  const acting = orgChoice().actingFor !== null;
  return requests.map((request) => (
    <Alert
      key={request.id}
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
  ));
}
