import { Suspense, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FundTogetherDialogProps } from '@/components/deal/FundTogetherDialog.tsx';
import { loadTexts } from '@/lib/i18n.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { Button, type ButtonProps } from '@/ui/button.tsx';

const load = async () =>
  (await Promise.all([import('@/components/deal/FundTogetherDialog.tsx'), loadTexts('payments', 'terms')]))[0];
const FundTogetherDialog = lazyNamed(load, 'FundTogetherDialog');

export interface FundSeveralButtonProps extends Pick<FundTogetherDialogProps, 'contractIds' | 'start'> {
  variant?: ButtonProps['variant'];
  disabled?: boolean;
  /** "Fund several at once" when left out. */
  children?: ReactNode;
}

/** Opens the choice of milestones that are paid together. */
export function FundSeveralButton({
  variant = 'quiet',
  disabled = false,
  children,
  ...dialog
}: FundSeveralButtonProps) {
  const { t } = useTranslation('money');
  const [open, setOpen] = useState(false);
  const [reached, setReached] = useState(false);
  return (
    <>
      <Button
        variant={variant}
        aria-disabled={disabled || undefined}
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
        onClick={() => {
          if (disabled) return;
          setReached(true);
          setOpen(true);
        }}
      >
        {children ?? t('fund.several')}
      </Button>
      {reached ? (
        <Suspense fallback={null}>
          <FundTogetherDialog {...dialog} open={open} onOpenChange={setOpen} />
        </Suspense>
      ) : null}
    </>
  );
}
