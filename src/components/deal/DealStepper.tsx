import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cn } from '@/lib/cn.ts';

export const DEAL_STEPS = ['offer', 'contract', 'funding', 'producing', 'review', 'live', 'done'] as const;
export type DealStep = (typeof DEAL_STEPS)[number];

export interface DealStepperProps {
  current: DealStep;
  /** Who acts next and until when, shown under the current step. */
  note?: React.ReactNode;
  className?: string;
}

/** Offer · Contract · Funding · Producing · Review · Live · Done. */
export function DealStepper({ current, note, className }: DealStepperProps) {
  const { t } = useTranslation();
  const at = DEAL_STEPS.indexOf(current);
  return (
    <div className={className}>
      {/* A list that scrolls on phones must be focusable. */}
      <ol
        aria-label={t('dealStep.label')}
        tabIndex={0}
        className="flex gap-[22px] overflow-x-auto border-b border-border text-sm"
      >
        {DEAL_STEPS.map((step, index) => {
          const done = index < at || current === 'done';
          return (
            <li
              key={step}
              aria-current={step === current ? 'step' : undefined}
              className={cn(
                'flex shrink-0 items-center gap-[7px] py-2.5 whitespace-nowrap',
                step === current
                  ? 'font-semibold text-foreground shadow-[inset_0_-2px_0_var(--foreground)]'
                  : 'text-muted-foreground',
              )}
            >
              {done ? <Check aria-hidden className="size-3.5" /> : null}
              {t(`dealStep.${step}`)}
              {done ? <span className="sr-only">{t('dealStep.finished')}</span> : null}
            </li>
          );
        })}
      </ol>
      {note ? <p className="mt-2 text-sm text-muted-foreground">{note}</p> : null}
    </div>
  );
}
