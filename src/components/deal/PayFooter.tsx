import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/ui/button.tsx';

export interface PayFooterProps {
  pending: boolean;
  /** Whether there is a quote to pay. */
  ready: boolean;
  onCancel: () => void;
  onPay: () => void;
  /** Of the button that pays. */
  children: ReactNode;
}

export function PayFooter({ pending, ready, onCancel, onPay, children }: PayFooterProps) {
  const { t } = useTranslation();
  return (
    <>
      <Button aria-disabled={pending || undefined} onClick={onCancel}>
        {t('action.cancel')}
      </Button>
      <Button variant="money" pending={pending} aria-disabled={!ready || undefined} onClick={onPay}>
        {children}
      </Button>
    </>
  );
}
