import { Link } from '@tanstack/react-router';
import { type Ref, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LOCK_AFTER } from '../../../server/features/accounts/rules.ts';
import type { Portal } from '@/features/accounts/demo-hints.ts';
import { resetSearch } from '@/features/accounts/portals.ts';
import { codeOf, reasonOf } from '@/features/accounts/public-refusal.ts';
import { codeText, useErrorText } from '@/lib/error-text.ts';
import { clearLoginAttempts } from '@/lib/login-attempts.ts';
import { publicCall } from '@/lib/public-calls.ts';
import { toast } from '@/lib/toast.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
import { useCall } from '@/lib/use-call.ts';

export interface ResetOfferProps {
  portal: Portal;
  next: string | undefined;
  email: string;
  /** Tries left; at zero the form is locked. */
  remaining: number;
  buttonRef: Ref<HTMLButtonElement>;
  onNoEmail: () => void;
  onSent: () => void;
}

/**
 * After a refused sign-in: the number of tries left and a link to a new password. The toast has announced the refusal.
 */
export function ResetOffer({ portal, next, email, remaining, buttonRef, onNoEmail, onSent }: ResetOfferProps) {
  const { t } = useTranslation('accounts');
  const { t: common } = useTranslation();
  useErrorText();
  const [requestedFor, setRequestedFor] = useState<string | null>(null);
  const request = useCall({
    call: (address: string) => publicCall('request-reset', { email: address }),
    onSuccess: (_, address) => {
      setRequestedFor(address);
      clearLoginAttempts();
      onSent();
      void toast('info', t('signIn.resetSent'), { about: 'sign-in' });
    },
    onError: (error, address) => {
      // One mail a minute: an earlier one is being delivered, and the answer does not reveal whether the account
      // exists.
      if (codeOf(error) === 'auth.code_wait') {
        setRequestedFor(address);
        void toast('info', t('signIn.resetSent'), { about: 'sign-in' });
      } else {
        void toast('error', reasonOf(error) ?? common('error.unexpected'), { about: 'sign-in' });
      }
    },
  });

  function send(): void {
    if (email === '') {
      void toast('error', t('signIn.emailFirst'), { about: 'sign-in' });
      onNoEmail();
    } else {
      request.mutate(email);
    }
  }

  return (
    <>
      {remaining < LOCK_AFTER ? (
        <Alert role="note" tone="problem">
          <p>{remaining > 0 ? t('signIn.remaining', { count: remaining }) : codeText('auth.locked')}</p>
          <Button
            ref={buttonRef}
            variant="outline"
            pending={request.isPending}
            onClick={send}
            className="mt-2 text-foreground!"
          >
            {t('signIn.sendReset')}
          </Button>
        </Alert>
      ) : null}
      {requestedFor === null ? null : (
        <Alert role="note">
          <p>{t('signIn.resetSent')}</p>
          <Link
            to="/reset-password"
            search={resetSearch(portal, requestedFor, next)}
            className="mt-1 inline-block font-semibold link"
          >
            {t('signIn.haveCode')}
          </Link>
        </Alert>
      )}
    </>
  );
}
