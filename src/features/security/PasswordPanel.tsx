import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MIN_PASSWORD } from '../../../server/features/accounts/rules.ts';
import type { UserType } from '../../../server/features/accounts/schema.ts';
import { PasswordField } from '@/components/form/fields.tsx';
import { Form } from '@/components/form/Form.tsx';
import { useAppForm } from '@/components/form/use-app-form.ts';
import { PublicCallRefusal, publicCall } from '@/lib/public-calls.ts';
import { toast } from '@/lib/toast.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';

export interface PasswordPanelProps {
  email: string;
  /** The portal to open after the new password. */
  userType: UserType | 'admin' | null;
  /** False: the password can only be set by a mailed code. */
  hasPassword: boolean;
}

/** A new password with the current one, or without it by a code sent by mail. */
export function PasswordPanel({ email, userType, hasPassword }: PasswordPanelProps) {
  const { t } = useTranslation('security');
  const [step, setStep] = useState<'shown' | 'changing' | 'left'>('shown');
  if (!hasPassword) return <ByMail email={email} userType={userType} label={t('password.set')} />;
  return (
    <div className="grid max-w-[28rem] gap-6">
      {step === 'changing' ? (
        <ChangeForm
          min={userType === 'admin' ? MIN_PASSWORD.staff : MIN_PASSWORD.reset}
          onClose={() => setStep('left')}
        />
      ) : (
        <div>
          <Button autoFocus={step === 'left'} onClick={() => setStep('changing')}>
            {t('password.change')}
          </Button>
        </div>
      )}
      <div className="grid gap-3">
        <p className="text-sm text-muted-foreground">{t('password.forgot')}</p>
        <ByMail email={email} userType={userType} label={t('password.byMail')} />
      </div>
    </div>
  );
}

function ChangeForm({ min, onClose }: { min: 8 | 12; onClose: () => void }) {
  const { t } = useTranslation('security');
  const { t: common } = useTranslation();
  const form = useAppForm({
    schema: () => import('@/features/security/checks.ts').then((checks) => checks.newPassword(min)),
    defaultValues: { current: '', password: '' },
  });
  const change = trpc.security.changePassword.useMutation();
  const submit = async (input: { current: string; password: string }) => {
    const { ended } = await change.mutateAsync(input);
    onClose();
    void toast('success', t('password.done'), ended > 0 ? { description: t('sessions.ended', { count: ended }) } : {});
    await api.security.invalidate();
  };
  return (
    <Form form={form} guard={false} pending={change.isPending} submitError={change.error} onSubmit={submit}>
      <PasswordField
        control={form.control}
        name="current"
        label={t('password.current')}
        autoComplete="current-password"
        autoFocus
      />
      <PasswordField
        control={form.control}
        name="password"
        label={t('password.new')}
        hint={t('password.newHint', { min })}
        autoComplete="new-password"
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="ink" pending={change.isPending}>
          {t('password.change')}
        </Button>
        <Button variant="quiet" aria-disabled={change.isPending || undefined} onClick={onClose}>
          {common('action.cancel')}
        </Button>
      </div>
    </Form>
  );
}

function ByMail({ email, userType, label }: Pick<PasswordPanelProps, 'email' | 'userType'> & { label: string }) {
  const { t: common } = useTranslation();
  const navigate = useNavigate();
  const goOn = () =>
    navigate({ to: '/reset-password', search: { email, ...(userType ? { user_type: userType } : {}) } });
  const request = useMutation({
    mutationFn: () => publicCall('request-reset', { email }),
    onSuccess: goOn,
    onError: (error) => {
      if (isOnItsWay(error)) void goOn();
    },
  });
  return (
    <div className="grid gap-4">
      {request.error && !isOnItsWay(request.error) ? (
        <Alert tone="problem">{request.error.message || common('error.unexpected')}</Alert>
      ) : null}
      <div>
        <Button pending={request.isPending} onClick={() => request.mutate()}>
          {label}
        </Button>
      </div>
    </div>
  );
}

/** One mail a minute: the earlier code is valid. */
const isOnItsWay = (error: unknown): boolean => error instanceof PublicCallRefusal && error.code === 'auth.code_wait';
