import { useTranslation } from 'react-i18next';
import type { DisputeDto, DisputeIf, DisputeRoomDto } from '../../../server/features/disputes/schema.ts';
import { WhatHappensIf } from '@/components/deal/WhatHappensIf.tsx';
import { useSplitValues } from '@/components/disputes/dispute-words.ts';
import { DateText } from '@/components/time/DateText.tsx';

/** Every act that is open, and every phase that ends without one, with its effect as the server computes it. */
export function DisputeWhatIf({ room, dispute }: { room: DisputeRoomDto; dispute: DisputeDto }) {
  const { t } = useTranslation('disputes');
  const { money, nameOf, splitAt } = useSplitValues(room.milestone, dispute.amount);
  if (room.whatIf.length === 0) return null;
  const names = { silent: nameOf(dispute.openedSide === 'brand' ? 'creator' : 'brand') };
  const moves = ({ event, creatorGets }: DisputeIf) => {
    if (event === 'cross') return t('whatIf.asProposed');
    if (creatorGets === null) return t('whatIf.held', { amount: money(dispute.amount) });
    if (creatorGets > 0 && creatorGets < dispute.amount) return t('split', splitAt(creatorGets));
    return t('whatIf.all', { amount: money(dispute.amount), name: nameOf(creatorGets > 0 ? 'creator' : 'brand') });
  };
  return (
    <WhatHappensIf
      choiceLabel={t('whatIf.choice')}
      consequences={room.whatIf.map((row) => ({
        id: row.event,
        choice: t(`whatIf.if.${row.event}`, names),
        then:
          row.event === 'withdraw' && row.creatorGets !== null
            ? t('whatIf.then.withdrawPending')
            : t(`whatIf.then.${row.event}`, names),
        money: moves(row),
        when: row.at ? <DateText value={row.at} /> : t('whatIf.atOnce'),
      }))}
    />
  );
}
