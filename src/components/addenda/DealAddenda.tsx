import { useQuery } from '@tanstack/react-query';
import { FilePlus2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AddendaDto } from '../../../server/features/addenda/schema.ts';
import type { DealDto } from '../../../server/features/escrow/schema.ts';
import { AddendumPanel } from '@/components/addenda/AddendumPanel.tsx';
import { ProposeAddendum } from '@/components/addenda/ProposeAddendum.tsx';
import { RefusableButton } from '@/components/deal/RefusableButton.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { api } from '@/lib/trpc.ts';

/** The addenda of a deal: the open one with what it does, then those that are over; and the way to propose one. */
export function DealAddenda({ deal }: { deal: DealDto }) {
  const { t } = useTranslation('addenda');
  const query = useQuery(api.addenda.ofDeal.queryOptions({ contractId: deal.contractId }));
  if (query.isPending) return <PendingSkeleton as="panel" rows={3} />;
  if (query.isError && !query.data)
    return <ErrorState error={query.error} title={t('panel.failed')} onRetry={() => void query.refetch()} />;
  return <Loaded deal={deal} addenda={query.data} />;
}

function Loaded({ deal, addenda }: { deal: DealDto; addenda: AddendaDto }) {
  const { t } = useTranslation('addenda');
  const [proposing, setProposing] = useState(false);
  const open = addenda.addenda.some((a) => a.endedAt === null);
  return (
    <section aria-labelledby="addenda" className="grid gap-4">
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h2 id="addenda" className="heading-section">
          {t('panel.title')}
        </h2>
        {open || deal.state !== 'active' ? null : (
          <span className="grid gap-1">
            <RefusableButton
              variant="outline"
              size="small"
              can={addenda.can.propose}
              onClick={() => setProposing(true)}
            >
              <FilePlus2 aria-hidden />
              {t('propose.action')}
            </RefusableButton>
          </span>
        )}
      </div>
      {addenda.addenda.map((addendum) => (
        <AddendumPanel key={addendum.id} addendum={addendum} addenda={addenda} deal={deal} />
      ))}
      {proposing ? <ProposeAddendum addenda={addenda} onClose={() => setProposing(false)} /> : null}
    </section>
  );
}
