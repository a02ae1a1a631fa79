import { useMutation, useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProofOptions } from '../../../server/features/security/schema.ts';
import { CodeField } from '@/components/form/CodeField.tsx';
import { PasswordField, TextField } from '@/components/form/fields.tsx';
import { useAppForm } from '@/components/form/use-app-form.ts';
import { DemoCode } from '@/components/security/DemoCode.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { appError } from '@/lib/app-error.ts';
import { useErrorText } from '@/lib/error-text.ts';
import { passkeySupport, wasCancelled } from '@/lib/passkey-support.ts';
import { useStaffRole } from '@/lib/permitted.ts';
import { presentPasskey } from '@/lib/passkeys.ts';
import type { RequestedProof } from '@/lib/step-up.ts';
import { api, type RouterInputs, trpc } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';

type Typed = 'password' | 'totp' | 'recovery_code';

/** Proves the user's identity; the interrupted action then continues with everything that was typed. */
export function StepUpDialog({ request }: { request: RequestedProof }) {
  const { t } = useTranslation('security');
  const { t: common } = useTranslation();
  const query = useQuery({ ...api.security.proofOptions.queryOptions(), staleTime: 0 });
  const reasons = {
    payout_account: t('prove.reason.payout_account'),
    payment_settings: t('prove.reason.payment_settings'),
    release: t('prove.reason.release'),
    signature: t('prove.reason.signature'),
    sign_in_settings: t('prove.reason.sign_in_settings'),
    account_deletion: t('prove.reason.account_deletion'),
    data_export: t('prove.reason.data_export'),
    staff_decision: t('prove.reason.staff_decision'),
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : request.answer(false))}
      title={t('prove.title')}
      description={
        request.subject in reasons
          ? reasons[request.subject as keyof typeof reasons]
          : t('prove.reason.sign_in_settings')
      }
      closeLabel={common('action.close')}
    >
      {query.isPending ? (
        <PendingSkeleton as="panel" rows={2} />
      ) : query.isError && !query.data ? (
        <ErrorState error={query.error} title={t('loadFailed')} onRetry={() => void query.refetch()} />
      ) : (
        <Proof
          methods={query.data.methods}
          onProved={() => request.answer(true)}
          onCancel={() => request.answer(false)}
        />
      )}
    </Dialog>
  );
}

function Proof({
  methods,
  onProved,
  onCancel,
}: {
  methods: ProofOptions['methods'];
  onProved: () => void;
  onCancel: () => void;
}) {
  const { t } = useTranslation('security');
  const { t: common } = useTranslation();
  const explain = useErrorText();
  const support = passkeySupport();
  const hasPasskey = methods.includes('passkey');
  const passkey = useMutation({ mutationFn: () => presentPasskey(), onSuccess: onProved });
  const [recovery, setRecovery] = useState(false);
  const isStaff = useStaffRole() !== null;
  const typed: Typed | null = methods.includes('password')
    ? 'password'
    : methods.includes('totp')
      ? recovery
        ? 'recovery_code'
        : 'totp'
      : null;
  return (
    <div className="grid gap-4">
      {passkey.error && !wasCancelled(passkey.error) ? <Alert tone="problem">{t('passkeys.failed')}</Alert> : null}
      {hasPasskey && support === 'ready' ? (
        <Button
          variant={typed ? 'outline' : 'ink'}
          pending={passkey.isPending}
          onClick={() => passkey.mutate()}
          className="w-full"
        >
          <KeyRound aria-hidden />
          {t('prove.passkey')}
        </Button>
      ) : null}
      {hasPasskey && support !== 'ready' && !typed ? (
        <Alert tone="note">
          {t(support === 'bare-ip' ? 'passkeys.bareIp' : 'passkeys.unsupported', { address: localAddress() })}
        </Alert>
      ) : null}
      {typed === 'totp' && isStaff ? <DemoCode /> : null}
      {typed ? (
        <TypedProof key={typed} method={typed} explain={explain} onProved={onProved} onCancel={onCancel} />
      ) : (
        <Button variant="quiet" onClick={onCancel}>
          {common('action.cancel')}
        </Button>
      )}
      {typed === 'totp' || typed === 'recovery_code' ? (
        <div>
          <Button variant="link" onClick={() => setRecovery(!recovery)}>
            {t(recovery ? 'step.useApp' : 'step.useRecovery')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

function TypedProof({
  method,
  explain,
  onProved,
  onCancel,
}: {
  method: Typed;
  explain: (error: unknown) => string;
  onProved: () => void;
  onCancel: () => void;
}) {
  const { t } = useTranslation('security');
  const { t: common } = useTranslation();
  const problemId = useId();
  const form = useAppForm({
    schema: () => import('@/components/security/checks.ts').then((checks) => checks.PROOFS[method]),
    defaultValues: { secret: '' },
  });
  const prove = trpc.security.prove.useMutation({
    onSuccess: onProved,
    onError: () => form.setFocus('secret', { shouldSelect: true }),
  });
  const wrongCode = method !== 'password' && appError(prove.error)?.code === 'auth.proof_wrong';
  const input = (secret: string): RouterInputs['security']['prove'] =>
    method === 'password' ? { method, password: secret } : { method, code: secret };
  return (
    // In the component tree the dialog may be inside another form; its submit must not bubble to that form.
    <form
      noValidate
      className="grid gap-4"
      aria-describedby={prove.error ? problemId : undefined}
      onSubmit={(event) => {
        event.stopPropagation();
        void form.handleSubmit(({ secret }) => prove.mutate(input(secret)))(event);
      }}
    >
      {prove.error ? (
        <Alert id={problemId} tone="problem">
          {wrongCode ? t(method === 'totp' ? 'step.wrong' : 'step.recoveryWrong') : explain(prove.error)}
        </Alert>
      ) : null}
      {method === 'password' ? (
        <PasswordField
          control={form.control}
          name="secret"
          label={t('prove.password')}
          autoComplete="current-password"
          autoFocus
        />
      ) : method === 'totp' ? (
        <CodeField control={form.control} name="secret" label={t('step.code')} autoFocus />
      ) : (
        <TextField
          control={form.control}
          name="secret"
          label={t('step.recovery')}
          autoComplete="off"
          maxLength={20}
          ltr
          autoFocus
        />
      )}
      <p className="text-xs text-muted-foreground">{t('prove.lasts')}</p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="quiet" onClick={onCancel}>
          {common('action.cancel')}
        </Button>
        <Button type="submit" variant="ink" pending={prove.isPending}>
          {t('prove.confirm')}
        </Button>
      </div>
    </form>
  );
}

/** The same page at the host name that passkeys need. */
const localAddress = (): string => window.location.origin.replace(/\/\/[^:/]+/u, '//localhost');
