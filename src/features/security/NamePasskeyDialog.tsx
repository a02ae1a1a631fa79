import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { deviceOf } from '../../../server/features/security/rules.ts';
import type { PasskeyDto } from '../../../server/features/security/schema.ts';
import { TextField } from '@/components/form/fields.tsx';
import { useAppForm } from '@/components/form/use-app-form.ts';
import { useSecondFactorText } from '@/components/security/SecondFactorForm.tsx';
import { withStepUp } from '@/features/security/with-step-up.ts';
import { AuthRefusal, callAuth } from '@/lib/auth-calls.ts';
import { wasCancelled } from '@/lib/passkey-support.ts';
import { addPasskey, isDuplicate } from '@/lib/passkeys.ts';
import { toast } from '@/lib/toast.ts';
import { api } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';

function usePasskeyText(): (error: unknown) => string {
  const { t } = useTranslation('security');
  const explain = useSecondFactorText();
  return (error) =>
    isDuplicate(error)
      ? t('passkeys.duplicate')
      : wasCancelled(error)
        ? t('passkeys.cancelled')
        : error instanceof AuthRefusal && error.code?.startsWith('auth.')
          ? explain(error)
          : t('passkeys.failed');
}

/** Adds a passkey under a name, or renames one. */
export function NamePasskeyDialog({ passkey, onClose }: { passkey: PasskeyDto | null; onClose: () => void }) {
  const { t } = useTranslation('security');
  const { t: common } = useTranslation();
  const explain = usePasskeyText();
  const { browser, system } = deviceOf(navigator.userAgent);
  const form = useAppForm({
    schema: () => import('@/features/security/checks.ts').then((checks) => checks.passkeyName),
    defaultValues: { name: passkey ? passkey.name : [system, browser].filter(Boolean).join(' · ') },
  });
  const save = useMutation({
    mutationFn: ({ name }: { name: string }) =>
      passkey ? callAuth('/passkey/update-passkey', { id: passkey.id, name }) : withStepUp(() => addPasskey(name)),
    onSuccess: () => {
      void api.security.invalidate();
      if (!passkey) void toast('success', t('passkeys.done'));
      onClose();
    },
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={t(passkey ? 'passkeys.renameTitle' : 'passkeys.addTitle')}
      description={passkey ? undefined : t('passkeys.addText')}
      closeLabel={common('action.close')}
    >
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => void form.handleSubmit((values) => save.mutate(values))(event)}
      >
        {save.error ? <Alert tone={wasCancelled(save.error) ? 'note' : 'problem'}>{explain(save.error)}</Alert> : null}
        <TextField control={form.control} name="name" label={t('passkeys.name')} maxLength={60} autoComplete="off" />
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="quiet" onClick={onClose}>
            {common('action.cancel')}
          </Button>
          <Button type="submit" variant="ink" pending={save.isPending}>
            {passkey ? common('action.save') : t('passkeys.add')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
