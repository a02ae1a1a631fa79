import { ADDRESSES } from '../../core/addresses.ts';
import { termsTotal } from '../terms/rules.ts';
import type { CardRow } from './queries/cards.ts';
import type { Reader } from './queries/conversations.ts';
import type { CardEntry } from './schema.ts';
import type { CardAction } from './rules.ts';

function actionOf(row: CardRow, side: 'brand' | 'creator' | 'agency'): CardAction | null {
  if (side === 'agency') return null;
  if (row.card === 'offer') return ['sent', 'countered'].includes(row.state) && row.turn === side ? 'answer' : null;
  if (row.card === 'contract') return row.unsigned ? 'sign' : null;
  if (row.state === 'submitted') return side === 'brand' ? 'review' : null;
  return row.state === 'changes_requested' && side === 'creator' ? 'fix' : null;
}

export function toCard(row: CardRow, { orgKind }: Reader): CardEntry {
  const link =
    row.card === 'submission'
      ? ADDRESSES.review(row.target ?? row.id)
      : row.target
        ? ADDRESSES.deal(row.target)
        : ADDRESSES.offer(row.id);
  return {
    type: 'card',
    id: `${row.card}:${row.id}`,
    card: row.card,
    title: row.title,
    state: row.state,
    amount: row.terms ? termsTotal(row.terms) : row.amount,
    currency: row.currency,
    at: row.at,
    link,
    action: actionOf(row, orgKind === 'brand' || orgKind === 'agency' ? orgKind : 'creator'),
  };
}
