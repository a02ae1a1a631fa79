import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { DISPUTE_PHASES, isOver, PHASE_OF } from '../../../server/features/disputes/rules.ts';
import type { DisputeDto } from '../../../server/features/disputes/schema.ts';
import { DateText } from '@/components/time/DateText.tsx';
import { Rich } from '@/components/text/Rich.tsx';
import { cn } from '@/lib/cn.ts';

/** The five phases in their order, each as long as it lasts. */
export function PhaseBar({ dispute }: { dispute: DisputeDto }) {
  const { t } = useTranslation('disputes');
  const current = isOver(dispute.state) ? DISPUTE_PHASES.length : DISPUTE_PHASES.indexOf(PHASE_OF[dispute.state]);
  return (
    <ol aria-label={t('phases')} className="grid gap-x-1 gap-y-2 sm:flex">
      {dispute.phases.map((phase, i) => {
        const isCurrent = i === current;
        const endsAt = isCurrent && dispute.phaseEndsAt ? dispute.phaseEndsAt : phase.endsAt;
        return (
          <li
            key={phase.phase}
            aria-current={isCurrent ? 'step' : undefined}
            className="min-w-0 text-sm sm:basis-0"
            style={{
              flexGrow: Math.max(1, Math.round((phase.endsAt.getTime() - phase.startsAt.getTime()) / 86_400_000)),
            }}
          >
            <span
              aria-hidden
              className={cn(
                'block h-1 rounded-full',
                i <= current ? 'bg-primary' : 'bg-border',
                isCurrent && 'opacity-60',
              )}
            />
            <span className={cn('mt-1 flex items-center gap-1.5', isCurrent && 'font-semibold')}>
              {i < current ? <Check aria-hidden className="size-3.5 shrink-0" /> : null}
              {t(`phase.${phase.phase}`)}
            </span>
            {i >= current ? (
              <span className="block text-xs text-muted-foreground">
                <Rich text={t('phaseBy')} parts={{ date: <DateText value={endsAt} /> }} />
              </span>
            ) : null}
          </li>
        );
      })}
    </ol>
  );
}
