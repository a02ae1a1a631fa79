import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isOver, PHASE_OF } from '../../../server/features/disputes/rules.ts';
import type { DisputeDto } from '../../../server/features/disputes/schema.ts';
import { DateText } from '@/components/time/DateText.tsx';
import { useNow } from '@/components/time/use-now.ts';
import { Rich } from '@/components/text/Rich.tsx';
import { phaseStart } from '@/components/disputes/dispute-words.ts';
import { cn } from '@/lib/cn.ts';

/** The share of a time that has passed. */
const passed = (from: Date, to: Date, now: number): number =>
  Math.min(1, Math.max(0, (now - from.getTime()) / Math.max(1, to.getTime() - from.getTime())));

/** The phases in their order, each as long as it lasts, filled as far as it has passed. */
export function PhaseBar({ dispute }: { dispute: DisputeDto }) {
  const { t } = useTranslation('disputes');
  const { phases, state } = dispute;
  const now = useNow(() => (isOver(state) ? null : 60_000));
  const current = isOver(state) ? phases.length : phases.findIndex(({ phase }) => phase === PHASE_OF[state]);
  return (
    <ol aria-label={t('phases')} className="grid gap-x-1 gap-y-2 sm:flex">
      {phases.map((phase, i) => {
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
            <span aria-hidden className="block h-1 overflow-hidden rounded-full bg-border">
              <span
                className="block h-full bg-primary"
                style={{
                  inlineSize: `${(i < current ? 1 : isCurrent ? passed(phaseStart(dispute, now) ?? phase.startsAt, endsAt, now) : 0) * 100}%`,
                }}
              />
            </span>
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
