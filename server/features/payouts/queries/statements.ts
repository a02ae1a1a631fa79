import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import type { DocumentKind } from '../../documents/schema.ts';

export interface IssuedRow {
  id: string;
  kind: DocumentKind;
  year: number;
  number: number;
  series: string | null;
  amount: number;
  issuedAt: Date;
}

/** The documents of a payout: its statement, and what was issued to the org about the earnings that it carries. */
export async function documentsOfPayout(
  db: Db,
  { orgId, payoutId }: { orgId: string; payoutId: string },
): Promise<IssuedRow[]> {
  const { rows } = await sql<IssuedRow>`
    select d.id, d.kind, d.year, d.number, d.series, d.amount::bigint as amount, d.issued_at as "issuedAt" from documents d
     where d.org_id = ${orgId}::uuid and d.payout_id = ${payoutId}::uuid
    union all
    select d.id, d.kind, d.year, d.number, d.series, d.amount::bigint, d.issued_at from transfers t
      join documents d on d.milestone_id = t.milestone_id and d.org_id = t.payee_org
        and d.kind in ('self_billed_invoice', 'earnings_statement', 'commission_note') and coalesce((d.data->>'part')::int, 1) = t.part
     where t.payout_id = ${payoutId}::uuid and t.payee_org = ${orgId}::uuid
     order by 7, 1`.execute(db);
  return rows;
}
