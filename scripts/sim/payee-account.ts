import type { KnownBank } from '../../server/features/payouts/banks/rules.ts';
import type { EngineProvider } from './provider.ts';

/** A payee has one account at the provider. */
export interface PayeeAccount {
  id: string;
  /** Our row says that it can be paid. */
  ready: boolean;
  banks: KnownBank[];
  /** When its bank accounts were exchanged at the provider. */
  exchanged: number[];
}

/** By currency, as the product reads them. */
export const inOrder = (banks: readonly KnownBank[]): KnownBank[] =>
  banks.toSorted((a, b) => (a.currency < b.currency ? -1 : 1));

/** What a new account begins with: its bank accounts have been known for long. */
export function newPayee(provider: EngineProvider, org: string): PayeeAccount {
  const id = provider.newAccount(org);
  const banks = provider.retrieveBanks(id).map((bank) => ({ ...bank, changedAt: null, notifiedAt: null }));
  return { id, ready: true, banks: inOrder(banks), exchanged: [] };
}
