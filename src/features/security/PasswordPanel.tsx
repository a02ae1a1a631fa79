import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { UserType } from '../../../server/features/accounts/schema.ts';
import { PublicCallRefusal, publicCall } from '@/lib/public-calls.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';

export interface PasswordPanelProps {
  email: string;
  /** Whose login page comes after the new password. */
  userType: UserType | 'admin' | null;
}

/** The way to a new password is the one of whoever forgot it: a code by mail, so that an open session alone changes nothing. */
export function PasswordPanel({ email, userType }: PasswordPanelProps) {
  const { t } = useTranslation('security');
  const { t: common } = useTranslation();
  const navigate = useNavigate();
  const goOn = () => navigate({ to: '/reset-password', search: { email, ...(userType ? { user_type: userType } : {}) } });
  const request = useMutation({
    mutationFn: () => publicCall('request-reset', { email }),
    onSuccess: goOn,
    onError: (error) => {
      if (isOnItsWay(error)) void goOn();
    },
  });
  return (
    <div className="grid gap-4">
      {request.error && !isOnItsWay(request.error) ? <Alert tone="problem">{request.error.message || common('error.unexpected')}</Alert> : null}
      <div>
        <Button pending={request.isPending} onClick={() => request.mutate()}>{t('password.set')}</Button>
      </div>
    </div>
  );
}

/** One mail a minute: the code asked for before. */
const isOnItsWay = (error: unknown): boolean => error instanceof PublicCallRefusal && error.code === 'auth.code_wait';
