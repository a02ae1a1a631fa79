import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { matchLocale } from '../../../server/core/locale.ts';
import { MAX_COMMISSION_BPS, type Scope } from '../../../server/features/representations/rules.ts';
import { dateText, dateValue } from '@/components/form/DateField.tsx';
import { basisPoints } from '@/components/form/PercentField.tsx';
import { ContractText } from '@/components/representation/ContractText.tsx';
import { ScopeChoice } from '@/components/representation/scopes.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { codeText, useErrorText } from '@/lib/error-text.ts';
import { currentLocale } from '@/lib/i18n.ts';
import { randomId } from '@/lib/random-id.ts';
import { serverNow } from '@/lib/server-clock.ts';
import { toast } from '@/lib/toast.ts';
import { api, appError, trpc, withRequestKey, type RouterInputs } from '@/lib/trpc.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
import { Dialog } from '@/ui/dialog.tsx';
import { describedBy, Field } from '@/ui/field.tsx';
import { Input } from '@/ui/input.tsx';

type Draft = RouterInputs['representations']['draft'];

/** Errors of these fields are shown at them. */
const SHOWN_AT: ReadonlySet<string> = new Set(['creator', 'commission', 'commissionBps', 'from', 'to', 'noticeDays']);
const FIRST_SCOPES: readonly Scope[] = ['apply', 'negotiate', 'submit', 'message'];

/** First the terms, then the text that the agency signs with the invitation. */
export function InviteDialog({
  agentName,
  invited = '',
  onClose,
}: {
  agentName: string;
  /** The handle that the dialog opens with. */
  invited?: string;
  onClose: () => void;
}) {
  const { t } = useTranslation('agencies');
  const { t: common } = useTranslation();
  const explain = useErrorText();
  const id = useId();
  const [creator, setCreator] = useState(invited);
  const [commission, setCommission] = useState('15');
  const [to, setTo] = useState('');
  const [notice, setNotice] = useState('30');
  const [scopes, setScopes] = useState<readonly Scope[]>(FIRST_SCOPES);
  const [typedName, setTypedName] = useState('');
  const [draft, setDraft] = useState<Draft | null>(null);
  const [requestKey, setRequestKey] = useState(randomId);
  const text = useQuery({
    ...api.representations.draft.queryOptions(draft ?? EMPTY),
    enabled: draft !== null,
    staleTime: 0,
  });
  const invite = trpc.representations.invite.useMutation({
    ...withRequestKey(requestKey),
    onSuccess: async () => {
      void toast('success', t('invite.sent'));
      onClose();
      await Promise.all([api.representations.invalidate(), api.agencies.invalidate()]);
    },
    onError: () => setRequestKey(randomId()),
  });
  const error = invite.error ?? (draft ? text.error : null);
  const field = appError(error)?.data['field'];
  const shown = draft && text.data ? text.data : null;
  const errorAt = (name: string) => (field === name ? explain(error) : undefined);
  /** A control is announced with the error of its field, else with its hint. */
  const control = (name: string, wrong: string | undefined, hasHint = false) => ({
    id: `${id}-${name}`,
    'aria-invalid': wrong ? true : undefined,
    'aria-describedby': describedBy(`${id}-${name}`, { hint: hasHint, error: wrong }),
  });
  // What is no number, or far out of range, the server names by the field alone.
  const outOfRange = codeText('representation.commission', { percent: MAX_COMMISSION_BPS / 100 });
  const wrong = {
    name: errorAt('typedName'),
    creator: errorAt('creator'),
    commission: errorAt('commission') ?? (field === 'commissionBps' ? outOfRange : undefined),
    to: errorAt('to') ?? errorAt('from'),
    notice: errorAt('noticeDays'),
  };
  const review = () =>
    setDraft({
      creator: creator.trim(),
      scopes: [...scopes],
      commissionBps: basisPoints(commission) ?? Number.NaN,
      from: new Date(),
      to: dateValue(to, 'end'),
      noticeDays: notice === '' ? Number.NaN : Number(notice),
      language: matchLocale(currentLocale()) ?? 'en',
    });
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      pending={invite.isPending}
      title={t('invite.title')}
      description={t(shown ? 'invite.signText' : 'invite.text')}
      closeLabel={common('action.close')}
      footer={
        shown && draft ? (
          <>
            <Button onClick={() => setDraft(null)}>{t('invite.back')}</Button>
            <Button
              variant="ink"
              pending={invite.isPending}
              aria-disabled={typedName.trim().length < 2 || undefined}
              onClick={() => invite.mutate({ ...draft, documentHash: shown.documentHash, typedName })}
            >
              {t('invite.send')}
            </Button>
          </>
        ) : (
          <Button
            variant="ink"
            pending={draft !== null && text.isFetching}
            aria-disabled={creator.trim().length < 2 || undefined}
            onClick={review}
          >
            {t('invite.review')}
          </Button>
        )
      }
    >
      {shown ? (
        <div className="grid gap-4">
          <ContractText document={shown.document} hash={shown.documentHash} />
          {error && field !== 'typedName' ? <Alert tone="problem">{explain(error)}</Alert> : null}
          <Field
            id={`${id}-name`}
            label={t('invite.name')}
            hint={t('invite.nameHint', { name: agentName })}
            error={wrong.name}
          >
            <Input
              {...control('name', wrong.name, true)}
              value={typedName}
              autoComplete="off"
              onChange={(event) => setTypedName(event.currentTarget.value)}
            />
          </Field>
        </div>
      ) : draft && text.isPending ? (
        <PendingSkeleton rows={4} />
      ) : (
        <div className="grid gap-4">
          {error && !SHOWN_AT.has(String(field)) ? <Alert tone="problem">{explain(error)}</Alert> : null}
          <Field id={`${id}-creator`} label={t('invite.creator')} hint={t('invite.creatorHint')} error={wrong.creator}>
            <Input
              {...control('creator', wrong.creator, true)}
              dir="ltr"
              className="rtl:text-end"
              value={creator}
              autoComplete="off"
              onChange={(event) => setCreator(event.currentTarget.value)}
            />
          </Field>
          <div className="grid gap-4 sm:grid-cols-[1fr_1.4fr_1fr] [&>*]:min-w-0">
            <Field id={`${id}-commission`} label={t('invite.commission')} error={wrong.commission}>
              <Input
                {...control('commission', wrong.commission)}
                inputMode="decimal"
                dir="ltr"
                className="figures rtl:text-end"
                value={commission}
                onChange={(event) => setCommission(event.currentTarget.value)}
              />
            </Field>
            <Field id={`${id}-to`} label={t('invite.to')} mark={common('form.optional')} error={wrong.to}>
              <Input
                {...control('to', wrong.to)}
                type="date"
                dir="ltr"
                className="figures rtl:text-end"
                min={dateText(new Date(serverNow()), 'end')}
                value={to}
                onChange={(event) => setTo(event.currentTarget.value)}
              />
            </Field>
            <Field id={`${id}-notice`} label={t('invite.notice')} error={wrong.notice}>
              <Input
                {...control('notice', wrong.notice)}
                inputMode="numeric"
                dir="ltr"
                className="figures rtl:text-end"
                value={notice}
                onChange={(event) => setNotice(event.currentTarget.value.replaceAll(/\D/gu, ''))}
              />
            </Field>
          </div>
          <ScopeChoice legend={t('invite.scopes')} hint={t('invite.scopesHint')} value={scopes} onChange={setScopes} />
        </div>
      )}
    </Dialog>
  );
}

const EMPTY: Draft = {
  creator: '',
  scopes: [],
  commissionBps: 0,
  from: new Date(0),
  to: null,
  noticeDays: 0,
  language: 'en',
};
