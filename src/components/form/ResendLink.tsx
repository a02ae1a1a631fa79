import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNow } from '@/components/time/use-now.ts';
import { Button } from '@/ui/button.tsx';

export interface ResendLinkProps {
  label: string;
  /** Server time in ms before which no other code is sent; null if it is not known. */
  resendAt: number | null;
  pending: boolean;
  onResend: () => void;
}

/** Requests another code, or shows how long the user has to wait. */
export function ResendLink({ label, resendAt, pending, onResend }: ResendLinkProps) {
  const button = (
    <Button variant="link" pending={pending} onClick={onResend} className="justify-self-center text-sm!">
      {label}
    </Button>
  );
  // A component per wait: `useNow` of a stopped one would begin with an old time.
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
