import { useTranslation } from 'react-i18next';
import type { DealDto } from '../../../server/features/escrow/schema.ts';
import type { WhatIfRow } from '../../../server/features/escrow/deals/schema.ts';
import { WhatHappensIf } from '@/components/deal/WhatHappensIf.tsx';
import { isLiveOutcome, LazyLiveText } from '@/components/live/lazy.tsx';
import { DateText } from '@/components/time/DateText.tsx';
import { useFormat } from '@/lib/format.ts';

/** Every choice on the current milestone, and doing nothing, with the effect computed by the server's rules. */
export function DealWhatIf({ deal }: { deal: DealDto }) {
  const { t } = useTranslation('deals');
  const format = useFormat();
  if (!deal.whatIf || deal.whatIf.rows.length === 0) return null;
  const name = (recipient: WhatIfRow['recipient']) => (recipient === 'creator' ? deal.creator.name : deal.brand.name);
  const names = { creator: deal.creator.name, brand: deal.brand.name };
  return (
    <WhatHappensIf
      consequences={deal.whatIf.rows.map((row) => ({
        id: row.choice,
        choice: t(`choice.${row.choice}`),
        then: isLiveOutcome(row.outcome) ? (
          <LazyLiveText text={`outcome.${row.outcome}`} words={names} />
        ) : (
          t(`outcome.${row.outcome}` as 'outcome.release', names)
        ),
        money:
          row.recipient === 'none'
            ? t('money.none')
            : row.recipient === 'held'
              ? t('money.held', { amount: format.money({ amount: row.amount, currency: deal.currency }) })
              : t('money.to', {
                  amount: format.money({ amount: row.amount, currency: deal.currency }),
                  name: name(row.recipient),
                }),
        when: row.at ? <DateText value={row.at} /> : t('when.now'),
      }))}
    />
  );
}
