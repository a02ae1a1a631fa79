import type { Db } from '../../../../db/client.ts';
import type { KnownBank } from './rules.ts';

/** Where the money of an org goes, by currency. */
export async function banksOf(db: Db, orgId: string): Promise<KnownBank[]> {
  return db
    .selectFrom('payout_banks')
    .select(['currency', 'bank_id as bankId', 'last4', 'changed_at as changedAt', 'notified_at as notifiedAt'])
    .where('org_id', '=', orgId)
    .orderBy('currency')
    .execute();
}

export async function saveBanks(db: Db, orgId: string, banks: readonly KnownBank[]): Promise<void> {
  for (const { currency, bankId, last4, changedAt, notifiedAt } of banks) {
    const row = { bank_id: bankId, last4, changed_at: changedAt, notified_at: notifiedAt };
    await db
      .insertInto('payout_banks')
      .values({ org_id: orgId, currency, ...row })
      .onConflict((c) => c.columns(['org_id', 'currency']).doUpdateSet(row))
      .execute();
  }
}

/** The account that they belonged to is gone: whatever takes their place is another one. */
export async function forgetBanks(db: Db, orgId: string): Promise<void> {
  await db.updateTable('payout_banks').set({ bank_id: null, last4: null }).where('org_id', '=', orgId).execute();
}

export async function noteNotified(db: Db, orgId: string, at: Date): Promise<void> {
  await db.updateTable('payout_banks').set({ notified_at: at }).where('org_id', '=', orgId).execute();
}
