import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Verification } from '../../../server/features/brands/schema.ts';
import { CodeField } from '@/components/form/CodeField.tsx';
import { TextField } from '@/components/form/fields.tsx';
import { Form } from '@/components/form/Form.tsx';
import { useAppForm } from '@/components/form/use-app-form.ts';
import { DateText } from '@/components/time/DateText.tsx';
import type { CodeProof, MailProof } from '@/features/brands/checks.ts';
import { Actions, Record, refresh } from '@/features/brands/verification-parts.tsx';
import { useErrorText } from '@/lib/error-text.ts';
import { toast } from '@/lib/toast.ts';
import { trpc } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
import { Segmented } from '@/ui/segmented.tsx';

/** What is left to do for a proof that is not finished. */
export function VerificationSteps({ verification, mayEdit }: { verification: Verification; mayEdit: boolean }) {
  if (verification.state === 'pending') return <Pending verification={verification} mayEdit={mayEdit} />;
  return <Begin domain={verification.site.domain ?? ''} />;
}

function Pending({ verification, mayEdit }: { verification: Verification; mayEdit: boolean }) {
  const { t } = useTranslation('brands');
  const { method, found, checkedAt } = verification;
  if (method === 'mail') return <EnterCode verification={verification} mayEdit={mayEdit} />;
  return (
    <>
      <p className="text-sm">{t('verify.putRecord')}</p>
      <Record verification={verification} />
      {found ? (
        <Alert tone="note">
          {t(`verify.found.${found}`)}{' '}
          {checkedAt ? (
            <span className="text-muted-foreground">
              {t('verify.checked')} <DateText value={checkedAt} as="dateTime" />
            </span>
          ) : null}
        </Alert>
      ) : null}
      <p className="text-sm text-muted-foreground">{t('verify.waits')}</p>
      {mayEdit ? <Actions look giveUp={t('verify.giveUp')} /> : null}
    </>
  );
}

function EnterCode({ verification, mayEdit }: { verification: Verification; mayEdit: boolean }) {
  const { t } = useTranslation('brands');
  const confirm = trpc.brands.confirmVerification.useMutation({ onSettled: refresh });
  const form = useAppForm<CodeProof, CodeProof>({
    schema: () => import('@/features/brands/checks.ts').then((checks) => checks.codeProof),
    defaultValues: { code: '' },
  });
  return (
    <>
      <p className="text-sm">
        {t('verify.codeSent')} <bdi dir="ltr">{verification.address}</bdi>
      </p>
      {mayEdit ? (
        <>
          <Form
            form={form}
            draft="brand-code"
            guard={false}
            pending={confirm.isPending}
            submitError={confirm.error}
            className="gap-3!"
            onSubmit={async (input) => {
              const { state } = await confirm.mutateAsync(input);
              if (state === 'verified') void toast('success', t('verify.done'));
            }}
          >
            <CodeField control={form.control} name="code" label={t('verify.code')} />
            <div>
              <Button type="submit" variant="ink" pending={confirm.isPending}>
                {t('verify.confirm')}
              </Button>
            </div>
          </Form>
          <Actions look={false} giveUp={t('verify.giveUp')} />
        </>
      ) : null}
    </>
  );
}

function Begin({ domain }: { domain: string }) {
  const { t } = useTranslation('brands');
  const explain = useErrorText();
  const [method, setMethod] = useState<'mail' | 'dns'>('mail');
  const begin = trpc.brands.beginVerification.useMutation({ onSettled: refresh });
  const form = useAppForm<MailProof, MailProof>({
    schema: () => import('@/features/brands/checks.ts').then((checks) => checks.mailProof),
    defaultValues: { address: '' },
  });
  return (
    <>
      <p className="text-sm">
        {t('verify.domain')} <bdi dir="ltr">{domain}</bdi>
      </p>
      <Segmented
        label={t('verify.method')}
        value={method}
        onValueChange={(next) => {
          begin.reset();
          setMethod(next);
        }}
        options={[
          { value: 'mail', label: t('verify.byMail') },
          { value: 'dns', label: t('verify.byRecord') },
        ]}
      />
      {method === 'mail' ? (
        <Form
          form={form}
          draft="brand-mailbox"
          guard={false}
          pending={begin.isPending}
          submitError={begin.error}
          className="gap-3!"
          onSubmit={({ address }) => begin.mutateAsync({ method: 'mail', address })}
        >
          <TextField
            control={form.control}
            name="address"
            type="email"
            label={t('verify.address')}
            hint={t('verify.addressHint', { domain })}
            ltr
          />
          <div>
            <Button type="submit" variant="ink" pending={begin.isPending}>
              {t('verify.sendCode')}
            </Button>
          </div>
        </Form>
      ) : (
        <>
          <p className="text-sm text-muted-foreground">{t('verify.recordHint')}</p>
          {begin.error ? <Alert tone="problem">{explain(begin.error)}</Alert> : null}
          <div>
            <Button
              variant="ink"
              pending={begin.isPending}
              onClick={() => begin.mutate({ method: 'dns', address: null })}
            >
              {t('verify.makeRecord')}
            </Button>
          </div>
        </>
      )}
    </>
  );
}
