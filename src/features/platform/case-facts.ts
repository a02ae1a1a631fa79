import { isCurrency, type Money } from '../../../server/core/money.ts';
import { VERIFICATION_METHODS } from '../../../server/features/brands/domains/rules.ts';
import { CASE_FACTS, type CaseFactName } from '../../../server/features/cases/facts/rules.ts';
import type { CaseDetails, CaseDto } from '../../../server/features/cases/schema.ts';
import { NETWORKS } from '../../../server/features/connections/rules.ts';
import { DECISION_FAILURES } from '../../../server/features/payments/rules.ts';

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
} as const satisfies Partial<Record<CaseFactName, CaseFactName | null>>;

/** What stands elsewhere in the dialog: the state of a bank's dispute has a sentence, a currency stands with its sum. */
type ShownElsewhere = 'bank_dispute' | Exclude<(typeof SUMS)[keyof typeof SUMS], null>;
const isShownElsewhere = (key: string): key is ShownElsewhere => key === 'bank_dispute' || key.endsWith('_currency');

/** Facts that have a name of their own; another, of a case that an older version opened, is shown under its key. */
export type NamedFact = Exclude<CaseFactName, ShownElsewhere>;
export const NAMED_FACTS: readonly NamedFact[] = CASE_FACTS.filter((key) => !isShownElsewhere(key));
export const isNamed = (key: string): key is NamedFact => (NAMED_FACTS as readonly string[]).includes(key);

/** Facts whose values are codes of ours, which have words; ids and codes of the provider are shown as they are. */
const CODES = {
  failed: DECISION_FAILURES,
  leg: ['creator', 'agent'],
  method: VERIFICATION_METHODS,
  network: NETWORKS,
  outcome: ['open', 'won', 'lost'],
} as const satisfies Partial<Record<CaseFactName, readonly string[]>>;
export type CodedFact = {
  [Name in keyof typeof CODES]: { of: Name; code: (typeof CODES)[Name][number] };
}[keyof typeof CODES];

export interface CaseFact {
  key: string;
  value: Money | CodedFact | string | boolean;
}

function sumOf(key: string, value: unknown, details: CaseDetails, currency: string | null): Money | null {
  if (!Object.hasOwn(SUMS, key) || typeof value !== 'number') return null;
  const named = SUMS[key as keyof typeof SUMS];
  const code = (named === null ? null : details[named]) ?? currency;
  return typeof code === 'string' && isCurrency(code) ? { amount: value, currency: code } : null;
}

const codeOf = (of: string, code: unknown): CodedFact | null =>
  Object.hasOwn(CODES, of) && (CODES[of as keyof typeof CODES] as readonly unknown[]).includes(code)
    ? ({ of, code } as CodedFact)
    : null;

/** The facts of a case in their order: sums as money, our codes as such. */
export const factsOf = ({ details, currency }: Pick<CaseDto, 'details' | 'currency'>): CaseFact[] =>
  Object.entries(details).flatMap(([key, value]) =>
    value === null || isShownElsewhere(key)
      ? []
      : [
          {
            key,
            value:
              sumOf(key, value, details, currency) ??
              codeOf(key, value) ??
              (typeof value === 'boolean' ? value : String(value)),
          },
        ],
  );
