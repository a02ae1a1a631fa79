import { sql } from 'kysely';
import { endingRows } from '../../../../db/ending-rows.ts';
import type { ExportScope } from '../../../registration.ts';

/** Late: past their deadline, or signed by both and still not applied. */
export const openAddenda = endingRows(
  'addenda',
  ({ before, since }) => sql<boolean>`deadline_at < ${since} or (state = 'signed' and updated_at < ${before})`,
);

/** Signatures of the orgs' addenda; the other side's address and browser are its personal data. */
export const signaturesToExport = ({ userId, orgIds }: ExportScope) =>
  sql<{
    row: unknown;
  }>`select to_jsonb(t) - case when user_id = ${userId} then '{}'::text[] else '{ip,user_agent,user_id}'::text[] end as row from addendum_signatures t where brand_org = any(${orgIds}::uuid[]) or creator_org = any(${orgIds}::uuid[])`;
