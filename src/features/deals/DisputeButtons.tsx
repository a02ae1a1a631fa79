import { Scale } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isTerminal } from '../../../server/features/escrow/milestone/rules.ts';
import type { DealDto, MilestoneDto } from '../../../server/features/escrow/schema.ts';
import { RefusableButton } from '@/components/deal/RefusableButton.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import { lazyNamed } from '@/lib/lazy.ts';

const OpenDispute = lazyNamed(
  async () => (await Promise.all([import('@/components/disputes/OpenDispute.tsx'), loadTexts('disputes')]))[0],
  'OpenDispute',
);

/** Refusals that are read where the button would be; after any other, there is nothing that anyone could dispute. */
const EXPLAINED: readonly MilestoneDto['can']['dispute'][] = [
  'dispute.withdrawn_before',
  'dispute.approved',
  'dispute.no_fault',
];

/** The way to dispute money that is held, or why it is closed; the dialog is loaded when it opens. */
export function DisputeButtons({ deal }: { deal: DealDto }) {
  const { t } = useTranslation('deals');
  const [about, setAbout] = useState<string | null>(null);
  const shown = deal.milestones.filter(
    ({ state, can }) => can.dispute === true || (EXPLAINED.includes(can.dispute) && !isTerminal(state)),
  );
  const chosen = shown.find((m) => m.id === about && m.can.dispute === true);
  return (
    <>
      {shown.map((m) => (
        <div key={m.id} className={m.can.dispute === true ? undefined : 'ms-2.25 mb-1.5 max-w-60ch'}>
          <RefusableButton variant="quiet" can={m.can.dispute} onClick={() => setAbout(m.id)}>
            <Scale aria-hidden />
            {t('action.dispute')}
            {deal.milestones.length > 1 ? (
              <>
                {': '}
                <bdi>{m.title}</bdi>
              </>
            ) : null}
          </RefusableButton>
        </div>
      ))}
      {chosen ? (
        <Suspense fallback={null}>
          <OpenDispute deal={deal} m={chosen} onClose={() => setAbout(null)} />
        </Suspense>
      ) : null}
    </>
  );
}
