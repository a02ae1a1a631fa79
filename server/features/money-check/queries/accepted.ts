import { sql } from 'kysely';

/** Whether the payment `p` is suspended money that two staff members accepted. */
export const OF_ACCEPTED = sql<boolean>`exists (select from suspense_decisions s
  where s.payment_id = coalesce(p.lead_id, p.id) and s.decision = 'accept' and s.state = 'done')`;
