import { createHmac } from 'node:crypto';
import type { ServiceContext } from '../../context.ts';
import { withTxAs } from '../../context.ts';
import * as queries from './queries/sign-in-accounts.ts';

/** A code is good for three steps of thirty seconds. */
const LIFE_MS = 120_000;

interface Code {
  userId: string;
  code: string;
}

/** What is kept instead of a person's code. */
const keyOf = (ctx: ServiceContext, { userId, code }: Code): string =>
  createHmac('sha256', ctx.integrations.settings.codeSecret).update(`totp\n${userId}\n${code}`).digest('base64url');

/**
 * Takes a code of a person's authenticator before it is checked; false when it was taken before, so that of several sent
 * at the same time one succeeds. The library accepts a code repeatedly.
 */
export async function claimCode(ctx: ServiceContext, code: Code): Promise<boolean> {
  const at = ctx.clock.now();
  return withTxAs(ctx, { kind: 'anonymous' }, ({ db }) =>
    queries.claimCode(db, { key: keyOf(ctx, code), at, expiresAt: new Date(at.getTime() + LIFE_MS) }),
  );
}

/** Gives a code back that was claimed and turned out wrong. */
export async function releaseCode(ctx: ServiceContext, code: Code): Promise<void> {
  await withTxAs(ctx, { kind: 'anonymous' }, ({ db }) => queries.releaseCode(db, keyOf(ctx, code)));
}
