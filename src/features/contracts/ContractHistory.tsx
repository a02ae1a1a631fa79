import { useTranslation } from 'react-i18next';
import type { ContractDetail } from '../../../server/features/contracts/schema.ts';
import { DateText } from '@/components/time/DateText.tsx';

/** What happened to the contract until it was in force, expired or was declined, oldest first. */
export function ContractHistory({ contract }: { contract: ContractDetail }) {
  const { t } = useTranslation('contracts');
  const { createdAt, signatures, signedAt, lapsedAt, declined, brand, creator } = contract;
  const entries: { at: Date; text: string; reason?: string }[] = [
    { at: createdAt, text: t('history.created') },
    ...signatures.map(({ signedAt: at, name }) => ({ at, text: t('history.signed', { name }) })),
    ...(signedAt ? [{ at: signedAt, text: t('history.active') }] : []),
    ...(lapsedAt && declined
      ? [
          {
            at: lapsedAt,
            text: t('history.declined', { name: declined.side === 'brand' ? brand.name : creator.name }),
            reason: declined.reason,
          },
        ]
      : lapsedAt
        ? [{ at: lapsedAt, text: t('history.expired') }]
        : []),
  ];
  return (
    <section aria-labelledby="contract-history">
      <h2 id="contract-history" className="heading-section">
        {t('history.title')}
      </h2>
      <ol className="text-ui">
        {entries.map(({ at, text, reason }, index) => (
          <li key={index} className="border-b border-border py-2 last:border-b-0">
            <p>{text}</p>
            {reason ? (
              <p dir="auto" className="text-sm whitespace-pre-line">
                {reason}
              </p>
            ) : null}
            <DateText value={at} className="text-sm text-muted-foreground" />
          </li>
        ))}
      </ol>
    </section>
  );
}
