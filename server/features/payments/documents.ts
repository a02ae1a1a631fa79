import { sql } from 'kysely';
import type { SystemContext } from '../../context.ts';
import { newId } from '../../core/ids.ts';
import type { Currency } from '../../core/money.ts';
import { documentNumber } from './rules.ts';
import type { DocumentDto, PaperRef, StatementItem } from './schema.ts';

export interface NewDocument {
  kind: DocumentDto['kind'];
  orgId: string;
  currency: Currency;
  amount: number;
  contractId?: string;
  milestoneId?: string;
  payoutId?: string;
  /** What the paper says: lines, rates, parties. Frozen with it. */
  data: Record<string, string | number | null>;
  /** What a payout consists of. Frozen with it. */
  items?: readonly StatementItem[];
}

/** Whom a document is made out to, as the billing profile says now; frozen with the document. */
export async function buyerOf(tx: SystemContext, orgId: string, name: string): Promise<NewDocument['data']> {
  const row = await tx.db
    .selectFrom('billing_profiles')
    .select(['legal_name', 'country', 'tax_id', 'address', 'po_number'])
    .where('org_id', '=', orgId)
    .executeTakeFirst();
  return {
    buyer: row?.legal_name || name,
    buyerAddress: row?.address || null,
    buyerCountry: row?.country ?? null,
    buyerTaxId: row?.tax_id || null,
    buyerPo: row?.po_number || null,
  };
}

/** Numbers of the papers that a refund of this payment corrects, in the order in which they were issued; of a milestone funded before papers named their payment, its only ones. */
export async function papersOf(
  tx: SystemContext,
  input: { milestoneId: string; paymentId: string },
): Promise<string[]> {
  const rows = await tx.db
    .selectFrom('documents')
    .select(['kind', 'year', 'number'])
    .where('milestone_id', '=', input.milestoneId)
    .where('kind', 'in', ['receipt', 'fee_invoice'])
    .where(sql<boolean>`coalesce(data->>'paymentId', ${input.paymentId}) = ${input.paymentId}`)
    .orderBy('issued_at')
    .orderBy('kind', 'desc')
    .execute();
  return rows.map((r) => documentNumber(r.kind as DocumentDto['kind'], r.year, r.number));
}

/**
 * Issues a numbered document in the caller's transaction. Numbers of a kind and year have no gap, so its counter stays
 * locked until commit: issue late. Answers its id and its number, e.g. R-2026-000042. Role sponsio_worker only.
 */
export async function issueDocument(tx: SystemContext, doc: NewDocument): Promise<PaperRef> {
  const id = newId();
  const at = tx.clock.now();
  const year = at.getUTCFullYear();
  const { rows } = await sql<{ number: number }>`
    with counter as (
      insert into document_counters(kind, year, last) values (${doc.kind}, ${year}, 1)
        on conflict (kind, year) do update set last = document_counters.last + 1 returning last
    )
    insert into documents(id, org_id, kind, year, number, currency, amount, contract_id, milestone_id, payout_id, data, issued_at)
      select ${id}::uuid, ${doc.orgId}::uuid, ${doc.kind}, ${year}, last, ${doc.currency}, ${doc.amount}, ${doc.contractId ?? null}::uuid,
             ${doc.milestoneId ?? null}::uuid, ${doc.payoutId ?? null}::uuid, ${JSON.stringify(doc.items ? { ...doc.data, items: doc.items } : doc.data)}::jsonb, ${at}::timestamptz
        from counter returning number`.execute(tx.db);
  const [issued] = rows;
  if (!issued) throw new Error(`no number for a ${doc.kind}`);
  return { id, number: documentNumber(doc.kind, year, issued.number) };
}
