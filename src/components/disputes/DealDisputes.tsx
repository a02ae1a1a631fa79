import { Scale } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DealDto, MilestoneDto } from '../../../server/features/escrow/schema.ts';
import { isDisputable } from '../../../server/features/escrow/settlement/rules.ts';
import { DisputeRoom } from '@/components/disputes/DisputeRoom.tsx';
import { OpenDispute } from '@/components/disputes/OpenDispute.tsx';
import { usePermitted } from '@/lib/permitted.ts';
import { Button } from '@/ui/button.tsx';

/** The disputes of a deal, open and settled ones, and the way to open one about money that is held. */
export function DealDisputes({ deal }: { deal: DealDto }) {
  const { t } = useTranslation('disputes');
  const may = usePermitted('escrow.cancel');
  const [about, setAbout] = useState<MilestoneDto | null>(null);
  const disputed = new Set(
    deal.timeline.flatMap((e) => (e.type === 'dispute_opened' && e.milestoneId ? [e.milestoneId] : [])),
  );
  const open = deal.milestones.filter(
    (m) => may === true && isDisputable(m.state) && !m.accepted && m.balances.held > 0,
  );
  return (
    <div className="grid gap-8">
      {deal.milestones
        .filter((m) => disputed.has(m.id))
        .map((m) => (
          <DisputeRoom key={m.id} milestoneId={m.id} />
        ))}
      {open.map((m) => (
        <div key={m.id}>
          <Button variant="quiet" onClick={() => setAbout(m)}>
            <Scale aria-hidden />
            {t('open.button')}
            {open.length > 1 ? (
              <>
                {': '}
                <bdi>{m.title}</bdi>
              </>
            ) : null}
          </Button>
        </div>
      ))}
      {about ? <OpenDispute m={about} onClose={() => setAbout(null)} /> : null}
    </div>
  );
}
