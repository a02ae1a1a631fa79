import { useTranslation } from 'react-i18next';
import { RadioField } from '@/components/form/choice-fields.tsx';
import { TextField } from '@/components/form/fields.tsx';
import { useAppForm } from '@/components/form/use-app-form.ts';
import { AuthShell } from '@/features/accounts/AuthShell.tsx';
import { useRefusalText } from '@/features/accounts/refusal-text.ts';
import { sessionChanged, signOut } from '@/lib/auth-calls.ts';
import type { Session } from '@/lib/auth.ts';
import { localTimeZone } from '@/lib/time-zone.ts';
import { currentLocale } from '@/lib/i18n.ts';
import { toast } from '@/lib/toast.ts';
import { Button } from '@/ui/button.tsx';
import type { Profile } from '@/features/accounts/checks.ts';
import { useCall } from '@/lib/use-call.ts';

/** The account exists, its profile does not: the second half of the sign-up, which may be repeated. */
export function FinishSignUp({
  session,
  onDone,
  onLeave,
}: {
  session: Session;
  onDone: () => void;
  onLeave: () => void;
}) {
  const { t } = useTranslation('accounts');
  const explain = useRefusalText();
  const form = useAppForm({
    schema: () => import('@/features/accounts/checks.ts').then((checks) => checks.profile),
    defaultValues: { displayName: '', userType: 'influencer' },
  });
  const finish = useCall({
    call: async (values: Profile) => {
      await (
        await import('@/lib/trpc.ts')
      ).trpcClient.accounts.completeSignUp.mutate({
        ...values,
        locale: currentLocale(),
        timeZone: localTimeZone(),
      });
      await sessionChanged();
    },
    onSuccess: onDone,
    onError: (error) => void toast('error', explain(error)),
  });
  const leave = useCall({ call: signOut, onSuccess: onLeave });
  return (
    <AuthShell title={t('finish.title')} lead={t('finish.text', { email: session.email })}>
      <form
        noValidate
        className="mt-5 grid gap-4"
        onSubmit={(event) => void form.handleSubmit((values) => finish.mutate(values))(event)}
      >
        <RadioField
          control={form.control}
          name="userType"
          label={t('form.userType')}
          options={[
            { value: 'influencer', label: t('form.influencer') },
            { value: 'business', label: t('form.business') },
            { value: 'influencer_agent', label: t('form.agent') },
          ]}
        />
        <TextField
          control={form.control}
          name="displayName"
          label={t('form.displayName')}
          hint={t('form.displayNameHint')}
          autoComplete="name"
          maxLength={80}
        />
        <Button
          type="submit"
          variant="ink"
          size="large"
          pending={finish.isPending || form.formState.isSubmitting}
          className="w-full"
        >
          {t('finish.button')}
        </Button>
        <Button variant="quiet" pending={leave.isPending} onClick={() => leave.mutate()} className="w-full">
          {t('finish.signOut')}
        </Button>
      </form>
    </AuthShell>
  );
}
