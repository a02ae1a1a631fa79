import { isCurrency, type Money } from '../../../server/core/money.ts';
import type { CaseDetails, CaseDto } from '../../../server/features/cases/schema.ts';

/** Sums among the facts of a case, with the fact that names their currency; without one it is that of the case. */
const SUMS = {
  cap: null,
  lost: null,
  net: null,
  quoted: 'quoted_currency',
  received: 'received_currency',
  refunded: null,
  settled: 'settled_currency',
  surplus: null,
  withdrawn: 'withdrawn_currency',
} as const;

/** Facts that have a name of their own; another is shown under its key. */
export const NAMED_FACTS = [
  ...(Object.keys(SUMS) as (keyof typeof SUMS)[]),
  'actionable',
  'ad',
  'charge',
  'code',
  'converted',
  'days',
  'debtPayment',
  'dispute',
  'domain',
  'event',
  'evidenceRefused',
  'failed',
  'handle',
  'leg',
  'lines',
  'method',
  'network',
  'object',
  'orgId',
  'outcome',
  'part',
  'reason',
  'refund',
  'reversal',
  'status',
  'transfer',
  'type',
  'warning',
] as const;
export type NamedFact = (typeof NAMED_FACTS)[number];

export const isNamed = (key: string): key is NamedFact => (NAMED_FACTS as readonly string[]).includes(key);

/** What stands elsewhere in the dialog: the state of a bank's dispute has a sentence, a currency stands with its sum. */
const isShownElsewhere = (key: string): boolean => key === 'bank_dispute' || key.endsWith('_currency');

export interface CaseFact {
  key: string;
  value: Money | string | boolean;
}

function sumOf(key: string, value: unknown, details: CaseDetails, currency: string | null): Money | null {
  if (!Object.hasOwn(SUMS, key) || typeof value !== 'number') return null;
  const named = SUMS[key as keyof typeof SUMS];
  const code = (named === null ? null : details[named]) ?? currency;
  return typeof code === 'string' && isCurrency(code) ? { amount: value, currency: code } : null;
}

/** The facts of a case in their order, sums as money. */
export const factsOf = ({ details, currency }: Pick<CaseDto, 'details' | 'currency'>): CaseFact[] =>
  Object.entries(details).flatMap(([key, value]) =>
    value === null || isShownElsewhere(key)
      ? []
      : [
          {
            key,
            value: sumOf(key, value, details, currency) ?? (typeof value === 'boolean' ? value : String(value)),
          },
        ],
  );
