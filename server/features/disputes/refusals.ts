export const REFUSALS = {
  'dispute.approved': 409,
  'dispute.not_funded': 409,
  'dispute.no_time_left': 409,
  'dispute.settled_meanwhile': 409,
  'dispute.executed': 409,
  'dispute.not_decided': 409,
  'dispute.not_yours': 409,
  'dispute.too_late_to_withdraw': 409,
  'dispute.evidence_closed': 409,
  'dispute.related': 403,
  'dispute.same_person': 403,
  'dispute.not_yet': 409,
} as const;
