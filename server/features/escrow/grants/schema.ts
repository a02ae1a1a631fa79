/** In what a member of a brand offers or gives the creator held money, beside parts and approvals. */
export type GrantKind = 'cancel' | 'dispute' | 'bonus' | 'post';

/** The proposal to cancel, dispute, addendum or live post. */
export interface GrantSubject {
  kind: GrantKind;
  id: string;
}
