import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_MISSES } from '../../../server/features/brands/domains/rules.ts';
import type { Verification } from '../../../server/features/brands/schema.ts';
import { CodeField } from '@/components/form/CodeField.tsx';
import { TextField } from '@/components/form/fields.tsx';
import { Form } from '@/components/form/Form.tsx';
import { useAppForm } from '@/components/form/use-app-form.ts';
import { VerifiedDomain } from '@/components/people/VerifiedDomain.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import type { CodeProof, MailProof } from '@/features/brands/checks.ts';
import { useErrorText } from '@/lib/error-text.ts';
import { toast } from '@/lib/toast.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
import { Segmented } from '@/ui/segmented.tsx';

const refresh = (): Promise<void> => api.brands.invalidate();

/** The proof that the brand controls the domain of its site: where it stands and what to do next. */
export function VerificationPanel({ verification, mayEdit }: { verification: Verification; mayEdit: boolean }) {
  const { t } = useTranslation('brands');
  const { state, site, domain } = verification;
  return (
    <section
      id="verification"
      aria-labelledby="verification-title"
      data-slot="verification"
      data-state={state}
      className="grid scroll-mt-20 gap-3"
    >
      <h2 id="verification-title" className="heading-section">
        {t('verify.title')}
      </h2>
      {state === 'verified' ? (
        <Verified verification={verification} mayEdit={mayEdit} />
      ) : (
        <>
          <p className="text-sm text-muted-foreground">{t('verify.why')}</p>
          {state === 'failed' && verification.reason && verification.reason !== 'withdrawn' ? (
            <Alert tone={verification.reason === 'taken' ? 'caution' : 'problem'} title={<bdi>{domain}</bdi>}>
              {t(`verify.reason.${verification.reason}`)}
            </Alert>
          ) : null}
          {state === 'pending' ? (
            <Pending verification={verification} mayEdit={mayEdit} />
          ) : site.problem ? (
            <p className="text-sm">
              {site.problem === 'shared' ? t('verify.shared', { domain: site.domain }) : t('verify.noSite')}
            </p>
          ) : mayEdit ? (
            <Begin domain={site.domain ?? ''} />
          ) : null}
        </>
      )}
    </section>
  );
}

function Verified({ verification, mayEdit }: { verification: Verification; mayEdit: boolean }) {
  const { t } = useTranslation('brands');
  const { domain, method, verifiedAt, checkedAt, misses, found, nextCheckAt } = verification;
  return (
    <>
      <p className="font-medium">
        <VerifiedDomain verified={{ domain: domain ?? '', method: method ?? 'dns', at: verifiedAt ?? new Date() }} />
      </p>
      {misses > 0 ? (
        <Alert tone="caution">
          {t(found === 'other' ? 'verify.missedOther' : 'verify.missed', { n: misses, max: MAX_MISSES })}
        </Alert>
      ) : null}
      <p className="text-sm text-muted-foreground">
        {method === 'dns' ? t('verify.daily') : t('verify.yearly')}{' '}
        {method === 'dns' && checkedAt ? (
          <>
            {t('verify.checked')} <DateText value={checkedAt} as="dateTime" />
          </>
        ) : nextCheckAt ? (
          <DateText value={nextCheckAt} as="day" />
        ) : null}
      </p>
      {verification.record ? <Record verification={verification} /> : null}
      {mayEdit ? <Actions look={method === 'dns'} giveUp={t('verify.remove')} /> : null}
    </>
  );
}

function Record({ verification: { domain, record } }: { verification: Verification }) {
  const { t } = useTranslation('brands');
  return (
    <dl className="grid gap-1 text-sm">
      <dt className="text-muted-foreground">{t('verify.host')}</dt>
      <dd>
        <code dir="ltr" className="select-all">
          {domain}
        </code>
      </dd>
      <dt className="text-muted-foreground">{t('verify.record')}</dt>
      <dd>
        <code dir="ltr" className="rounded-sm bg-secondary px-2 py-1 wrap-anywhere select-all">
          {record}
        </code>
      </dd>
    </dl>
  );
}

function Actions({ look, giveUp }: { look: boolean; giveUp: string }) {
  const { t } = useTranslation('brands');
  const explain = useErrorText();
  const check = trpc.brands.checkVerification.useMutation({ onSettled: refresh });
  const withdraw = trpc.brands.withdrawVerification.useMutation({ onSettled: refresh });
  const problem = check.error ?? withdraw.error;
  return (
    <>
      {problem ? <Alert tone="problem">{explain(problem)}</Alert> : null}
      <div className="flex flex-wrap gap-2">
        {look ? (
          <Button pending={check.isPending} onClick={() => check.mutate()}>
            {t('verify.check')}
          </Button>
        ) : null}
        <Button variant="quiet" pending={withdraw.isPending} onClick={() => withdraw.mutate()}>
          {giveUp}
        </Button>
      </div>
    </>
  );
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
