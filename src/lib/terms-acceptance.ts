import type { AgreeingAct } from '../../server/features/agreements/schema.ts';
import { type Confirmation, confirmationLink, createConfirmation } from '@/lib/confirmation.ts';
import type { RefusalOf } from '@/lib/refusal-link.ts';

/** The act that needs the terms in force to be accepted. */
export type RequestedAcceptance = Confirmation<AgreeingAct>;

/** `request` opens the one dialog that accepts the terms. */
export const {
  request: requestAcceptance,
  current: requestedAcceptance,
  useOpen: useRequestedAcceptance,
} = createConfirmation<AgreeingAct>();

/** For acts that need the terms in force. */
export const acceptanceLink = (refusalOf: RefusalOf) =>
  confirmationLink(refusalOf, 'agreements.terms_not_accepted', (data) => requestAcceptance(data['act'] as AgreeingAct));
