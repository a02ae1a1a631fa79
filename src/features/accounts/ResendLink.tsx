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
  const { t } = useTranslation('accounts');
  const now = useNow(resendAt === null ? null : 1000);
  const seconds = resendAt === null ? 0 : Math.ceil((resendAt - now) / 1000);
  if (seconds > 0) {
    return (
      <p role="timer" className="figures text-center text-sm text-muted-foreground">
        {t('verify.resendIn', { seconds })}
      </p>
    );
  }
  return (
    <Button variant="link" pending={pending} onClick={onResend} className="justify-self-center text-sm">
      {label}
    </Button>
  );
}
