/** In what a member of a brand offers or gives the creator held money, beside parts and approvals. */
export type GrantKind = 'cancel' | 'dispute' | 'bonus';

/** The proposal to cancel, dispute or addendum. */
export interface GrantSubject {
  kind: GrantKind;
  id: string;
}
