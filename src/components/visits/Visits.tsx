import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { Subject } from '../../../server/features/visits/schema.ts';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { lazyNamed } from '@/lib/lazy.ts';
import { api } from '@/lib/trpc.ts';

const VisitPanel = lazyNamed(() => import('@/components/visits/VisitPanel.tsx'), 'VisitPanel');

/** The visits of a deal, offer or ad, where its brand can offer times or has; most have none and load no panel. */
export function Visits({ subject }: { subject: Subject }) {
  const { data: found, isError } = useQuery(api.visits.of.queryOptions(subject));
  const shown = isError || (found && (found.slots.length > 0 || (found.side === 'brand' && found.canOffer === true)));
  return shown ? (
    <Suspense fallback={<PendingSkeleton rows={2} />}>
      <VisitPanel subject={subject} />
    </Suspense>
  ) : null;
}
