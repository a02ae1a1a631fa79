import type { DealDto } from '../../../server/features/escrow/schema.ts';
import { beginsDispute } from '@/components/disputes/begins-dispute.ts';
import { DisputeRoom } from '@/components/disputes/DisputeRoom.tsx';

/** The disputes of a deal, open and settled ones. */
export function DealDisputes({ deal }: { deal: DealDto }) {
  const disputed = new Set(deal.timeline.flatMap((e) => (beginsDispute(e) && e.milestoneId ? [e.milestoneId] : [])));
  return (
    <div className="grid gap-8">
      {deal.milestones
        .filter((m) => disputed.has(m.id))
        .map((m) => (
          <DisputeRoom key={m.id} milestoneId={m.id} />
        ))}
    </div>
  );
}
