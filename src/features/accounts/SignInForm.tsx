import { Link } from '@tanstack/react-router';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { LOCK_AFTER } from '../../../server/features/accounts/rules.ts';
import { PasswordField, TextField } from '@/components/form/fields.tsx';
import { useAppForm } from '@/components/form/use-app-form.ts';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { DEMO_PASSWORD, type Portal } from '@/features/accounts/demo-hints.ts';
import { resetSearch } from '@/features/accounts/portals.ts';
import { isInvalidCredentials, isLocked, useRefusalText } from '@/features/accounts/refusal-text.ts';
import { ResetOffer } from '@/features/accounts/ResetOffer.tsx';
import { signIn } from '@/lib/auth-calls.ts';
import { earlyTexts } from '@/lib/early-page.ts';
import { codeText } from '@/lib/error-text.ts';
import { lazyNamed } from '@/lib/lazy.ts';
import { clearLoginAttempts, countFailedLogin, useLoginAttempts } from '@/lib/login-attempts.ts';
import { toast } from '@/lib/toast.ts';
import { Button } from '@/ui/button.tsx';
import type { Credentials } from '@/features/accounts/checks.ts';
import { useCall } from '@/lib/use-call.ts';

const PasskeySignIn = lazyNamed(() => import('@/components/security/PasskeySignIn.tsx'), 'PasskeySignIn');
// Beside the form, only in the demo.
const DemoHints = lazyNamed(() => import('@/features/accounts/DemoHints.tsx'), 'DemoHints');
const SecondFactorStep = lazyNamed(() => import('@/components/security/SecondFactorStep.tsx'), 'SecondFactorStep');

/** The typed address, shared by the tabs. */
export interface KeptAddress {
  address: string;
  keepAddress: (address: string) => void;
}

export interface SignInFormProps extends KeptAddress {
  portal: Portal;
  /** The address inside the app to open afterwards; kept during a password reset. */
  next: string | undefined;
  onSignedIn: () => void;
}

export function SignInForm({ portal, next, address, keepAddress, onSignedIn }: SignInFormProps) {
  const { t } = useTranslation('accounts');
  const explain = useRefusalText();
  const form = useAppForm({
    schema: () => import('@/features/accounts/checks.ts').then((checks) => checks.credentials),
    defaultValues: useState(() => ({ email: address, password: '', ...earlyTexts('email', 'password') }))[0],
  });
  const email = useWatch({ control: form.control, name: 'email' }).trim();
  useEffect(() => keepAddress(email), [keepAddress, email]);
  const failures = useLoginAttempts();
  // The server counts by account, this browser for itself: the smaller remainder is shown.
  const [counted, setCounted] = useState<{ email: string; remaining: number } | null>(null);
  const remaining = Math.min(
    LOCK_AFTER - failures,
    counted?.email === email.toLowerCase() ? counted.remaining : LOCK_AFTER,
  );
  const locked = remaining <= 0;
  const [secondStep, setSecondStep] = useState(false);
  const sendReset = useRef<HTMLButtonElement>(null);

  const attempt = useCall({
    call: (values: Credentials) => signIn(values, portal === 'admin' ? 'admin' : undefined),
    onSuccess: (outcome) => {
      clearLoginAttempts();
      if (outcome === 'second-factor') setSecondStep(true);
      else onSignedIn();
    },
    onError: (error, { email: tried }) => {
      if (isInvalidCredentials(error)) {
        const left = Math.min(countFailedLogin(), error.attemptsRemaining ?? LOCK_AFTER);
        refuse(tried, left);
      } else if (isLocked(error)) {
        refuse(tried, 0);
      } else {
        void toast('error', explain(error), { about: 'sign-in' });
      }
    },
  });

  function refuse(tried: string, left: number): void {
    setCounted({ email: tried.toLowerCase(), remaining: left });
    void toast('error', left > 0 ? t('signIn.remaining', { count: left }) : codeText('auth.locked'), {
      about: 'sign-in',
    });
    if (left > 0) form.setFocus('password', { shouldSelect: true });
    else requestAnimationFrame(() => sendReset.current?.focus());
  }

  if (secondStep) {
    return (
      <Suspense fallback={<PendingSkeleton as="panel" rows={2} />}>
        <SecondFactorStep
          portal={portal === 'admin' ? 'admin' : 'members'}
          onSignedIn={onSignedIn}
          onBack={() => {
            setSecondStep(false);
            form.resetField('password');
          }}
        />
      </Suspense>
    );
  }
  return (
    <>
      <form
        noValidate
        method="post"
        className="grid gap-4"
        aria-busy={attempt.isPending || undefined}
        onSubmit={(event) => void form.handleSubmit((values) => attempt.mutate(values))(event)}
      >
        <ResetOffer
          portal={portal}
          next={next}
          email={email}
          remaining={remaining}
          buttonRef={sendReset}
          onNoEmail={() => form.setFocus('email')}
          onSent={() => setCounted(null)}
        />
        <TextField control={form.control} name="email" type="email" label={t('form.email')} autoComplete="username" />
        <PasswordField
          control={form.control}
          name="password"
          label={t('form.password')}
          autoComplete="current-password"
          disabled={locked}
        />
        <Button
          type="submit"
          variant="ink"
          size="large"
          pending={attempt.isPending || form.formState.isSubmitting}
          aria-disabled={locked || undefined}
          className="w-full"
        >
          {t('portal.signIn')}
        </Button>
        <Suspense fallback={<span className="h-11" />}>
          <PasskeySignIn portal={portal === 'admin' ? 'admin' : 'members'} onSignedIn={onSignedIn} />
        </Suspense>
        <p className="text-center text-sm text-muted-foreground">
          {t('form.forgotten')}{' '}
          <Link to="/reset-password" search={resetSearch(portal, email, next)} className="text-foreground link">
            {t('form.reset')}
          </Link>
        </p>
      </form>
      <Suspense fallback={null}>
        <DemoHints
          portal={portal}
          onPick={(picked) => {
            form.setValue('email', picked);
            form.setValue('password', DEMO_PASSWORD);
            form.clearErrors();
          }}
        />
      </Suspense>
    </>
  );
}
