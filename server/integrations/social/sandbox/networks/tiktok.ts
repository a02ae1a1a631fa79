import { DAY_MS, dayOf, followersOn, type Account } from '../engine/accounts.ts';
import { postCount, postsBefore, type Post } from '../engine/posts.ts';
import type { Grant, Token } from '../engine/world.ts';
import { json, type Reply } from '../http.ts';
import { anonymous, pageSize, type Call, type Endpoint } from './network.ts';

export const TIKTOK_SCOPES = ['user.info.basic', 'user.info.profile', 'user.info.stats', 'video.list'] as const;

const ACCESS_LIFE = DAY_MS;
const REFRESH_LIFE = 365 * DAY_MS;
/** A repeated refresh with the same token within this time gets the same pair. */
const REPEAT_MS = 10 * 60_000;
const QUOTA = { name: 'tiktok', limit: 600, windowMs: 60_000 };
const HOST = 'open.tiktokapis.com';

const error = (status: number, code: string, message = code): Reply =>
  json(status, { data: {}, error: { code, message, log_id: '20261101SANDBOX' } });
const oauthError = (code: string, description: string): Reply =>
  json(400, { error: code, error_description: description, log_id: '20261101SANDBOX' });

const refuse: Endpoint['refuse'] = (kind, retryAfter) => {
  if (kind === '401')
    return error(401, 'access_token_invalid', 'The access token is invalid or not found in the request.');
  if (kind === '500') return error(500, 'internal_error', 'Something went wrong. Please try again later.');
  return json(
    429,
    {
      data: {},
      error: { code: 'rate_limit_exceeded', message: 'The API rate limit was exceeded.', log_id: '20261101SANDBOX' },
    },
    { 'retry-after': String(retryAfter) },
  );
};

type Who = { grant: Grant | null; account: Account | null; token: string | null };

const withToken =
  (scope: string) =>
  (call: Call): Reply | Who => {
    const token = call.bearer ? call.world.token(call.bearer) : null;
    const grant = token && call.world.grant(token.grant);
    if (!call.bearer || !token || !grant || token.kind !== 'access' || grant.network !== 'tiktok')
      return refuse('401', 0);
    if (grant.revokedAt !== null || token.expiresAt <= call.world.now()) return refuse('401', 0);
    if (!grant.scopes.includes(scope))
      return error(
        401,
        'scope_not_authorized',
        'The user did not authorize the scope required for completing this request.',
      );
    return { grant, account: call.world.account('tiktok', grant.handle), token: call.bearer };
  };

const pair = (call: Call, grant: Grant, access: string, refresh: string, refreshToken: Token): Reply =>
  json(200, {
    open_id: call.world.account('tiktok', grant.handle)!.id,
    scope: grant.scopes.join(','),
    access_token: access,
    expires_in: ACCESS_LIFE / 1000,
    refresh_token: refresh,
    refresh_expires_in: Math.round((refreshToken.expiresAt - call.world.now()) / 1000),
    token_type: 'Bearer',
  });

function newPair(call: Call, grant: Grant, refreshLife: number): { reply: Reply; access: string; refresh: string } {
  const access = call.world.issue(grant, 'access', ACCESS_LIFE);
  const refresh = call.world.issue(grant, 'refresh', refreshLife);
  return { reply: pair(call, grant, access, refresh, call.world.token(refresh)!), access, refresh };
}

function tokens(call: Call): Reply {
  const { form, world, settings } = call;
  if (form.get('client_key') !== settings.tiktok.id || form.get('client_secret') !== settings.tiktok.secret)
    return oauthError('invalid_client', 'Client key or secret is incorrect.');
  const now = world.now();
  if (form.get('grant_type') === 'authorization_code') {
    const code = form.get('code') ?? '';
    const token = world.token(code);
    if (!token || token.kind !== 'code' || token.usedAt !== null || token.expiresAt <= now)
      return oauthError('invalid_grant', 'Authorization code is expired.');
    if (form.get('redirect_uri') !== token.redirectUri)
      return oauthError('invalid_request', 'Redirect_uri is not matched with the uri when requesting code.');
    world.changeToken(code, { usedAt: now });
    return newPair(call, world.grant(token.grant)!, REFRESH_LIFE).reply;
  }
  if (form.get('grant_type') !== 'refresh_token')
    return oauthError('unsupported_grant_type', 'Unsupported grant_type.');
  const text = form.get('refresh_token') ?? '';
  const token = world.token(text);
  const grant = token && world.grant(token.grant);
  if (!token || !grant || token.kind !== 'refresh' || token.expiresAt <= now || grant.revokedAt !== null)
    return oauthError('invalid_grant', 'Refresh token is invalid or expired.');
  if (token.successor) {
    const { access, refresh, until } = token.successor;
    return until > now
      ? pair(call, grant, access, refresh, world.token(refresh)!)
      : oauthError('invalid_grant', 'Refresh token is invalid or expired.');
  }
  const made = newPair(call, grant, token.expiresAt - now);
  world.changeToken(text, {
    usedAt: now,
    successor: { access: made.access, refresh: made.refresh, until: now + REPEAT_MS },
  });
  return made.reply;
}

function revoke(call: Call): Reply {
  const { form, world, settings } = call;
  if (form.get('client_key') !== settings.tiktok.id || form.get('client_secret') !== settings.tiktok.secret)
    return oauthError('invalid_client', 'Client key or secret is incorrect.');
  const token = world.token(form.get('token') ?? '');
  const grant = token && world.grant(token.grant);
  if (!grant || grant.network !== 'tiktok') return oauthError('invalid_request', 'Token is invalid.');
  world.withdraw(grant);
  return json(200, {});
}

/** Field to the scope it belongs to. */
const USER_FIELDS: Readonly<Record<string, (typeof TIKTOK_SCOPES)[number]>> = {
  open_id: 'user.info.basic',
  union_id: 'user.info.basic',
  avatar_url: 'user.info.basic',
  display_name: 'user.info.basic',
  bio_description: 'user.info.profile',
  profile_deep_link: 'user.info.profile',
  is_verified: 'user.info.profile',
  username: 'user.info.profile',
  follower_count: 'user.info.stats',
  following_count: 'user.info.stats',
  likes_count: 'user.info.stats',
  video_count: 'user.info.stats',
};

function userInfo(call: Call, { account, grant }: Who): Reply {
  const names = (call.query.get('fields') ?? '').split(',');
  const wrong = names.find((name) => !(name in USER_FIELDS));
  if (wrong !== undefined) return error(400, 'invalid_params', `Fields ${wrong} is not valid`);
  if (names.some((name) => !grant!.scopes.includes(USER_FIELDS[name]!)))
    return error(
      401,
      'scope_not_authorized',
      'The user did not authorize the scope required for completing this request.',
    );
  const now = call.world.now();
  const user: Record<string, unknown> = {
    open_id: account!.id,
    union_id: account!.id,
    avatar_url: `${call.settings.publicUrl}/pictures/tiktok/${account!.handle}.png`,
    display_name: account!.name,
    bio_description: account!.bio,
    profile_deep_link: `https://vm.tiktok.com/${account!.number}`,
    is_verified: false,
    username: account!.handle,
    follower_count: followersOn(account!, dayOf(now)),
    following_count: 80 + (account!.followers % 400),
    likes_count: postsBefore(account!, postCount(account!, now), 60, now).reduce((sum, { likes }) => sum + likes, 0),
    video_count: postCount(account!, now),
  };
  return json(200, {
    data: { user: Object.fromEntries(names.map((name) => [name, user[name]])) },
    error: { code: 'ok', message: '', log_id: '20261101SANDBOX' },
  });
}

const videoOf = (call: Call, account: Account, post: Post): Record<string, unknown> => ({
  id: post.id,
  create_time: Math.floor(post.at / 1000),
  cover_image_url: `${call.settings.publicUrl}/pictures/tiktok/${account.handle}-${post.index}.png`,
  share_url: `https://www.tiktok.com/@${account.handle}/video/${post.id}`,
  video_description: post.text,
  duration: post.seconds,
  title: post.text,
  like_count: post.likes,
  comment_count: post.comments,
  share_count: post.shares,
  view_count: post.views,
});

function videoList(call: Call, { account }: Who): Reply {
  const names = (call.query.get('fields') ?? '').split(',');
  const size = call.json.max_count ?? 10;
  if (typeof size !== 'number' || !Number.isInteger(size) || size < 1 || size > 20)
    return error(400, 'invalid_params', 'max_count must be between 1 and 20');
  const now = call.world.now();
  // The cursor is a time in milliseconds: videos before it.
  const cursor = call.json.cursor ?? now;
  if (typeof cursor !== 'number') return error(400, 'invalid_params', 'cursor is not a number');
  const posts = postsBefore(account!, postCount(account!, Math.min(now, cursor - 1)), pageSize(call, size), now);
  const shown = posts.map((post) => videoOf(call, account!, post));
  const wrong = names.find((name) => shown[0] && !(name in shown[0]));
  if (wrong !== undefined) return error(400, 'invalid_params', `Fields ${wrong} is not valid`);
  const last = posts.at(-1);
  return json(200, {
    data: {
      videos: shown.map((video) => Object.fromEntries(names.map((name) => [name, video[name]]))),
      cursor: call.pages === 'double' ? cursor : (last?.at ?? cursor),
      has_more: (last?.index ?? 0) > 0,
    },
    error: { code: 'ok', message: '', log_id: '20261101SANDBOX' },
  });
}

const common = { network: 'tiktok', host: HOST, refuse } as const;
const read = { ...common, quota: { quota: QUOTA, key: 'account' } } as const;

export const TIKTOK: readonly Endpoint[] = [
  {
    ...common,
    name: 'tiktok.token',
    method: 'POST',
    path: /^\/v2\/oauth\/token\/$/,
    quota: null,
    authorize: () => anonymous,
    run: tokens,
  },
  {
    ...common,
    name: 'tiktok.revoke',
    method: 'POST',
    path: /^\/v2\/oauth\/revoke\/$/,
    quota: null,
    authorize: () => anonymous,
    run: revoke,
  },
  {
    ...read,
    name: 'tiktok.user',
    method: 'GET',
    path: /^\/v2\/user\/info\/$/,
    authorize: withToken('user.info.basic'),
    run: userInfo,
  },
  {
    ...read,
    name: 'tiktok.videos',
    method: 'POST',
    path: /^\/v2\/video\/list\/$/,
    authorize: withToken('video.list'),
    run: videoList,
  },
];
