import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import type { Subject } from '../../../server/features/visits/schema.ts';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { lazyNamed } from '@/lib/lazy.ts';
import { usePermitted } from '@/lib/permitted.ts';
import { useSessionFacts } from '@/lib/persona.ts';
import { api } from '@/lib/trpc.ts';
import { Button } from '@/ui/button.tsx';

const VisitPanel = lazyNamed(() => import('@/components/visits/VisitPanel.tsx'), 'VisitPanel');

/**
 * The visits of a deal, offer or ad, where its brand can offer times or has; most have none and load no panel. With a
 * label the panel is loaded by a button until there is a time.
 */
export function Visits({ subject, label }: { subject: Subject; label?: string }) {
  // The agency of a creator reads the deal; visits are a matter of both sides.
  const isSide = useSessionFacts().persona !== 'agency';
  const { data: found, errorUpdateCount } = useQuery({ ...api.visits.of.queryOptions(subject), enabled: isSide });
  const [offering, setOffering] = useState(false);
  // Who may not offer times sees them once there are some.
  const may = usePermitted('visit.edit') === true;
  const canOffer = may && found?.side === 'brand' && found.canOffer === true;
  if (label && canOffer && found.slots.length === 0 && !offering)
    return (
      <div className="-ms-2.25">
        <Button variant="quiet" onClick={() => setOffering(true)}>
          {label}
        </Button>
      </div>
    );
  // The panel asks again when it mounts: it stays meanwhile, else it would mount and ask without end.
  const failed = !found && errorUpdateCount > 0;
  const shown = failed || canOffer || (found && found.slots.length > 0);
  return shown ? (
    <Suspense fallback={<PendingSkeleton rows={2} />}>
      <VisitPanel subject={subject} offering={offering} />
    </Suspense>
  ) : null;
}
