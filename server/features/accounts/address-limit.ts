import { createHmac } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import { sql } from 'kysely';
import type { ServiceContext } from '../../context.ts';
import { withTxAs } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { ADDRESS_LIMITS, type LimitedCall } from './rules.ts';

/** Local instances and tests sign up many users from one machine. */
const REHEARSAL_FACTOR = 1_000;

/** Stored instead of an address: its network (/64 for IPv6), hashed with a key. */
/** An IPv4 address, also one inside IPv6, as it is; of IPv6 the first 64 bits. */
function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  return address.kind() === 'ipv4' ? address.toString() : address.toByteArray().slice(0, 8).join('.');
}

function keyOf(ctx: ServiceContext, call: LimitedCall, ip: string): string {
  return createHmac('sha256', ctx.integrations.settings.codeSecret)
    .update(`address\n${call}\n${networkOf(ip)}`)
    .digest('base64url')
    .slice(0, 22);
}

/** Counts one call from a network address, by the hour. Throws rate.limited above what one address may do. */
export async function countAddress(ctx: ServiceContext, call: LimitedCall, ip: string): Promise<void> {
  const most = ADDRESS_LIMITS[call] * (ctx.integrations.settings.mode === 'production' ? 1 : REHEARSAL_FACTOR);
  const hour = new Date(Math.floor(ctx.clock.now().getTime() / 3_600_000) * 3_600_000);
  const count = await withTxAs(ctx, { kind: 'anonymous' }, async ({ db }) => {
    const { rows } = await sql<{ count: number }>`
      insert into address_counts (key, window_start, count) values (${keyOf(ctx, call, ip)}, ${hour}, 1)
      on conflict (key, window_start) do update set count = address_counts.count + 1 returning count`.execute(db);
    const seen = rows[0]?.count ?? 1;
    // The first call of a network in an hour deletes the counts of past hours.
    if (seen === 1)
      await db
        .deleteFrom('address_counts')
        .where('window_start', '<', new Date(hour.getTime() - 3_600_000))
        .execute();
    return seen;
  });
  if (count > most) throw new AppError('rate.limited');
}
