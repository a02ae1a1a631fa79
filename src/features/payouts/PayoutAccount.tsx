import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { accountFix, bankFor, BUSINESS_TYPES } from '../../../server/features/payouts/rules.ts';
import type { PayoutAccountDto } from '../../../server/features/payouts/schema.ts';
import { RefusalAlert } from '@/components/gates/RefusalAlert.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { bankLines } from '@/features/payouts/bank-accounts.ts';
import { requirementGroups } from '@/features/payouts/requirement-group.ts';
import { countryOptions } from '@/lib/countries.ts';
import { useFormat } from '@/lib/format.ts';
import { currentLocale } from '@/lib/i18n.ts';
import { maskedNumber } from '../../../server/core/masked-number.ts';
import { api, appError, trpc } from '@/lib/trpc.ts';
import { useLeaving } from '@/lib/use-leaving.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';
import { Field } from '@/ui/field.tsx';
import { Select } from '@/ui/select.tsx';

/** The payout account: connect a bank at the provider, what is missing, or that it is complete. */
export function PayoutAccount({ account }: { account: PayoutAccountDto }) {
  const { t } = useTranslation('payouts');
  const { leaving, leaveFor } = useLeaving();
  const start = trpc.payouts.startOnboarding.useMutation({ onSuccess: ({ url }) => leaveFor(url) });
  const check = trpc.payouts.refreshAccount.useMutation({ onSettled: () => api.payouts.invalidate() });
  const fix = accountFix(account);
  const pending = start.isPending || leaving;
  const unsupported = appError(start.error)?.data['problem'] === 'country_unsupported';
  const toProvider = (label: string, variant: 'ink' | 'outline' = 'ink') => (
    <Button
      variant={variant}
      pending={pending}
      onClick={() => start.mutate({ country: account.country ?? '', businessType: account.businessType })}
    >
      {label}
    </Button>
  );
  return (
    <div className="grid gap-4">
      <RefusalAlert error={unsupported ? check.error : (start.error ?? check.error)} />
      {account.state === 'none' ? (
        <NewAccount
          account={account}
          unsupported={unsupported ? start.variables?.country : undefined}
          pending={pending}
          onConnect={start.mutate}
        />
      ) : fix === 'connect_anew' ? (
        <>
          <Alert tone="problem" title={t('account.goneTitle')}>
            {t('account.gone')}
          </Alert>
          <div>{toProvider(t('account.connectAnew'))}</div>
        </>
      ) : fix === 'contact_us' ? (
        <Alert tone="problem" title={t(account.state === 'disabled' ? 'account.disabledTitle' : 'account.pausedTitle')}>
          {t('account.disabled')}
        </Alert>
      ) : account.state === 'enabled' ? (
        <>
          <AccountFacts account={account} />
          <div>{toProvider(t('account.change'), 'outline')}</div>
        </>
      ) : (
        <>
          <Missing account={account} />
          <div className="flex flex-wrap gap-2">
            {toProvider(t('account.continue'))}
            <Button pending={check.isPending} onClick={() => check.mutate()}>
              {t('account.check')}
            </Button>
          </div>
        </>
      )}
      <p className="text-xs text-muted-foreground">{t('account.whoKeeps')}</p>
    </div>
  );
}

interface NewAccountProps {
  account: PayoutAccountDto;
  /** The provider pays out nothing in this country. */
  unsupported: string | undefined;
  pending: boolean;
  onConnect: (payee: Pick<PayoutAccountDto, 'businessType'> & { country: string }) => void;
}

/** Who is paid, and where: the provider's account keeps both. */
function NewAccount({ account, unsupported, pending, onConnect }: NewAccountProps) {
  const { t } = useTranslation('payouts');
  const { t: common } = useTranslation();
  const format = useFormat();
  const [country, setCountry] = useState(account.country ?? '');
  const [businessType, setBusinessType] = useState(account.businessType);
  const [missing, setMissing] = useState(false);
  const countryError =
    unsupported === country
      ? t('account.countryUnsupported')
      : missing && country === ''
        ? t('account.chooseCountry')
        : undefined;
  return (
    <>
      <p className="max-w-56ch text-ui">{t('account.none')}</p>
      <Field id="payout-type" label={t('account.paidAs')} hint={t('account.paidAsHint')} className="max-w-[320px]">
        <Select
          id="payout-type"
          aria-describedby="payout-type-hint"
          value={businessType}
          onValueChange={(value) => setBusinessType(BUSINESS_TYPES.find((type) => type === value) ?? businessType)}
          options={BUSINESS_TYPES.map((value) => ({ value, label: t(`businessType.${value}`) }))}
        />
      </Field>
      <Field
        id="payout-country"
        label={t('account.country')}
        hint={t('account.countryHint')}
        error={countryError}
        className="max-w-[320px]"
      >
        <Select
          id="payout-country"
          aria-invalid={countryError ? true : undefined}
          aria-describedby={countryError ? 'payout-country-error' : 'payout-country-hint'}
          placeholder={common('form.choose')}
          value={country}
          onValueChange={setCountry}
          options={countryOptions((code) => format.countryName(code), currentLocale())}
        />
      </Field>
      {country === '' ? null : (
        <p role="status" className="text-ui font-semibold">
          {t('account.countryFixed', { country: format.countryName(country) })}
        </p>
      )}
      <div>
        <Button
          variant="ink"
          pending={pending}
          onClick={() => (country === '' ? setMissing(true) : onConnect({ country, businessType }))}
        >
          {t('account.connect')}
        </Button>
      </div>
    </>
  );
}

/** A complete account: its banks and its payee. A new bank waits first. */
function AccountFacts({ account }: { account: PayoutAccountDto }) {
  const { t } = useTranslation('payouts');
  const format = useFormat();
  const bank = bankFor(account, account.currency);
  const lines = bankLines(account.banks);
  return (
    <>
      <dl className="grid max-w-[420px] cols-auto-1fr gap-x-6 gap-y-1.5 text-ui">
        <dt className="text-muted-foreground">{t('account.bank')}</dt>
        <dd className="font-semibold">
          {lines.length > 1 ? (
            <ul>
              {lines.map(({ key, name }) => (
                <li key={key}>
                  <bdi dir="ltr">{name}</bdi>
                </li>
              ))}
            </ul>
          ) : (
            <bdi dir="ltr">{bank ? maskedNumber(bank.last4) : '–'}</bdi>
          )}
        </dd>
        <dt className="text-muted-foreground">{t('account.paidAs')}</dt>
        <dd>{t(`businessType.${account.businessType}`)}</dd>
        <dt className="text-muted-foreground">{t('account.country')}</dt>
        <dd>{account.country ? format.countryName(account.country) : '–'}</dd>
        <dt className="text-muted-foreground">{t('account.currency')}</dt>
        <dd>{account.currency ? format.currencyName(account.currency) : '–'}</dd>
      </dl>
      {lines.map(({ key, name, coolingUntil }) =>
        coolingUntil ? (
          <Alert key={key} tone="note" title={lines.length > 1 ? <bdi dir="ltr">{name}</bdi> : undefined}>
            {t('account.cooling')} <DateText value={coolingUntil} className="font-semibold" />
          </Alert>
        ) : null,
      )}
    </>
  );
}

/** What the provider still requests; nothing while it checks what it has. */
function Missing({ account }: { account: PayoutAccountDto }) {
  const { t } = useTranslation('payouts');
  const groups = requirementGroups(account.requirements);
  return (
    <>
      <p className="max-w-56ch text-ui">{t(groups.length > 0 ? 'account.missing' : 'account.checking')}</p>
      {groups.length > 0 ? (
        <ul className="grid list-disc gap-1 ps-5 text-ui">
          {groups.map((group) => (
            <li key={group}>{t(`requirement.${group}`)}</li>
          ))}
        </ul>
      ) : null}
    </>
  );
}
