import { useTranslation } from 'react-i18next';
import type { BillingDto } from '../../../server/features/orgs/schema.ts';
import { RequestBilling } from '@/components/deal/RequestBilling.tsx';
import { useFormat } from '@/lib/format.ts';

/** The billing details for those who may not change them: what is saved, and who can. */
export function BillingFacts({ billing }: { billing: BillingDto }) {
  const { t } = useTranslation('payments');
  const format = useFormat();
  const facts = [
    ['legalName', billing.legalName],
    ['country', billing.country && format.countryName(billing.country)],
    ['taxId', billing.taxId],
    ['address', billing.address],
    ['invoiceEmail', billing.invoiceEmail],
    ['poNumber', billing.poNumber],
  ] as const;
  const known = facts.filter(([, value]) => value);
  return (
    <>
      {known.length > 0 ? (
        <dl className="mb-4 grid text-ui">
          {known.map(([name, value]) => (
            <div key={name} className="flex flex-wrap justify-between gap-x-4 border-b border-border py-2">
              <dt className="text-muted-foreground">{t(`billing.${name}`)}</dt>
              <dd className="min-w-0 font-medium whitespace-pre-line">
                <bdi>{value}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
      <RequestBilling complete={billing.complete} />
    </>
  );
}
