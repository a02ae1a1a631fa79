import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EmailChange } from '../../../server/features/security/schema.ts';
import { CodeField } from '@/components/form/CodeField.tsx';
import { TextField } from '@/components/form/fields.tsx';
import { Form } from '@/components/form/Form.tsx';
import { useAppForm } from '@/components/form/use-app-form.ts';
import { DemoMailbox } from '@/components/page/DemoMailbox.tsx';
import { ResendLink } from '@/components/form/ResendLink.tsx';
import { sessionChanged } from '@/lib/auth-calls.ts';
import { useErrorText } from '@/lib/error-text.ts';
import { toast } from '@/lib/toast.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';

export interface EmailPanelProps {
  email: string;
  /** A new address whose code is pending. */
  waiting: EmailChange | null;
}

/** The sign-in address, and the two steps of a change: request a code at the new one, and enter it here. */
export function EmailPanel({ email, waiting }: EmailPanelProps) {
  const { t } = useTranslation('security');
  const [step, setStep] = useState<'shown' | 'editing' | 'left'>('shown');
  const [change, setChange] = useState<EmailChange | null>(waiting);
  return (
    <div className="grid max-w-[28rem] gap-4">
      <p className="text-ui font-medium wrap-anywhere">
        <bdi dir="ltr">{email}</bdi>
      </p>
      {change ? (
        <ConfirmForm
          change={change}
          onRequestedAgain={setChange}
          onOther={() => (setChange(null), setStep('editing'))}
          onDone={() => (setChange(null), setStep('left'))}
        />
      ) : step === 'editing' ? (
        <NewAddressForm onRequested={setChange} onCancel={() => setStep('left')} />
      ) : (
        <div>
          <Button autoFocus={step === 'left'} onClick={() => setStep('editing')}>
            {t('email.change')}
          </Button>
        </div>
      )}
    </div>
  );
}

function NewAddressForm({
  onRequested,
  onCancel,
}: {
  onRequested: (change: EmailChange) => void;
  onCancel: () => void;
}) {
  const { t } = useTranslation('security');
  const { t: common } = useTranslation();
  const form = useAppForm({
    schema: () =>
      import('../../../server/features/security/schema.ts').then((schema) => schema.requestEmailChangeInput),
    defaultValues: { email: '' },
  });
  const request = trpc.security.requestEmailChange.useMutation();
  return (
    <Form
      form={form}
      guard={false}
      pending={request.isPending}
      submitError={request.error}
      onSubmit={async (input) => onRequested(await request.mutateAsync(input))}
    >
      <TextField
        control={form.control}
        name="email"
        type="email"
        label={t('email.new')}
        autoComplete="email"
        maxLength={254}
        autoFocus
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="ink" pending={request.isPending}>
          {t('email.send')}
        </Button>
        <Button variant="quiet" aria-disabled={request.isPending || undefined} onClick={onCancel}>
          {common('action.cancel')}
        </Button>
      </div>
    </Form>
  );
}

interface ConfirmFormProps {
  change: EmailChange;
  onRequestedAgain: (change: EmailChange) => void;
  onOther: () => void;
  onDone: () => void;
}

function ConfirmForm({ change, onRequestedAgain, onOther, onDone }: ConfirmFormProps) {
  const { t } = useTranslation('security');
  const explain = useErrorText();
  const router = useRouter();
  const form = useAppForm({
    schema: () => import('@/features/security/checks.ts').then((checks) => checks.code),
    defaultValues: { code: '' },
  });
  const confirm = trpc.security.confirmEmailChange.useMutation();
  const again = trpc.security.requestEmailChange.useMutation({ onSuccess: onRequestedAgain });
  const submit = async ({ code }: { code: string }) => {
    const { email } = await confirm.mutateAsync({ email: change.email, code });
    onDone();
    void toast('success', t('email.done'), { description: t('email.doneText', { email }) });
    await Promise.all([api.security.invalidate(), sessionChanged()]);
    await router.invalidate();
  };
  return (
    <Form form={form} guard={false} pending={confirm.isPending} submitError={confirm.error} onSubmit={submit}>
      <div role="status">
        <Alert tone="note">{t('email.sent', { email: change.email })}</Alert>
      </div>
      {again.error ? <Alert tone="problem">{explain(again.error)}</Alert> : null}
      <CodeField control={form.control} name="code" label={t('email.code')} autoFocus />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="ink" pending={confirm.isPending}>
          {t('email.confirm')}
        </Button>
        <Button variant="quiet" aria-disabled={confirm.isPending || undefined} onClick={onOther}>
          {t('email.other')}
        </Button>
      </div>
      <div className="justify-self-start">
        <ResendLink
          label={t('email.resend')}
          resendAt={change.resendAt.getTime()}
          pending={again.isPending}
          onResend={() => again.mutate({ email: change.email })}
        />
      </div>
      <div className="justify-self-start">
        <DemoMailbox />
      </div>
    </Form>
  );
}
