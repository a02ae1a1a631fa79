import { createHmac } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import type { ServiceContext } from '../../context.ts';
import { withTxAs } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { countCall, deleteCallsBefore } from './queries/attempts.ts';
import { ADDRESS_LIMITS, type LimitedCall } from './rules.ts';

/** Local instances and tests sign up many users from one machine. */
const REHEARSAL_FACTOR = 1_000;

/** An IPv4 address, also one inside IPv6, as it is; of IPv6 the first 64 bits. */
function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  return address.kind() === 'ipv4' ? address.toString() : address.toByteArray().slice(0, 8).join('.');
}

/** Stored instead of an address: its network (/64 for IPv6), hashed with a key. */
function keyOf(ctx: ServiceContext, call: LimitedCall, ip: string): string {
  return createHmac('sha256', ctx.integrations.settings.codeSecret)
    .update(`address\n${call}\n${networkOf(ip)}`)
    .digest('base64url')
    .slice(0, 22);
}

/** Counts one call by a key of its caller, by the hour; returns the calls so far. */
async function countByKey(ctx: ServiceContext, key: string): Promise<number> {
  const hour = new Date(Math.floor(ctx.clock.now().getTime() / 3_600_000) * 3_600_000);
  return withTxAs(ctx, { kind: 'anonymous' }, async ({ db }) => {
    const seen = await countCall(db, { key, hour });
    // The first call of a caller in an hour deletes the counts of past hours.
    if (seen === 1) await deleteCallsBefore(db, new Date(hour.getTime() - 3_600_000));
    return seen;
  });
}

const limitOf = (ctx: ServiceContext, limit: number): number =>
  limit * (ctx.integrations.settings.mode === 'production' ? 1 : REHEARSAL_FACTOR);

/** Counts one call from a network address, by the hour. Throws rate.limited above what one address may do. */
export async function countAddress(ctx: ServiceContext, call: LimitedCall, ip: string): Promise<void> {
  if ((await countByKey(ctx, keyOf(ctx, call, ip))) > limitOf(ctx, ADDRESS_LIMITS[call]))
    throw new AppError('rate.limited');
}

/** Counts one call of a user, by the hour. False above `limit`. */
export async function countUserCall(
  ctx: ServiceContext,
  call: string,
  userId: string,
  limit: number,
): Promise<boolean> {
  const key = createHmac('sha256', ctx.integrations.settings.codeSecret)
    .update(`user\n${call}\n${userId}`)
    .digest('base64url')
    .slice(0, 22);
  return (await countByKey(ctx, key)) <= limitOf(ctx, limit);
}
