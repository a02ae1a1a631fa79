import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeField } from '@/components/form/CodeField.tsx';
import { TextField } from '@/components/form/fields.tsx';
import { useAppForm } from '@/components/form/use-app-form.ts';
import { appError } from '@/lib/app-error.ts';
import { useErrorText } from '@/lib/error-text.ts';
import { loadFile } from '@/lib/lost-files.ts';
import { toast } from '@/lib/toast.ts';
import { useCall } from '@/lib/use-call.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';

/** The API client, loaded when a form is sent. */
const api = async () => (await loadFile(() => import('@/lib/trpc.ts'))).trpcClient;

/** Requests a code by mail, then the deletion with it. */
export function RequestForm({ known }: { known: string | undefined }) {
  const { t } = useTranslation('profile');
  const explain = useErrorText();
  const navigate = useNavigate();
  const [isRequested, setIsRequested] = useState(known !== undefined);
  const form = useAppForm({
    schema: () =>
      import('@/features/profile/checks.ts').then((checks) =>
        isRequested ? checks.proveDeletion : checks.requestAccountDeletion,
      ),
    defaultValues: { email: known ?? '', code: '' },
  });
  const request = useCall({
    call: async (email: string) => (await api()).privacy.requestAccountDeletion.mutate({ email }),
    // One mail a minute: the earlier code is being delivered.
    onError: (error) => setIsRequested(isRequested || appError(error)?.code === 'auth.code_wait'),
    onSuccess: () => {
      if (isRequested) void toast('info', t('erase.request.sent'));
      setIsRequested(true);
    },
  });
  const confirm = useCall({
    call: async (proof: { email: string; code: string }) => (await api()).privacy.confirmDeletion.mutate(proof),
    onSuccess: ({ code }) => navigate({ to: '/data-deletion', search: { code } }),
    onError: (error) => {
      if (isCodeRefused(error))
        form.setError('code', { type: 'server', message: explain(error) }, { shouldFocus: true });
    },
  });
  const pending = request.isPending || confirm.isPending;
  const problem = request.error ?? (isCodeRefused(confirm.error) ? null : confirm.error);
  const submit = form.handleSubmit((values) => {
    request.reset();
    if (isRequested) confirm.mutate(values);
    else request.mutate(values.email);
  });
  const sendAgain = async () => {
    if (!(await form.trigger('email', { shouldFocus: true }))) return;
    confirm.reset();
    request.mutate(form.getValues('email'));
  };
  return (
    <section className="mt-10 rounded-lg border border-border-strong bg-card px-5 py-5">
      <h2 className="heading-section">{t('erase.request.title')}</h2>
      <p className="mt-1 text-sm text-muted-foreground">
        {t('erase.request.text')}{' '}
        <Link to="/profile" className="link">
          {t('erase.request.signedIn')}
        </Link>
      </p>
      <form
        noValidate
        className="mt-4 grid gap-4"
        aria-busy={pending || undefined}
        onSubmit={(event) => {
          if (pending) event.preventDefault();
          else void submit(event);
        }}
      >
        {problem ? <Alert tone="problem">{explain(problem)}</Alert> : null}
        <TextField
          control={form.control}
          name="email"
          type="email"
          label={t('erase.request.email')}
          autoComplete="email"
          maxLength={200}
        />
        {isRequested ? (
          <CodeField
            control={form.control}
            name="code"
            label={t('erase.request.code')}
            hint={t('erase.request.sent')}
            autoFocus={known === undefined}
          />
        ) : null}
        <div className="flex flex-wrap gap-2">
          <Button
            type="submit"
            variant={isRequested ? 'destructive' : 'ink'}
            pending={isRequested ? confirm.isPending : request.isPending}
          >
            {isRequested ? t('erase.request.confirm') : t('erase.request.ask')}
          </Button>
          {isRequested ? (
            <Button variant="quiet" pending={request.isPending} onClick={() => void sendAgain()}>
              {t('erase.request.resend')}
            </Button>
          ) : null}
        </div>
      </form>
    </section>
  );
}

/** A problem of the typed code, shown at its field. */
const isCodeRefused = (error: unknown): boolean =>
  appError(error)?.code.startsWith('auth.code_') === true && appError(error)?.code !== 'auth.code_wait';

export function FollowForm() {
  const { t } = useTranslation('profile');
  const navigate = useNavigate();
  const form = useAppForm({
    schema: () => import('../../../server/features/privacy/schema.ts').then((schema) => schema.deletionCodeInput),
    defaultValues: { code: '' },
  });
  return (
    <section className="mt-8">
      <h2 className="heading-section">{t('erase.follow.title')}</h2>
      <form
        noValidate
        className="mt-3 grid gap-3 sm:cols-main-auto"
        onSubmit={(event) => void form.handleSubmit((search) => navigate({ to: '/data-deletion', search }))(event)}
      >
        <TextField
          control={form.control}
          name="code"
          label={t('erase.follow.code')}
          maxLength={24}
          autoComplete="off"
          placeholder="XXXX-XXXX-XXXX-XXXX"
          ltr
        />
        <Button type="submit" className="sm:mt-[26px]">
          {t('erase.follow.show')}
        </Button>
      </form>
    </section>
  );
}
