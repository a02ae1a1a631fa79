import { ADDRESSES, type Address } from '../../core/addresses.ts';
import type * as z from 'zod';
import { withTx, type OrgContext } from '../../context.ts';
import { roleMay } from '../orgs/rules.ts';
import { findDocuments } from '../documents/service.ts';
import { findCampaigns, findDeals, findOffers, findPeople } from './queries.ts';
import type { findInput, FoundGroup, FoundKind, FoundRecord } from './schema.ts';

/** Records of one kind that match by name; further ones are in their list. */
const MAX_PER_KIND = 5;

const LISTS: Record<FoundKind, Address | null> = {
  deal: ADDRESSES.deals,
  campaign: ADDRESSES.ownCampaigns,
  offer: ADDRESSES.offers,
  person: null,
  document: ADDRESSES.documents,
};

function group(kind: FoundKind, records: FoundRecord[]): FoundGroup[] {
  if (records.length === 0) return [];
  return [{ kind, records: records.slice(0, MAX_PER_KIND), more: records.length > MAX_PER_KIND ? LISTS[kind] : null }];
}

/** Records of the actor's org by their title, the name of the other side or a document's number; kinds with nothing are left out. */
export async function findRecords(ctx: OrgContext, { text }: z.output<typeof findInput>): Promise<FoundGroup[]> {
  return withTx(ctx, async (tx) => {
    const { db, actor } = tx;
    const query = { orgId: actor.orgId, text, limit: MAX_PER_KIND + 1 };
    const deals = await findDeals(db, query);
    const campaigns = await findCampaigns(db, query);
    const offers = await findOffers(db, query);
    const people = await findPeople(db, query);
    const documents = roleMay(actor.role, 'money.view') ? await findDocuments(tx, { text, limit: query.limit }) : [];
    return [
      ...group(
        'deal',
        deals.map((d) => ({ id: d.id, title: d.title, detail: d.other, path: ADDRESSES.deal(d.id) })),
      ),
      ...group(
        'campaign',
        campaigns.map((c) => ({ id: c.id, title: c.title, detail: c.own ? null : c.other, path: pathOfCampaign(c) })),
      ),
      ...group(
        'offer',
        offers.map((o) => ({ id: o.id, title: o.title, detail: o.other, path: ADDRESSES.offer(o.id) })),
      ),
      ...group(
        'person',
        people.flatMap((p) => {
          const path =
            p.kind === 'creator' && p.handle
              ? ADDRESSES.creator(p.handle)
              : p.contractId
                ? ADDRESSES.deal(p.contractId)
                : p.offerId
                  ? ADDRESSES.offer(p.offerId)
                  : null;
          return path ? [{ id: p.id, title: p.name, detail: null, path }] : [];
        }),
      ),
      ...group(
        'document',
        documents.map((p) => ({ id: p.id, title: p.number, detail: null, path: `/files/documents/${p.id}.pdf` })),
      ),
    ];
  });
}

/** The user's own draft opens where it was left. */
function pathOfCampaign({ id, own, state }: { id: string; own: boolean; state: string }): Address {
  if (!own) return ADDRESSES.openCampaign(id);
  return state === 'draft' ? ADDRESSES.campaignDraft(id) : ADDRESSES.ownCampaign(id);
}
