import { Ban, Check, CircleAlert, Hourglass, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { actLabel } from '../../../server/features/representations/rules.ts';
import type { ActDto, ActOutcome } from '../../../server/features/representations/schema.ts';
import { EmptyState } from '@/components/states/EmptyState.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { usePages } from '@/components/table/use-pages.ts';
import { DateText } from '@/components/time/DateText.tsx';
import { MoreButton } from '@/components/table/MoreButton.tsx';
import { api } from '@/lib/trpc.ts';

const PAGE = 20;
const ICONS: Record<ActOutcome, LucideIcon> = {
  started: CircleAlert,
  done: Check,
  asked: Hourglass,
  refused: Ban,
  failed: CircleAlert,
};

/** Every act of an agency in the name of a creator, the newest first; both sides see the same lines. */
export function ActList() {
  const { t } = useTranslation('representation');
  const { query, rows: items } = usePages((after) =>
    api.representations.acts.queryOptions({ limit: PAGE, ...(after ? { after } : {}) }),
  );
  if (query.isPending) return <PendingSkeleton rows={4} />;
  if (query.isError && !query.data)
    return <ErrorState error={query.error} title={t('acts.failed')} onRetry={() => void query.refetch()} />;
  if (items.length === 0) return <EmptyState title={t('acts.none')}>{t('acts.noneText')}</EmptyState>;
  return (
    <>
      <ul>
        {items.map((act) => (
          <ActRow key={act.id} act={act} />
        ))}
      </ul>
      <MoreButton query={query} className="mt-3" />
    </>
  );
}

function ActRow({ act }: { act: ActDto }) {
  const { t } = useTranslation('representation');
  const Icon = ICONS[act.outcome];
  return (
    <li className="grid gap-x-4 gap-y-0.5 border-b border-border py-2.5 last:border-b-0 md:grid-cols-[150px_minmax(0,1fr)_auto] md:items-baseline">
      <span className="text-sm text-muted-foreground">
        <DateText value={act.at} />
      </span>
      <span className="min-w-0">
        <span className="font-semibold">{t('acts.who', { name: act.agentName, creator: act.creator.name })}</span>
        {' · '}
        {t(`act.${actLabel(act.act)}`)}
        {act.scope ? <span className="text-sm text-muted-foreground"> · {t(`name.${act.scope}`)}</span> : null}
      </span>
      <span className="flex items-center gap-1.5 text-sm">
        <Icon aria-hidden className="size-3.5" />
        {t(`outcome.${act.outcome}`)}
      </span>
    </li>
  );
}
