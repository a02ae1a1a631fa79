import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { CodeField } from '@/components/form/CodeField.tsx';
import { useAppForm } from '@/components/form/use-app-form.ts';
import { useSecondFactorText } from '@/components/security/SecondFactorForm.tsx';
import { PasswordForm } from '@/features/security/PasswordForm.tsx';
import { RecoveryCodes } from '@/features/security/RecoveryCodes.tsx';
import { withStepUp } from '@/features/security/with-step-up.ts';
import { callAuth } from '@/lib/auth-calls.ts';
import { api, trpcClient } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';

interface Enabled {
  totpURI: string;
  backupCodes: string[];
}

/** Password, QR code, first code, recovery codes: the whole set-up of an authenticator in one dialog. */
export function SetUpDialog({ email, onClose }: { email: string; onClose: (enabled: boolean) => void }) {
  const { t } = useTranslation('security');
  const { t: common } = useTranslation();
  const begin = useMutation({
    mutationFn: async (password: string) => {
      // Where the password is the only factor, entering it here is the proof too.
      const { methods } = await trpcClient.security.proofOptions.query();
      if (methods.includes('password')) await trpcClient.security.prove.mutate({ method: 'password', password });
      return withStepUp(() => callAuth<Enabled>('/two-factor/enable', { password }));
    },
  });
  const confirm = useMutation({
    mutationFn: (code: string) => callAuth('/two-factor/verify-totp', { code }),
    onSuccess: () => api.security.invalidate(),
  });
  const step = confirm.isSuccess ? 'codes' : begin.data ? 'scan' : 'password';
  return (
    <Dialog
      open
      locked={confirm.isSuccess}
      pending={begin.isPending || confirm.isPending}
      onOpenChange={(open) => (open ? undefined : onClose(confirm.isSuccess))}
      title={t(`setUp.${step}.title`)}
      description={t(`setUp.${step}.text`)}
      closeLabel={common('action.close')}
    >
      {step === 'password' || !begin.data ? (
        <PasswordForm
          submitLabel={t('setUp.password.next')}
          error={begin.error}
          pending={begin.isPending}
          onPassword={(password) => begin.mutate(password)}
          onCancel={() => onClose(false)}
        />
      ) : step === 'scan' ? (
        <Scan
          uri={begin.data.totpURI}
          error={confirm.error}
          pending={confirm.isPending}
          onCode={(code) => confirm.mutateAsync(code)}
          onCancel={() => onClose(false)}
        />
      ) : (
        <RecoveryCodes email={email} codes={begin.data.backupCodes} onKept={() => onClose(true)} />
      )}
    </Dialog>
  );
}

interface ScanProps {
  uri: string;
  error: unknown;
  pending: boolean;
  onCode: (code: string) => Promise<unknown>;
  onCancel: () => void;
}

function Scan({ uri, error, pending, onCode, onCancel }: ScanProps) {
  const { t } = useTranslation('security');
  const { t: common } = useTranslation();
  const explain = useSecondFactorText();
  const form = useAppForm({
    schema: () => import('@/features/security/checks.ts').then((checks) => checks.code),
    defaultValues: { code: '' },
  });
  const submit = form.handleSubmit(({ code }) =>
    onCode(code).catch(() => form.setFocus('code', { shouldSelect: true })),
  );
  const secret = new URL(uri).searchParams.get('secret') ?? '';
  return (
    <form noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
      <div className="flex flex-wrap items-center gap-4">
        <QrCode text={uri} label={t('setUp.scan.qr')} />
        <div className="min-w-0 grow basis-40 text-sm">
          <p className="text-muted-foreground">{t('setUp.scan.secret')}</p>
          <p dir="ltr" className="figures mt-1 font-semibold break-words select-all rtl:text-end">
            {secret.replace(/(.{4})(?=.)/gu, '$1 ')}
          </p>
        </div>
      </div>
      {error ? <Alert tone="problem">{explain(error)}</Alert> : null}
      <CodeField control={form.control} name="code" label={t('setUp.scan.code')} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="quiet" aria-disabled={pending || undefined} onClick={onCancel}>
          {common('action.cancel')}
        </Button>
        <Button type="submit" variant="ink" pending={pending}>
          {t('setUp.scan.next')}
        </Button>
      </div>
    </form>
  );
}

/** Black on white in both themes, which cameras read best. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data } = useQuery({
    queryKey: ['qr', text],
    queryFn: async () => (await import('qrcode')).toDataURL(text, { margin: 2, width: 336 }),
    gcTime: 0,
    staleTime: Infinity,
  });
  return data ? (
    <img src={data} alt={label} width={168} height={168} className="rounded-md border border-border bg-white" />
  ) : (
    <div className="size-[168px] rounded-md border border-border" />
  );
}
