import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '@/components/time/use-now.ts';
import { Button } from '@/ui/button.tsx';

export interface ResendLinkProps {
  label: string;
  /** Server time in ms before which no other code is sent; null while nothing is known. */
  resendAt: number | null;
  pending: boolean;
  onResend: () => void;
}

/** Asks for another code, or says how long that has to wait. */
export function ResendLink({ label, resendAt, pending, onResend }: ResendLinkProps) {
  const button = (
    <Button variant="link" pending={pending} onClick={onResend} className="justify-self-center text-sm">
      {label}
    </Button>
  );
  // Each wait has a clock of its own: one that slept until now would begin with the time it fell asleep at.
  return resendAt === null ? button : <Wait key={resendAt} until={resendAt} after={button} />;
}

function Wait({ until, after }: { until: number; after: ReactNode }) {
  const { t } = useTranslation('accounts');
  const seconds = Math.ceil((until - useNow((now) => (now < until ? 1000 : null))) / 1000);
  if (seconds <= 0) return after;
  return (
    <p role="timer" className="figures text-center text-sm text-muted-foreground">
      {t('verify.resendIn', { seconds })}
    </p>
  );
}
