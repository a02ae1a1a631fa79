import { createHmac } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import type { ServiceContext } from '../../context.ts';
import { withTxAs } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { countCall, deleteCallsBefore } from './queries/attempts.ts';
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
    const seen = await countCall(db, { key: keyOf(ctx, call, ip), hour });
    // The first call of a network in an hour deletes the counts of past hours.
    if (seen === 1) await deleteCallsBefore(db, new Date(hour.getTime() - 3_600_000));
    return seen;
  });
  if (count > most) throw new AppError('rate.limited');
}
