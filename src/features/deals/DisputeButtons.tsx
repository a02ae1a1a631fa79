import { Scale } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DealDto } from '../../../server/features/escrow/schema.ts';
import { loadTexts } from '@/lib/i18n.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { Button } from '@/ui/button.tsx';

const OpenDispute = lazyNamed(
  async () => (await Promise.all([import('@/components/disputes/OpenDispute.tsx'), loadTexts('disputes')]))[0],
  'OpenDispute',
);

/** The way to dispute money that is held; the dialog is loaded when it opens. */
export function DisputeButtons({ deal }: { deal: DealDto }) {
  const { t } = useTranslation('deals');
  const [about, setAbout] = useState<string | null>(null);
  const open = deal.milestones.filter((m) => m.can.dispute === true);
  const chosen = open.find((m) => m.id === about);
  return (
    <>
      {open.map((m) => (
        <Button key={m.id} variant="quiet" onClick={() => setAbout(m.id)}>
          <Scale aria-hidden />
          {t('action.dispute')}
          {deal.milestones.length > 1 ? (
            <>
              {': '}
              <bdi>{m.title}</bdi>
            </>
          ) : null}
        </Button>
      ))}
      {chosen ? (
        <Suspense fallback={null}>
          <OpenDispute deal={deal} m={chosen} onClose={() => setAbout(null)} />
        </Suspense>
      ) : null}
    </>
  );
}
