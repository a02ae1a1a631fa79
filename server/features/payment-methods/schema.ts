import * as z from 'zod';
import { uuid } from '../../core/inputs.ts';
import { pageInput } from '../../core/pagination.ts';

export const methodId = z.strictObject({ methodId: uuid });
export const autoFundInput = z.strictObject({ on: z.boolean() });
export const changeLogInput = pageInput;

export type MethodKind = 'card' | 'bank_debit';
/** `abandoned`: its page was left or refused it. */
export type MethodState = 'setting_up' | 'active' | 'removing' | 'removed' | 'abandoned';
/** `started`: the payment is made, its outcome is the payment's; `to_confirm`: the bank requires its card's holder. */
export type AutoFundingState = 'due' | 'started' | 'to_confirm' | 'failed' | 'dropped';

export interface PaymentMethodDto {
  id: string;
  kind: MethodKind;
  /** Of a card. */
  brand: string | null;
  last4: string;
  expMonth: number | null;
  expYear: number | null;
  /** A card past its last month. */
  expired: boolean;
  isDefault: boolean;
  /** A payment with it is under way, so that it cannot be removed. */
  inUse: boolean;
  /** It is being removed at the provider. */
  removing: boolean;
  addedBy: string | null;
  addedAt: Date;
}
export interface PaymentMethodsDto {
  methods: PaymentMethodDto[];
  autoFund: { on: boolean; by: string | null; at: Date | null };
  canEdit: true | 'auth.not_allowed';
}
export interface MethodSetup {
  methodId: string;
  /** Hosted page on which it is saved. */
  url: string;
}
export interface MethodAnswer {
  state: MethodState;
  method: PaymentMethodDto | null;
}

/** A line of the log of changes. */
export interface SettingsChange {
  id: string;
  action: SettingsAction;
  by: string | null;
  at: Date;
  data: Record<string, string | number | boolean | null>;
}
export const SETTINGS_ACTIONS = [
  'billing.saved',
  'release_limits.saved',
  'payment_method.added',
  'payment_method.default',
  'payment_method.removed',
  'auto_fund.on',
  'auto_fund.off',
  'payout_account.started',
  'payout_account.replaced',
  'payout_account.updated',
  'payout_schedule.saved',
  'tax_profile.saved',
] as const;
export type SettingsAction = (typeof SETTINGS_ACTIONS)[number];
