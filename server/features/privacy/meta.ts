import { ADDRESSES } from '../../core/addresses.ts';
import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { withTx, type SystemContext } from '../../context.ts';
import { AppError } from '../../core/errors.ts';
import { derivedId } from '../../core/ids.ts';
import { endByNetwork } from '../connections/ending.ts';
import { insertMetaDeletion } from './queries/deletions.ts';
import { confirmationCode } from './rules.ts';

const payloadSchema = z.object({ algorithm: z.literal('HMAC-SHA256'), user_id: z.string().min(1).max(100) });

/**
 * The user of a `signed_request` of Meta: two base64url parts, the signature and the JSON it signs with HMAC-SHA256 and
 * the app's secret. Throws input.invalid for a value that Meta did not sign.
 */
export function readSignedRequest(signed: string, secret: string): { userId: string } {
  const [signature = '', payload = '', ...rest] = signed.split('.');
  const expected = createHmac('sha256', secret).update(payload).digest();
  const given = Buffer.from(signature, 'base64url');
  if (rest.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new AppError('input.invalid', { field: 'signed_request', problem: 'signature' });
  let parsed: unknown;
  try {
    parsed = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
  } catch {
    throw new AppError('input.invalid', { field: 'signed_request', problem: 'payload' });
  }
  const body = payloadSchema.safeParse(parsed);
  if (!body.success) throw new AppError('input.invalid', { field: 'signed_request', problem: 'payload' });
  return { userId: body.data.user_id };
}

/**
 * Answers Meta's data deletion callback: what was read from the account is deleted by the workflow of its connection.
 * The same person gets the same code again; the id is not stored with the request.
 */
export async function recordMetaDeletion(
  ctx: SystemContext,
  input: { signedRequest: string; secret: string },
): Promise<{ url: string; confirmation_code: string }> {
  const { userId } = readSignedRequest(input.signedRequest, input.secret);
  const mac = createHmac('sha256', input.secret).update(`deletion\n${userId}`).digest();
  const code = confirmationCode(mac);
  const id = await derivedId(`meta-deletion:${mac.toString('hex')}`);
  await withTx(ctx, async (tx) => {
    await insertMetaDeletion(tx.db, { id, code, at: tx.clock.now() });
    await endByNetwork(tx, { network: 'instagram', remoteId: userId });
  });
  const url = new URL(ADDRESSES.dataDeletion, ctx.integrations.settings.appUrl);
  url.searchParams.set('code', code);
  return { url: url.href, confirmation_code: code };
}
