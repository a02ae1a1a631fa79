import type * as z from 'zod';
import { withTx, type OrgContext } from '../../context.ts';
import type { FindSpec } from '../../core/finds.ts';
import type { FindRecords } from '../../registration.ts';
import { FINDS } from '../finds.gen.ts';
import { REGISTRATIONS } from '../registrations.gen.ts';
import type { findInput, FoundGroup, FoundKind } from './schema.ts';

/** Records of one kind that match by name; further ones are in their list. */
const MAX_PER_KIND = 5;

const SPECS: Readonly<Record<FoundKind, FindSpec>> = FINDS;
const KINDS = (Object.keys(FINDS) as FoundKind[]).toSorted((a, b) => SPECS[a].place - SPECS[b].place);
const SEARCHES = Object.assign({}, ...REGISTRATIONS.map(({ find }) => find)) as Record<FoundKind, FindRecords>;

/** Records of the actor's org by their title, the name of the other side or a document's number; kinds with nothing are left out. */
export async function findRecords(ctx: OrgContext, { text }: z.output<typeof findInput>): Promise<FoundGroup[]> {
  return withTx(ctx, async (tx) => {
    const groups: FoundGroup[] = [];
    for (const kind of KINDS) {
      const records = await SEARCHES[kind](tx, { orgId: tx.actor.orgId, text, limit: MAX_PER_KIND + 1 });
      if (records.length === 0) continue;
      const { icon, list } = SPECS[kind];
      const more = records.length > MAX_PER_KIND && list ? list : null;
      groups.push({ kind, icon, records: records.slice(0, MAX_PER_KIND), more });
    }
    return groups;
  });
}
