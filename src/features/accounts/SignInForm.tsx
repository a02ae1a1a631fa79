import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { PasswordField, TextField } from '@/components/form/fields.tsx';
import { useAppForm } from '@/components/form/use-app-form.ts';
import { DEMO_PASSWORD, type Door } from '@/features/accounts/demo-hints.ts';
import { DemoHints } from '@/features/accounts/DemoHints.tsx';
import { useRefusalText } from '@/features/accounts/refusal-text.ts';
import { signIn } from '@/lib/auth.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';

const credentials = z.object({ email: z.string().trim().min(1), password: z.string().min(1) });

export interface SignInFormProps {
  door: Door;
  onSignedIn: () => void;
}

export function SignInForm({ door, onSignedIn }: SignInFormProps) {
  const { t } = useTranslation('accounts');
  const explain = useRefusalText();
  const form = useAppForm({ schema: credentials, defaultValues: { email: '', password: '' } });
  const attempt = useMutation({
    mutationFn: (values: z.output<typeof credentials>) => signIn(values, door === 'admin' ? 'admin' : undefined),
    onSuccess: onSignedIn,
    onError: () => form.setFocus('password', { shouldSelect: true }),
  });
  return (
    <>
      <form noValidate className="grid gap-4" aria-busy={attempt.isPending || undefined} onSubmit={(event) => void form.handleSubmit((values) => attempt.mutate(values))(event)}>
        {attempt.error ? <Alert tone="problem">{explain(attempt.error)}</Alert> : null}
        <TextField control={form.control} name="email" type="email" label={t('form.email')} autoComplete="username" />
        <PasswordField control={form.control} name="password" label={t('form.password')} autoComplete="current-password" />
        <Button type="submit" variant="ink" size="large" pending={attempt.isPending} className="w-full">
          {t('door.signIn')}
        </Button>
        {door === 'admin' ? null : (
          <p className="text-center text-sm text-muted-foreground">
            {t('form.forgotten')}{' '}
            <Link to={'/reset-password' as string} className="text-foreground link">
              {t('form.reset')}
            </Link>
          </p>
        )}
      </form>
      <DemoHints
        door={door}
        onPick={(email) => {
          form.setValue('email', email);
          form.setValue('password', DEMO_PASSWORD);
          form.clearErrors();
        }}
      />
    </>
  );
}
