import { type Confirmation, confirmationLink, createConfirmation } from '@/lib/confirmation.ts';
import type { RefusalOf } from '@/lib/refusal-link.ts';

/** The action for which the server requires a proof, such as `payout_account`. */
export type RequestedProof = Confirmation<string>;

/** `request` opens the one dialog that proves the user's identity. */
export const { request: requestProof, useOpen: useRequestedProof } = createConfirmation<string>();

/** For calls that require a fresh proof. */
export const stepUpLink = (refusalOf: RefusalOf) =>
  confirmationLink(refusalOf, 'auth.step_up_required', (data) => requestProof(String(data['reason'] ?? '')));
