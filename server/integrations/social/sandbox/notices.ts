import type { Grant, World } from './engine/world.ts';
import { signedRequest, tiktokSignature } from './engine/signed.ts';
import type { Settings } from './networks/network.ts';

export type NoticeKind = 'deauthorize' | 'deletion';
export type SignatureKind = 'stale' | 'tampered' | 'unsigned' | 'valid' | 'wrong_secret';

export interface NoticeAnswer {
  status: number;
  body: string;
}

const HALF_HOUR = 1_800_000;

function instagramCall(
  id: string,
  kind: NoticeKind,
  settings: Settings,
  signature: SignatureKind,
): RequestInit & { path: string } {
  const secret = signature === 'wrong_secret' ? 'another secret' : settings.instagram.secret;
  const signed = signedRequest(id, secret, Date.now() - (signature === 'stale' ? HALF_HOUR : 0));
  const [mac = '', payload = ''] = signed.split('.');
  const other = signedRequest(`${id}0`, secret, Date.now()).split('.')[1] ?? '';
  const value = {
    unsigned: `.${payload}`,
    tampered: `${mac}.${other}`,
    stale: signed,
    valid: signed,
    wrong_secret: signed,
  };
  return {
    path: kind === 'deletion' ? '/api/meta/data-deletion' : '/api/meta/deauthorize',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ signed_request: value[signature] }).toString(),
  };
}

function tiktokCall(id: string, settings: Settings, signature: SignatureKind): RequestInit & { path: string } {
  const body = JSON.stringify({
    client_key: settings.tiktok.id,
    event: 'authorization.removed',
    create_time: Math.floor(Date.now() / 1000),
    user_openid: id,
    content: '{"reason":1}',
  });
  const secret = signature === 'wrong_secret' ? 'another secret' : settings.tiktok.secret;
  const signed = tiktokSignature(body, secret, Date.now() - (signature === 'stale' ? HALF_HOUR : 0));
  return {
    path: '/webhooks/tiktok',
    headers: {
      'content-type': 'application/json',
      ...(signature === 'unsigned' ? {} : { 'tiktok-signature': signed }),
    },
    body: signature === 'tampered' ? body.replace('"reason', '"Reason') : body,
  };
}

/**
 * Reports to the application that an account took its consent back, or requests that it deletes what it holds, with the signature
 * of the network. The signature carries the machine's time, so that a receiver's tolerance works whatever the sandbox's
 * clock says. Null where nothing is sent: YouTube has no such call, or no address is known.
 */
export async function sendNotice(
  world: World,
  settings: Settings,
  grant: Grant,
  kind: NoticeKind,
  signature: SignatureKind = 'valid',
): Promise<NoticeAnswer | null> {
  if (!settings.webhookTarget || grant.network === 'youtube') return null;
  const { id } = world.account(grant.network, grant.handle)!;
  const { path, ...init } =
    grant.network === 'instagram' ? instagramCall(id, kind, settings, signature) : tiktokCall(id, settings, signature);
  const answer = await fetch(new URL(path, settings.webhookTarget), {
    method: 'POST',
    ...init,
    signal: AbortSignal.timeout(10_000),
  });
  return { status: answer.status, body: await answer.text() };
}
