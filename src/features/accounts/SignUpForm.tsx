import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { UserType } from '../../../server/features/accounts/schema.ts';
import { CheckboxField, RadioField } from '@/components/form/choice-fields.tsx';
import { PasswordField, TextField } from '@/components/form/fields.tsx';
import { useAppForm } from '@/components/form/use-app-form.ts';
import { withLinks } from '@/components/text/with-links.tsx';
import type { Portal } from '@/features/accounts/demo-hints.ts';
import { isDuplicate, useRefusalText } from '@/features/accounts/refusal-text.ts';
import type { KeptAddress } from '@/features/accounts/SignInForm.tsx';
import { AuthRefusal, sessionChanged, signUp } from '@/lib/auth-calls.ts';
import { earlyTexts } from '@/lib/early-page.ts';
import { localTimeZone } from '@/lib/time-zone.ts';
import { currentLocale } from '@/lib/i18n.ts';
import { toast } from '@/lib/toast.ts';
import { Button } from '@/ui/button.tsx';
import type { Account } from '@/features/accounts/checks.ts';
import { useCall } from '@/lib/use-call.ts';

export interface SignUpFormProps extends KeptAddress {
  portal: Portal;
  as?: 'agent' | undefined;
  onSignedUp: () => void;
}

const TYPE_OF: Record<Portal, UserType> = {
  auth: 'influencer',
  influencer: 'influencer',
  business: 'business',
  admin: 'business',
};

export function SignUpForm({ portal, as, address, keepAddress, onSignedUp }: SignUpFormProps) {
  const { t } = useTranslation('accounts');
  const explain = useRefusalText();
  const form = useAppForm({
    schema: () => import('@/features/accounts/checks.ts').then((checks) => checks.account),
    defaultValues: useState(() => ({
      displayName: '',
      email: address,
      password: '',
      userType: TYPE_OF[portal],
      agent: as === 'agent',
      ...earlyTexts('displayName', 'email', 'password'),
    }))[0],
  });
  const email = useWatch({ control: form.control, name: 'email' });
  useEffect(() => keepAddress(email), [keepAddress, email]);
  const create = useCall({
    call: async ({ displayName, email, password, userType, agent }: Account) => {
      const type: UserType = agent && portal === 'influencer' ? 'influencer_agent' : userType;
      await signUp({ name: displayName, email, password, userType: type });
      // The account exists from here on: after a failure below, the second half of this form finishes it later.
      try {
        await (
          await import('@/lib/trpc.ts')
        ).trpcClient.accounts.completeSignUp.mutate({
          displayName,
          userType: type,
          locale: currentLocale(),
          timeZone: localTimeZone(),
        });
        void toast('success', t('signUp.done'));
      } catch {
        void toast('error', t('signUp.profileFailed'));
      }
      await sessionChanged();
    },
    onSuccess: onSignedUp,
    onError: (error) => {
      const message = explain(error);
      void toast('error', message);
      // The toast shows the message once; the field keeps it.
      if (isDuplicate(error)) form.setError('email', { type: 'server', message });
      if (error instanceof AuthRefusal && error.code?.startsWith('name.'))
        form.setError('displayName', { type: 'server', message });
      if (error instanceof AuthRefusal && error.code === 'auth.weak_password')
        form.setError('password', { type: 'server', message });
    },
  });
  return (
    <form
      noValidate
      method="post"
      className="grid gap-4"
      aria-busy={create.isPending || undefined}
      onSubmit={(event) => void form.handleSubmit((values) => create.mutate(values))(event)}
    >
      {portal === 'auth' ? (
        <RadioField
          control={form.control}
          name="userType"
          label={t('form.userType')}
          columns={2}
          options={[
            { value: 'influencer', label: t('form.influencer') },
            { value: 'business', label: t('form.business') },
          ]}
        />
      ) : null}
      <TextField
        control={form.control}
        name="displayName"
        label={t('form.displayName')}
        hint={t('form.displayNameHint')}
        autoComplete="name"
        maxLength={80}
      />
      <TextField control={form.control} name="email" type="email" label={t('form.email')} autoComplete="email" />
      <PasswordField
        control={form.control}
        name="password"
        label={t('form.password')}
        hint={t('form.passwordHint')}
        autoComplete="new-password"
      />
      {portal === 'influencer' ? (
        <CheckboxField control={form.control} name="agent" label={t('form.agent')} hint={t('form.agentHint')} />
      ) : null}
      <Button
        type="submit"
        variant="ink"
        size="large"
        pending={create.isPending || form.formState.isSubmitting}
        className="w-full"
      >
        {t('portal.signUp')}
      </Button>
      <p className="text-xs text-muted-foreground">
        {withLinks(t('form.noCard'), { terms: '/terms-of-service', privacy: '/privacy-policy' })}
      </p>
    </form>
  );
}
