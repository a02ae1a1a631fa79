import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { methodName } from '../../../server/features/payment-methods/rules.ts';
import type { PaymentMethodDto, PaymentMethodsDto } from '../../../server/features/payment-methods/schema.ts';
import { ConfirmDialog } from '@/components/gates/ConfirmDialog.tsx';
import { EmptyState } from '@/components/states/EmptyState.tsx';
import { ErrorState } from '@/components/states/ErrorState.tsx';
import { PendingSkeleton } from '@/components/states/PendingSkeleton.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { codeText, useErrorText } from '@/lib/error-text.ts';
import { useFormat } from '@/lib/format.ts';
import { isolateBidi } from '@/lib/isolate-bidi.ts';
import { api, trpc } from '@/lib/trpc.ts';
import { useLeaving } from '@/lib/use-leaving.ts';
import { ActionMenu } from '@/ui/action-menu.tsx';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
import { Switch } from '@/ui/switch.tsx';
import { Tag } from '@/ui/tag.tsx';

export interface PaymentMethodsProps {
  /** The method whose page was just left. */
  saved: string | undefined;
  onHandled: () => void;
}

/** Saved cards and bank accounts of a brand, and whether they pay by themselves. */
export function PaymentMethods({ saved, onHandled }: PaymentMethodsProps) {
  const { t } = useTranslation('payments');
  const query = useQuery({ ...api.paymentMethods.list.queryOptions(), staleTime: 0 });
  return (
    <section aria-labelledby="payment-methods" className="mt-10 border-t border-border pt-6">
      <h2 id="payment-methods" className="heading-section">
        {t('settings.methods')}
      </h2>
      <p className="mt-1 mb-4 max-w-60ch text-sm text-muted-foreground">{t('settings.methodsText')}</p>
      <SavedNow id={saved} onHandled={onHandled} />
      {query.isPending ? (
        <PendingSkeleton as="panel" rows={2} />
      ) : query.isError && !query.data ? (
        <ErrorState error={query.error} title={t('methods.loadFailed')} onRetry={() => void query.refetch()} />
      ) : (
        <Methods data={query.data} />
      )}
    </section>
  );
}

const refresh = () => Promise.all([api.paymentMethods.list.invalidate(), api.paymentMethods.changes.invalidate()]);

/** What came of the provider's page that was just left. */
function SavedNow({ id, onHandled }: { id: string | undefined; onHandled: () => void }) {
  const { t } = useTranslation('payments');
  const { t: common } = useTranslation();
  const explain = useErrorText();
  const handled = useRef<string>(undefined);
  const finish = trpc.paymentMethods.finish.useMutation({ onSettled: refresh });
  useEffect(() => {
    if (!id || handled.current === id) return;
    handled.current = id;
    finish.mutate({ methodId: id });
    onHandled();
    // oxlint-disable-next-line exhaustive-deps -- once per page that was left
  }, [id]);
  const { data, error, variables } = finish;
  if (error && variables)
    return (
      <Alert
        tone="problem"
        className="mb-4"
        action={
          <Button size="small" onClick={() => finish.mutate(variables)}>
            {common('action.tryAgain')}
          </Button>
        }
      >
        {explain(error)}
      </Alert>
    );
  if (!data) return null;
  return data.method ? (
    <Alert tone="done" className="mb-4">
      {t('methods.savedNow', { method: isolateBidi(methodName(data.method)) })}
    </Alert>
  ) : (
    <Alert tone="note" className="mb-4">
      {t(data.state === 'setting_up' ? 'methods.notYet' : 'methods.notSaved')}
    </Alert>
  );
}

function Methods({ data }: { data: PaymentMethodsDto }) {
  const { t } = useTranslation('payments');
  const explain = useErrorText();
  const [leavingOut, setLeavingOut] = useState<PaymentMethodDto | null>(null);
  const start = trpc.paymentMethods.start.useMutation();
  const setDefault = trpc.paymentMethods.setDefault.useMutation({ onSettled: refresh });
  const remove = trpc.paymentMethods.remove.useMutation({ onSettled: refresh });
  const { leaving, leaveFor } = useLeaving();
  const canEdit = data.canEdit === true;
  const add = canEdit ? (
    <Button
      pending={start.isPending || leaving}
      onClick={() => start.mutate(undefined, { onSuccess: ({ url }) => leaveFor(url) })}
    >
      {t('methods.add')}
    </Button>
  ) : null;
  return (
    <>
      {data.methods.length === 0 ? (
        <EmptyState panel title={t('methods.none')} action={add}>
          {t('methods.noneText')}
        </EmptyState>
      ) : (
        <>
          <ul aria-labelledby="payment-methods" className="rounded-lg border border-border bg-card">
            {data.methods.map((method) => (
              <MethodLine
                key={method.id}
                method={method}
                canEdit={canEdit}
                onDefault={() => setDefault.mutate({ methodId: method.id })}
                onRemove={() => {
                  remove.reset();
                  setLeavingOut(method);
                }}
              />
            ))}
          </ul>
          <div className="mt-4">{add}</div>
        </>
      )}
      {canEdit ? null : <p className="mt-3 text-sm text-muted-foreground">{codeText('auth.not_allowed')}</p>}
      {start.error || setDefault.error ? (
        <Alert tone="problem" className="mt-3">
          {explain(start.error ?? setDefault.error)}
        </Alert>
      ) : null}
      <AutoFund data={data} />
      {leavingOut ? (
        <ConfirmDialog
          title={t('methods.removeTitle', { method: isolateBidi(methodName(leavingOut)) })}
          text={t(leavingOut.isDefault && data.autoFund.on ? 'methods.removeTextAutomatic' : 'methods.removeText')}
          submitLabel={t('methods.remove')}
          destructive
          pending={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate({ methodId: leavingOut.id }, { onSuccess: () => setLeavingOut(null) })}
          onClose={() => setLeavingOut(null)}
        />
      ) : null}
    </>
  );
}

function MethodLine({
  method,
  canEdit,
  onDefault,
  onRemove,
}: {
  method: PaymentMethodDto;
  canEdit: boolean;
  onDefault: () => void;
  onRemove: () => void;
}) {
  const { t } = useTranslation('payments');
  const name = isolateBidi(methodName(method));
  const { expMonth, expYear } = method;
  return (
    <li className="flex items-center gap-3 border-b border-border px-4 py-3 last:border-b-0">
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium">
          <bdi dir="ltr">{methodName(method)}</bdi>
          {method.isDefault ? <Tag>{t('methods.default')}</Tag> : null}
          {method.expired ? <Tag>{t('methods.cardExpired')}</Tag> : null}
          {method.inUse ? <Tag>{t('methods.inUse')}</Tag> : null}
          {method.removing ? <Tag>{t('methods.removing')}</Tag> : null}
        </p>
        <p className="mt-0.5 text-sm text-muted-foreground">
          {expMonth !== null && expYear !== null
            ? t('methods.validUntil', { date: `${String(expMonth).padStart(2, '0')}/${expYear}` })
            : t('methods.debit')}
          {' · '}
          {method.addedBy ? t('methods.addedBy', { name: method.addedBy }) : t('methods.added')}{' '}
          <DateText value={method.addedAt} as="day" />
        </p>
      </div>
      {canEdit && !method.removing ? (
        <ActionMenu
          label={t('methods.acts', { method: name })}
          items={[
            ...(method.isDefault || method.expired
              ? []
              : [{ id: 'default', label: t('methods.makeDefault'), onSelect: onDefault }]),
            {
              id: 'remove',
              label: t('methods.remove'),
              destructive: true,
              onSelect: onRemove,
              ...(method.inUse ? { refusal: codeText('method.in_use') } : {}),
            },
          ]}
        />
      ) : null}
    </li>
  );
}

/** Milestones that become payable are paid by themselves; what that means is said before it is switched on. */
function AutoFund({ data }: { data: PaymentMethodsDto }) {
  const { t } = useTranslation('payments');
  const format = useFormat();
  const explain = useErrorText();
  const [confirming, setConfirming] = useState(false);
  const change = trpc.paymentMethods.setAutoFund.useMutation({ onSettled: refresh });
  const usual = data.methods.find((one) => one.isDefault && !one.expired);
  const { on, by, at } = data.autoFund;
  return (
    <div className="mt-6">
      <div className="flex items-start justify-between gap-4">
        <label htmlFor="auto-fund" className="min-w-0 text-ui font-medium">
          {t('autoFund.label')}
          <span id="auto-fund-hint" className="block max-w-60ch text-sm font-normal text-muted-foreground">
            {t('autoFund.text')}
          </span>
        </label>
        <Switch
          id="auto-fund"
          aria-describedby="auto-fund-hint"
          checked={change.isPending ? change.variables.on : on}
          disabled={data.canEdit !== true || (!on && !usual)}
          onCheckedChange={(wanted) => {
            if (change.isPending) return;
            change.reset();
            if (wanted) setConfirming(true);
            else change.mutate({ on: false });
          }}
        />
      </div>
      {!on && !usual && data.canEdit === true ? (
        <p className="mt-2 text-sm text-muted-foreground">{t('autoFund.needsMethod')}</p>
      ) : null}
      {at ? (
        <p className="mt-2 text-sm text-muted-foreground">
          {t(on ? 'autoFund.onBy' : 'autoFund.offBy', { name: by ?? '', date: format.dateTime(at) })}
        </p>
      ) : null}
      {change.error && !confirming ? (
        <Alert tone="problem" className="mt-3">
          {explain(change.error)}
        </Alert>
      ) : null}
      {confirming && usual ? (
        <ConfirmDialog
          title={t('autoFund.askTitle')}
          text={t('autoFund.askText', { method: isolateBidi(methodName(usual)) })}
          submitLabel={t('autoFund.switchOn')}
          pending={change.isPending}
          error={change.error}
          onConfirm={() => change.mutate({ on: true }, { onSuccess: () => setConfirming(false) })}
          onClose={() => setConfirming(false)}
        />
      ) : null}
    </div>
  );
}
