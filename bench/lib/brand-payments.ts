import type { Db } from '../../db/client.ts';
import type { OrgActor, OrgContext } from '../../server/context.ts';
import { systemClock } from '../../server/core/clock.ts';
import { documentMonths, listDocuments } from '../../server/features/documents/service.ts';
import { postings } from '../../server/features/escrow/deals/deal.ts';
import { listPayments, paymentSummary } from '../../server/features/payments/overview.ts';
import type { Integrations } from '../../server/integrations/integrations.ts';
import { BRAND, loadDeals, uuid } from './released-deals.ts';

type Run = (text: string) => Promise<unknown>;
/** Postings of a deal: funded, its fee, the release, the claim and the transfer. */
export const POSTINGS_OF_DEAL = 5;

const OTHER_BRAND = uuid(9, 3);
/** One deal of so many is the brand's, the others are another brand's. */
const SHARE = 3;

/**
 * A brand with that many deals, all of them paid and most of them released, beside another one with twice as many. As a
 * superuser, without triggers.
 */
export async function loadBrand(run: Run, deals: number): Promise<void> {
  await loadDeals(run, SHARE * deals);
  await run(
    `insert into orgs(id, kind, name, slug, created_by) values ('${OTHER_BRAND}', 'brand', 'Other Brand', 'other-brand', 'o')`,
  );
  const others = `('x' || right(contract.id::text, 12))::bit(48)::bigint % ${SHARE} <> 0`;
  for (const table of ['milestones', 'payments', 'documents'])
    await run(
      `update ${table} own set ${table === 'documents' ? 'org_id' : 'brand_org'} = '${OTHER_BRAND}' from contracts contract where contract.id = own.contract_id and ${others}`,
    );
  await run(`update contracts contract set brand_org = '${OTHER_BRAND}' where ${others}`);
  await run(`update milestones set state = case seq_of % 10 when 0 then 'funded' when 1 then 'delivered' else 'released' end, updated_at = created_at
    from (select id as key, row_number() over (order by id) as seq_of from milestones) numbered where key = id`);
  await run(`update ledger_accounts a set org_id = m.brand_org from milestones m where a.scope = m.id::text`);
  await run(`insert into ledger_org_totals(org_id, currency, code, kind, debit, credit)
    select a.org_id, e.currency, a.code, t.kind, sum(e.debit), sum(e.credit) from ledger_accounts a join ledger_entries e on e.account_id = a.id join ledger_tx t on t.id = e.tx_id
      where a.org_id is not null and a.code in ('ESCROW_HELD', 'FEE_DEFERRED') group by a.org_id, e.currency, a.code, t.kind`);
}

/** What /payments reads, each as the brand's owner; `n` chooses the milestone of the drawer. */
export function paymentReads(db: Db, deals: number): Record<string, (n: number) => Promise<unknown>> {
  const actor: OrgActor = {
    kind: 'org',
    userId: 'b',
    name: 'Bench',
    email: 'bench@test.example',
    emailVerified: true,
    sessionId: 'bench',
    orgId: BRAND,
    orgKind: 'brand',
    role: 'owner',
  };
  const integrations = {
    settings: { clockPolicy: 'standard', mode: 'test', platformCountry: 'FR' },
  } as unknown as Integrations;
  const ctx: OrgContext = { db, actor, clock: systemClock, integrations, requestId: 'bench', requestKey: null };
  const page = { limit: 25, q: '' } as const;
  return {
    'payments, all': () => listPayments(ctx, { ...page, state: 'all' }),
    'payments, second page': async () => {
      const { next } = await listPayments(ctx, { ...page, state: 'all', limit: 1 });
      return listPayments(ctx, { ...page, state: 'all', ...(next ? { after: next } : {}) });
    },
    'payments in escrow': () => listPayments(ctx, { ...page, state: 'held' }),
    'payments to approve': () => listPayments(ctx, { ...page, state: 'to_approve' }),
    'payments, a text that no row holds': () => listPayments(ctx, { ...page, state: 'all', q: 'zebra crossing' }),
    sums: () => paymentSummary(ctx),
    'postings of a milestone': (n) => postings(ctx, { milestoneId: uuid(2, SHARE * (1 + ((n * 7_919) % deals))) }),
    documents: () => listDocuments(ctx, { limit: 25 }),
    'months of documents': () => documentMonths(ctx),
  };
}
