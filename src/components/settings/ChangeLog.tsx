import { useTranslation } from 'react-i18next';
import { methodName } from '../../../server/features/payment-methods/rules.ts';
import type { SettingsChange } from '../../../server/features/payment-methods/schema.ts';
import { QueryTable } from '@/components/table/QueryTable.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { CURRENCY_CODES, type Currency } from '../../../server/core/money.ts';
import { useFormat } from '@/lib/format.ts';
import { isolateBidi } from '@/lib/isolate-bidi.ts';
import { api } from '@/lib/trpc.ts';

/** Who changed the payment settings, when, and what. */
export function ChangeLog() {
  const { t } = useTranslation('settings-log');
  return (
    <section className="mt-10 border-t border-border pt-6">
      <h2 className="heading-section">{t('title')}</h2>
      <p className="mt-1 mb-3 max-w-60ch text-sm text-muted-foreground">{t('text')}</p>
      <QueryTable<SettingsChange>
        label={t('title')}
        page={(after) => api.paymentMethods.changes.queryOptions({ after, limit: 10 })}
        errorTitle={t('loadFailed')}
        skeletonRows={3}
        emptyState={<p className="text-sm text-muted-foreground">{t('empty')}</p>}
        rowKey={({ id }) => id}
        columns={[
          { id: 'what', header: t('what'), cell: (row) => <What row={row} /> },
          {
            id: 'by',
            header: t('by'),
            phone: 'line',
            cell: ({ by }) => (by ? <bdi>{by}</bdi> : t('platform')),
          },
          { id: 'at', header: t('at'), align: 'end', phone: 'line', cell: ({ at }) => <DateText value={at} /> },
        ]}
      />
    </section>
  );
}

const KEYS = {
  'billing.saved': 'billing',
  'release_limits.saved': 'limits',
  'payment_method.added': 'methodAdded',
  'payment_method.default': 'methodDefault',
  'payment_method.removed': 'methodRemoved',
  'auto_fund.on': 'autoFundOn',
  'auto_fund.off': 'autoFundOff',
  'payout_account.started': 'accountStarted',
  'payout_account.replaced': 'accountReplaced',
  'payout_account.updated': 'accountUpdated',
  'payout_schedule.saved': 'schedule',
  'tax_profile.saved': 'tax',
} as const;

function What({ row }: { row: SettingsChange }) {
  const { t } = useTranslation('settings-log');
  const { t: screens } = useTranslation('screens');
  const format = useFormat();
  const { data } = row;
  const word = (name: string): string => String(data[name] ?? '');
  const currency = CURRENCY_CODES.find((code) => code === data['currency']);
  const money = (amount: number, code: Currency) => format.money({ amount, currency: code });
  if (row.action === 'release_limits.saved') {
    const role = word('role') === 'manager' ? screens('roles.manager') : screens('roles.reviewer');
    const amount = Number(data['amount']);
    return data['mode'] === 'up_to' && currency
      ? t('what_of.limitUpTo', { role, amount: money(amount, currency) })
      : t(data['mode'] === 'unlimited' ? 'what_of.limitNone' : 'what_of.limitNever', { role });
  }
  if (row.action === 'payout_account.updated' && data['bankChanged'] === true) return t('what_of.bankChanged');
  const kind = data['kind'] === 'bank_debit' ? 'bank_debit' : 'card';
  const brand = typeof data['brand'] === 'string' ? data['brand'] : null;
  return t(`what_of.${KEYS[row.action]}`, {
    method: isolateBidi(methodName({ kind, brand, last4: word('last4') })),
    country: data['country'] ? format.countryName(word('country')) : '',
  });
}
