import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Check } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeletionState } from '../../../server/features/privacy/schema.ts';
import { PublicShell } from '@/components/page/PublicShell.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { BRAND_NAME } from '@/lib/brand-name.ts';
import { useErrorText } from '@/lib/error-text.ts';
import { useFormat } from '@/lib/format.ts';
import { api, trpcClient } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';

const PARTS = ['goes', 'stays', 'grace', 'money'] as const;

/** What goes, what the law keeps, how long it takes; then the request itself, proven by a mailed code, and its progress. */
export function DataDeletionPage({ code, email }: { code: string | undefined; email: string | undefined }) {
  const { t } = useTranslation('profile');
  return (
    <PublicShell>
      <title>{`${t('erase.title')} · ${BRAND_NAME}`}</title>
      <div className="max-w-[680px] py-10 md:py-16">
        <h1 className="heading-page">{t('erase.title')}</h1>
        <p className="mt-2 text-muted-foreground">{t('erase.lead')}</p>
        {code ? <Progress code={code} /> : null}
        {PARTS.map((part) => (
          <section key={part} className="mt-8">
            <h2 className="heading-section">{t(`erase.${part}.title`)}</h2>
            <p className="mt-1">{t(`erase.${part}.text`)}</p>
          </section>
        ))}
        {code ? null : <Request known={email} />}
        <FollowForm />
      </div>
    </PublicShell>
  );
}

function Request({ known }: { known: string | undefined }) {
  const { t } = useTranslation('profile');
  const explain = useErrorText();
  const navigate = useNavigate();
  const [emailId, codeId] = [useId(), useId()];
  const [email, setEmail] = useState(known ?? '');
  const [digits, setDigits] = useState('');
  const [asked, setAsked] = useState(known !== undefined);
  const ask = useMutation({ mutationFn: () => trpcClient.privacy.askDeletion.mutate({ email }), onSuccess: () => setAsked(true) });
  const confirm = useMutation({
    mutationFn: () => trpcClient.privacy.confirmDeletion.mutate({ email, code: digits }),
    onSuccess: ({ code }) => navigate({ to: '/data-deletion' as string, search: { code } as never }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (asked) confirm.mutate();
    else ask.mutate();
  };
  const problem = asked ? (confirm.error ?? ask.error) : ask.error;
  return (
    <section className="mt-10 rounded-lg border border-border-strong bg-card px-5 py-5">
      <h2 className="heading-section">{t('erase.request.title')}</h2>
      <p className="mt-1 text-sm text-muted-foreground">
        {t('erase.request.text')}{' '}
        <Link to={'/profile' as string} className="link">
          {t('erase.request.signedIn')}
        </Link>
      </p>
      <form className="mt-4 grid gap-4" onSubmit={submit}>
        {problem ? <Alert tone="problem">{explain(problem)}</Alert> : null}
        <Field id={emailId} label={t('erase.request.email')}>
          <Input id={emailId} type="email" required autoComplete="email" dir="ltr" maxLength={200} className="rtl:text-end" value={email} onChange={(event) => setEmail(event.currentTarget.value)} />
        </Field>
        {asked ? (
          <>
            <p role="status" className="text-sm">
              {t('erase.request.sent')}
            </p>
            <Field id={codeId} label={t('erase.request.code')}>
              <Input id={codeId} inputMode="numeric" autoComplete="one-time-code" pattern="\d{6}" maxLength={6} required dir="ltr" className="figures rtl:text-end" value={digits} onChange={(event) => setDigits(event.currentTarget.value.replace(/\D/gu, ''))} />
            </Field>
          </>
        ) : null}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant={asked ? 'destructive' : 'ink'} pending={asked ? confirm.isPending : ask.isPending}>
            {asked ? t('erase.request.confirm') : t('erase.request.ask')}
          </Button>
          {asked ? (
            <Button variant="quiet" pending={ask.isPending} onClick={() => ask.mutate()}>
              {t('erase.request.resend')}
            </Button>
          ) : null}
        </div>
      </form>
    </section>
  );
}

function FollowForm() {
  const { t } = useTranslation('profile');
  const navigate = useNavigate();
  const id = useId();
  const [code, setCode] = useState('');
  return (
    <section className="mt-8">
      <h2 className="heading-section">{t('erase.follow.title')}</h2>
      <form
        className="mt-3 flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void navigate({ to: '/data-deletion' as string, search: { code: code.trim().toUpperCase() } as never });
        }}
      >
        <Field id={id} label={t('erase.follow.code')} className="min-w-0 grow">
          <Input id={id} required dir="ltr" maxLength={19} autoComplete="off" placeholder="XXXX-XXXX-XXXX-XXXX" className="figures uppercase rtl:text-end" value={code} onChange={(event) => setCode(event.currentTarget.value)} />
        </Field>
        <Button type="submit">{t('erase.follow.show')}</Button>
      </form>
    </section>
  );
}

const STEPS = ['requested', 'waiting', 'erased'] as const;
const STEP_OF: Record<DeletionState, number> = { checking: 0, blocked: 0, planned: 1, erased: 2, closed: 2, cancelled: 0 };

/** How far the erasure with this code is; asked again every few seconds while it runs. */
function Progress({ code }: { code: string }) {
  const { t } = useTranslation('profile');
  const explain = useErrorText();
  const format = useFormat();
  const query = useQuery({
    ...api.privacy.deletionStatus.queryOptions({ code }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data && ['closed', 'cancelled'].includes(data.state) ? false : 5_000),
  });
  if (query.isPending) return <PendingSkeleton rows={3} className="mt-6" />;
  if (query.isError) return <Alert tone="problem" className="mt-6">{explain(query.error)}</Alert>;
  const { state, requestedAt, eraseAt, endedAt } = query.data;
  const at = STEP_OF[state];
  const moments = [requestedAt, eraseAt, endedAt];
  return (
    <section aria-labelledby="progress" className="mt-8 rounded-lg border border-border-strong bg-card px-5 py-5">
      <h2 id="progress" className="heading-section">
        {t(`erase.state.${state}`)}
      </h2>
      <p className="mt-1 text-sm text-muted-foreground">
        {t('deletion.code')} <bdi dir="ltr" className="figures font-medium">{code}</bdi>
      </p>
      {state === 'cancelled' ? null : (
        <ol className="mt-4 grid gap-2">
          {STEPS.map((step, index) => (
            <li key={step} aria-current={index === at ? 'step' : undefined} className={index > at ? 'flex gap-2 text-muted-foreground' : 'flex gap-2 font-medium'}>
              {index < at || (index === at && at === 2) ? <Check aria-hidden className="mt-1 size-4 text-released" /> : <span aria-hidden className="figures w-4 text-center">{index + 1}</span>}
              <span>
                {t(`erase.step.${step}`)}
                {moments[index] ? <span className="block text-sm font-normal text-muted-foreground">{format.dateTime(moments[index])}</span> : null}
              </span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
