import type { FeeTerms } from '../../server/features/ledger/charges/rules.ts';
import { readFee } from '../../server/features/policies/fees/rules.ts';

/** The service fee of brands in force when the page was sent; the server writes it into the page. */
export const SERVICE_FEE: FeeTerms = readFee(
  typeof document === 'undefined' ? undefined : document.documentElement.dataset['fee'],
);
