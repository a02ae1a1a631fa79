import { useTranslation } from 'react-i18next';
import type { ReactNode } from 'react';
import { type Operator, SUBPROCESSOR_PURPOSES, TRANSFER_TOOLS } from '../../../server/core/operator.ts';
import { FactsTable } from '@/features/policies/FactsTable.tsx';
import { useOperator } from '@/features/policies/use-operator.ts';
import { useFormat } from '@/lib/format.ts';
import { Alert } from '@/ui/alert.tsx';
import { Button } from '@/ui/button.tsx';

const COUNTRY_CODE = /^[A-Z]{2}$/u;

/** What the operator's settings say, once they have come; a retry when they do not. */
function WithOperator({ rows, children }: { rows: number; children: (operator: Operator) => ReactNode }) {
  const { t } = useTranslation('policies');
  const { t: common } = useTranslation();
  const { operator, failed, retry } = useOperator();
  if (failed)
    return (
      <Alert tone="problem" action={<Button onClick={retry}>{common('action.tryAgain')}</Button>}>
        {t('operator.failed')}
      </Alert>
    );
  if (!operator)
    return <div aria-busy="true" aria-label={common('label.loading')} style={{ minHeight: `${rows * 2.25}rem` }} />;
  return (
    <>
      {operator.fictitious ? (
        <Alert tone="caution" role="note" className="mb-3">
          {t('operator.fictitious')}
        </Alert>
      ) : null}
      {children(operator)}
    </>
  );
}

/** Left to right in every language, such as a mail address or a number. */
const code = (value: string, href?: string) =>
  href ? (
    <a dir="ltr" href={href} className="link">
      {value}
    </a>
  ) : (
    <bdi dir="ltr">{value}</bdi>
  );

const FACTS = {
  imprint: [
    'name',
    'address',
    'register',
    'vat',
    'contact',
    'support',
    'privacy',
    'phone',
    'eu',
    'uk',
    'dpo',
    'law',
    'venue',
  ],
  controller: ['name', 'address', 'privacy', 'eu', 'uk', 'dpo'],
} as const;

/** The operator as a list of facts: all of the imprint, or who is responsible for personal data. */
export function OperatorFacts({ facts }: { facts: keyof typeof FACTS }) {
  const { t } = useTranslation('policies');
  const format = useFormat();
  const place = (value: string) => (COUNTRY_CODE.test(value) ? format.countryName(value) : <bdi>{value}</bdi>);
  const orNone = (value: string | null) => (value === null ? t('operator.none') : <bdi>{value}</bdi>);
  return (
    <WithOperator rows={FACTS[facts].length}>
      {(operator) => {
        const values: Record<(typeof FACTS)['imprint'][number], ReactNode> = {
          name: <bdi>{operator.name}</bdi>,
          address: <bdi>{operator.address}</bdi>,
          register: <bdi>{operator.register}</bdi>,
          vat: code(operator.vat),
          contact: code(operator.contactEmail, `mailto:${operator.contactEmail}`),
          privacy: code(operator.privacyEmail, `mailto:${operator.privacyEmail}`),
          support: code(operator.supportEmail, `mailto:${operator.supportEmail}`),
          phone: code(operator.phone, `tel:${operator.phone.replace(/[^+\d]/gu, '')}`),
          eu: orNone(operator.euRepresentative),
          uk: orNone(operator.ukRepresentative),
          dpo: orNone(operator.dataProtectionOfficer),
          law: place(operator.law),
          venue: <bdi>{operator.venue}</bdi>,
        };
        return (
          <dl className="grid gap-x-6 text-ui sm:grid-cols-[14rem_minmax(0,1fr)]">
            {FACTS[facts].map((id) => (
              <div key={id} className="contents">
                <dt className="text-muted-foreground max-sm:mt-2.5 sm:py-1.5">{t(`operator.${id}`)}</dt>
                <dd className="wrap-anywhere sm:py-1.5">{values[id]}</dd>
              </div>
            ))}
          </dl>
        );
      }}
    </WithOperator>
  );
}

export function SubprocessorTable({ label }: { label: string }) {
  const { t } = useTranslation('policies');
  const format = useFormat();
  const purposeOf = (value: string) => SUBPROCESSOR_PURPOSES.find((known) => known === value);
  const toolOf = (value: string) => TRANSFER_TOOLS.find((known) => known === value);
  return (
    <WithOperator rows={6}>
      {({ subprocessors }) => (
        <FactsTable
          label={label}
          columns={(['name', 'purpose', 'country', 'transfer'] as const).map((id) => t(`subprocessor.column.${id}`))}
          widths={['28%', '30%', '14%', '28%']}
          rows={subprocessors.map(({ name, purpose, country, transfer }, index) => {
            const knownPurpose = purposeOf(purpose);
            const knownTool = toolOf(transfer);
            return {
              id: String(index),
              cells: [
                <bdi key="name">{name}</bdi>,
                knownPurpose ? t(`subprocessor.purpose.${knownPurpose}`) : <bdi key="purpose">{purpose}</bdi>,
                COUNTRY_CODE.test(country) ? format.countryName(country) : <bdi key="country">{country}</bdi>,
                knownTool ? t(`subprocessor.transfer.${knownTool}`) : <bdi key="transfer">{transfer}</bdi>,
              ],
            };
          })}
        />
      )}
    </WithOperator>
  );
}
