import type * as z from 'zod';
import { withTx, type StaffContext } from '../../context.ts';
import { placeCursor, requirePlace, toPage, type Page, type pageInput } from '../../core/pagination.ts';
import { heldPayments } from './queries/held.ts';
import type { HeldPayment } from './schema.ts';

/** Payments that are on hold, with the reasons. */
export async function held(ctx: StaffContext, input: z.output<typeof pageInput>): Promise<Page<HeldPayment>> {
  return withTx(ctx, async (tx) =>
    toPage(
      await heldPayments(tx.db, { after: requirePlace(input.after), limit: input.limit + 1 }),
      input.limit,
      (row) => placeCursor({ at: row.place, id: row.id }),
      (row) => row,
    ),
  );
}
