import type { MethodKind } from '../../server/integrations/stripe/provider.ts';

/** How each kind of saved method pays. */
export const SAVERS = {
  card: { card: '4242424242424242' },
  /** The card's bank asks its holder at every charge. */
  strict: { card: '4000002760003184' },
  /** It can be saved, and is declined when it is charged. */
  declined: { card: '4000000000000341' },
  debit: { iban: 'AT611904300234573201' },
  debitFails: { iban: 'AT861904300235473202' },
} as const;

/** A method of the brand that the provider keeps; commands count them from 0. */
export interface SavedMethod {
  providerId: string;
  how: keyof typeof SAVERS;
  kind: MethodKind;
  state: 'active' | 'removing' | 'removed';
  isDefault: boolean;
  savedAt: number;
}
