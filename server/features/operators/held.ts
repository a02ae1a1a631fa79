import type * as z from 'zod';
import { withTx, type StaffContext } from '../../context.ts';
import { type Page, type pageInput, requirePlace, rowCursor, toPage } from '../../core/pagination.ts';
import { heldPayments } from './queries/held.ts';
import type { HeldPayment } from './schema.ts';

/** Payments that are on hold, with the reasons. */
export async function held(ctx: StaffContext, input: z.output<typeof pageInput>): Promise<Page<HeldPayment>> {
  return withTx(ctx, async (tx) =>
    toPage(
      await heldPayments(tx.db, { after: requirePlace(input.after), limit: input.limit + 1 }),
      input.limit,
      rowCursor,
      (row) => row,
    ),
  );
}
