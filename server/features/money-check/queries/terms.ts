import { sql } from 'kysely';
import type { Db } from '../../../../db/client.ts';
import type { ContractDocument } from '../../contracts/schema.ts';
import type { DealTerms } from '../../terms/schema.ts';

/** A contract whose money moves, with the text that was signed. */
export interface SignedContract {
  id: string;
  currency: string;
  document: ContractDocument;
  terms: DealTerms;
  document_hash: string;
  commission_bps: number;
  fee_bps: number;
  tax_bps: number;
}

/** Those of the contracts under which money still moves, after one of them. */
export async function signedContracts(
  db: Db,
  { ids, after, limit }: { ids: readonly string[]; after: string | null; limit: number },
): Promise<SignedContract[]> {
  const { rows } = await sql<SignedContract>`
    select id, currency, document, terms, document_hash, commission_bps, fee_bps, tax_bps from contracts
     where id = any(${ids}::uuid[]) and state = 'active' and (${after}::uuid is null or id > ${after}::uuid)
     order by id limit ${limit}`.execute(db);
  return rows;
}

/** Rows of these contracts that name other parties than the contract, or other rounds of changes or while money moves other dates than the terms in force. */
export async function otherThanTheirContract(
  db: Db,
  ids: readonly string[],
): Promise<{ what: string; currency: string }[]> {
  const { rows } = await sql<{ what: string; currency: string }>`
    select 'milestone ' || m.id || ' has other parties than its contract' as what, c.currency from contracts c join milestones m on m.contract_id = c.id
     where c.id = any(${ids}::uuid[]) and (m.brand_org, m.creator_org, m.agency_org) is distinct from (c.brand_org, c.creator_org, c.agency_org)
    union all
    select 'payment ' || p.id || ' has other parties than its contract', c.currency from contracts c join payments p on p.contract_id = c.id
     where c.id = any(${ids}::uuid[]) and (p.brand_org, p.creator_org) is distinct from (c.brand_org, c.creator_org)
    union all
    select 'milestone ' || m.id || ' has ' || m.rounds_max || ' rounds of changes, its terms say ' || t.rounds, c.currency
      from contracts c join milestones m on m.contract_id = c.id
      -- A bonus is paid when it is funded.
      cross join lateral (select case when m.bonus then 0 else (coalesce(c.amended_terms, c.terms)->>'revisions')::int end as rounds) t
     where c.id = any(${ids}::uuid[]) and m.rounds_max <> t.rounds
    union all
    select 'milestone ' || m.id || ' is due at ' || m.due_at || ', its terms say ' || (t.part->>'dueAt'), c.currency
      from contracts c join milestones m on m.contract_id = c.id
      cross join lateral (select coalesce(c.amended_terms, c.terms)->'milestones'->(m.seq - 1) as part) t
     where c.id = any(${ids}::uuid[]) and c.state = 'active' and (t.part->>'dueAt')::timestamptz <> m.due_at`.execute(
    db,
  );
  return rows;
}
