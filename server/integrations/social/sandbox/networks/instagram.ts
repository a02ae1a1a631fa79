import { CONVERTED_DAY, DAY_MS, dayOf, followersOn, type Account } from '../engine/accounts.ts';
import {
  commentsOf,
  demographics,
  postAt,
  postCount,
  postsBefore,
  reachOn,
  type Demographic,
  type Post,
} from '../engine/posts.ts';
import type { Grant } from '../engine/world.ts';
import { json, type Reply } from '../http.ts';
import { COUNTED_AFTER_MS, insightsOf, metricProblem } from './media-insights.ts';
import { isReply, anonymous, pageSize, type Call, type Endpoint } from './network.ts';

export const INSTAGRAM_SCOPES = [
  'instagram_business_basic',
  'instagram_business_manage_insights',
  'instagram_business_manage_comments',
  'instagram_business_manage_messages',
  'instagram_business_content_publish',
] as const;

const HOUR = 3_600_000;
const LONG_LIFE = 60 * DAY_MS;
const QUOTA = { name: 'instagram', limit: 4_800, windowMs: DAY_MS };
const GRAPH = 'graph.instagram.com';

const error = (status: number, code: number, message: string, subcode?: number): Reply =>
  json(status, {
    error: {
      message,
      type: code === 190 || code === 10 ? 'OAuthException' : 'IGApiException',
      code,
      ...(subcode ? { error_subcode: subcode } : {}),
      fbtrace_id: 'A0SandboxTrace',
    },
  });
const oauthError = (message: string): Reply =>
  json(400, { error_type: 'OAuthException', code: 400, error_message: message });
const noField = (name: string, node: string): Reply =>
  error(400, 100, `(#100) Tried accessing nonexisting field (${name}) on node type (${node})`);
const badParam = (name: string): Reply => error(400, 100, `(#100) Invalid parameter: ${name}`);

const refuse: Endpoint['refuse'] = (kind, retryAfter) => {
  if (kind === '401') return error(401, 190, 'Error validating access token: The session has been invalidated.', 460);
  if (kind === '500') return error(500, 2, 'An unexpected error has occurred. Please retry your request later.');
  return json(
    429,
    {
      error: {
        message: '(#80002) There have been too many calls to this Instagram account.',
        type: 'OAuthException',
        code: 80_002,
      },
    },
    { 'retry-after': String(retryAfter) },
  );
};

const usage: NonNullable<Endpoint['usage']> = (used, limit, account) => ({
  'x-business-use-case-usage': JSON.stringify({
    [account?.id ?? 'app']: [
      {
        type: 'instagram',
        call_count: Math.ceil((100 * used) / limit),
        total_cputime: 1,
        total_time: 1,
        estimated_time_to_regain_access: used >= limit ? 60 : 0,
      },
    ],
  }),
});

type Who = { grant: Grant | null; account: Account | null; token: string | null };

/** The account of an access token that lives and covers a scope. */
const withToken =
  (scope: string | null, { personal = false } = {}) =>
  (call: Call): Reply | Who => {
    const text = call.query.get('access_token') ?? call.bearer;
    const token = text ? call.world.token(text) : null;
    if (!text || !token || (token.kind !== 'short' && token.kind !== 'long'))
      return error(400, 190, 'Invalid OAuth access token - Cannot parse access token');
    const grant = call.world.grant(token.grant)!;
    if (grant.network !== 'instagram') return error(400, 190, 'Invalid OAuth access token');
    if (grant.revokedAt !== null)
      return error(400, 190, 'Error validating access token: The user has not authorized application.', 458);
    if (token.expiresAt <= call.world.now())
      return error(400, 190, 'Error validating access token: Session has expired.', 463);
    const account = call.world.account('instagram', grant.handle)!;
    if (scope && !grant.scopes.includes(scope))
      return error(403, 10, `(#10) Application does not have permission for this action: ${scope}`);
    if (!personal && account.character === 'personal')
      return error(403, 10, '(#10) The account is not a professional account', 2_207_050);
    return { grant, account, token: text };
  };

function exchangeCode(call: Call): Reply {
  const { form, world, settings } = call;
  if (form.get('client_id') !== settings.instagram.id || form.get('client_secret') !== settings.instagram.secret)
    return oauthError('Invalid platform app');
  if (form.get('grant_type') !== 'authorization_code') return oauthError('Invalid grant_type');
  const code = (form.get('code') ?? '').replace(/#_$/, '');
  const token = world.token(code);
  if (!token || token.kind !== 'code' || token.usedAt !== null || token.expiresAt <= world.now())
    return oauthError('Matching code was not found or was already used');
  if (form.get('redirect_uri') !== token.redirectUri)
    return oauthError('Error validating verification code. redirect_uri');
  world.changeToken(code, { usedAt: world.now() });
  const grant = world.grant(token.grant)!;
  return json(200, {
    access_token: world.issue(grant, 'short', HOUR),
    user_id: world.account('instagram', grant.handle)!.id,
    permissions: grant.scopes,
  });
}

function longLived(call: Call, grant: Grant): Reply {
  const access_token = call.world.issue(grant, 'long', LONG_LIFE);
  return json(200, { access_token, token_type: 'bearer', expires_in: LONG_LIFE / 1000 });
}

function exchangeShort(call: Call, { grant, token }: Who): Reply {
  if (call.query.get('grant_type') !== 'ig_exchange_token') return badParam('grant_type');
  if (call.query.get('client_secret') !== call.settings.instagram.secret)
    return error(400, 1, 'Error validating client secret.');
  if (call.world.token(token!)!.kind !== 'short') return error(400, 190, 'The access token is not a short-lived one');
  return longLived(call, grant!);
}

function refresh(call: Call, { grant, token }: Who): Reply {
  if (call.query.get('grant_type') !== 'ig_refresh_token') return badParam('grant_type');
  const old = call.world.token(token!)!;
  if (old.kind !== 'long') return error(400, 190, 'The access token is not a long-lived one');
  if (call.world.now() - old.issuedAt < DAY_MS) return error(400, 100, '(#100) The access token is not 24 hours old');
  return longLived(call, grant!);
}

const profileOf = (call: Call, account: Account): Record<string, unknown> => ({
  id: account.id,
  user_id: account.id,
  username: account.handle,
  name: account.name,
  biography: account.bio,
  account_type: account.character === 'personal' ? 'PERSONAL' : 'MEDIA_CREATOR',
  profile_picture_url: `${call.settings.publicUrl}/pictures/instagram/${account.handle}.png`,
  followers_count: followersOn(account, dayOf(call.world.now())),
  follows_count: 120 + (account.followers % 700),
  media_count: postCount(account, call.world.now()),
  website: '',
});

/** The requested fields; a reply where one does not exist. */
function picked(fields: string, from: Record<string, unknown>, node: string): Record<string, unknown> | Reply {
  const names = fields.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !(name in from));
  if (unknown !== undefined) return noField(unknown, node);
  return Object.fromEntries(['id', ...names].map((name) => [name, from[name]]));
}

const MEDIA_TYPES = { image: 'IMAGE', carousel: 'CAROUSEL_ALBUM', video: 'VIDEO' } as const;
const mediaOf = (call: Call, account: Account, post: Post): Record<string, unknown> => ({
  id: post.id,
  caption: post.text,
  media_type: MEDIA_TYPES[post.kind],
  media_product_type: post.kind === 'video' ? 'REELS' : 'FEED',
  media_url: `${call.settings.publicUrl}/pictures/instagram/${account.handle}-${post.index}.png`,
  thumbnail_url: `${call.settings.publicUrl}/pictures/instagram/${account.handle}-${post.index}.png`,
  permalink: `https://www.instagram.com/p/${post.id}/`,
  timestamp: new Date(post.at).toISOString().replace('.000Z', '+0000'),
  like_count: post.likes,
  comments_count: post.comments,
  username: account.handle,
});

function listMedia(call: Call, { account }: Who, match: RegExpExecArray): Reply {
  if (match[1] !== 'me' && match[1] !== account!.id) return error(400, 100, '(#100) Unsupported get request', 33);
  const limit = Number(call.query.get('limit') ?? 25);
  if (!Number.isInteger(limit) || limit < 1 || limit > 100) return badParam('limit');
  const now = call.world.now();
  const after = call.query.get('after');
  const before = after === null ? postCount(account!, now) : Number(Buffer.from(after, 'base64url').toString());
  if (!Number.isInteger(before) || before < 0) return badParam('after');
  const posts = postsBefore(account!, before, pageSize(call, limit), now);
  const data = posts.map((post) => picked(call.query.get('fields') ?? 'id', mediaOf(call, account!, post), 'IGMedia'));
  const wrong = data.find((one): one is Reply => isReply(one));
  if (wrong) return wrong;
  const last = call.pages === 'double' ? before : (posts.at(-1)?.index ?? 0);
  const cursor = (index: number): string => Buffer.from(String(index)).toString('base64url');
  return json(200, {
    data,
    ...(posts.length === 0
      ? {}
      : {
          paging: {
            cursors: { before: cursor(before), after: cursor(last) },
            ...(last > 0 ? { next: `https://${GRAPH}/${account!.id}/media?after=${cursor(last)}` } : {}),
          },
        }),
  });
}

function ownPost(call: Call, account: Account, id: string): Post | null {
  const index = Number(id.slice(11));
  return id.startsWith(`18${account.number}`) && index < postCount(account, call.world.now())
    ? postAt(account, index, call.world.now())
    : null;
}

function mediaInsights(call: Call, { account }: Who, match: RegExpExecArray): Reply {
  const post = ownPost(call, account!, match[1]!);
  if (!post)
    return error(
      400,
      100,
      `Unsupported get request. Object with ID '${match[1]}' does not exist, cannot be loaded due to missing permissions, or does not support this operation`,
      33,
    );
  const names = (call.query.get('metric') ?? '').split(',').map((name) => name.trim());
  const wrong = metricProblem(names, post);
  if (wrong !== null) return error(400, 100, `(#100) ${wrong}`);
  const figures = insightsOf(post);
  if (account!.character === 'converted' && post.at < CONVERTED_DAY * DAY_MS)
    return error(400, 100, 'Invalid parameter', 2_108_006);
  if (call.world.now() - post.at < COUNTED_AFTER_MS) return json(200, { data: [] });
  return json(200, {
    data: names.map((name) => ({
      name,
      period: 'lifetime',
      values: [{ value: figures[name] }],
      title: name,
      description: name,
      id: `${post.id}/insights/${name}/lifetime`,
    })),
  });
}

function accountInsights(call: Call, { account }: Who, match: RegExpExecArray): Reply {
  if (match[1] !== 'me' && match[1] !== account!.id) return error(400, 100, '(#100) Unsupported get request', 33);
  const now = call.world.now();
  const followers = followersOn(account!, dayOf(now));
  const metric = call.query.get('metric') ?? '';
  if (metric === 'follower_demographics') {
    const by = call.query.get('breakdown') ?? '';
    if (!['age', 'city', 'country', 'gender'].includes(by)) return badParam('breakdown');
    if (followers < 100) return json(200, { data: [] });
    const results = demographics(account!, by as Demographic, followers);
    return json(200, {
      data: [
        {
          name: metric,
          period: 'lifetime',
          total_value: {
            breakdowns: [
              { dimension_keys: [by], results: results.map(({ key, value }) => ({ dimension_values: [key], value })) },
            ],
          },
          id: `${account!.id}/insights/${metric}/lifetime`,
        },
      ],
    });
  }
  const [since, until] = [Number(call.query.get('since')), Number(call.query.get('until'))];
  if (call.query.get('period') !== 'day' || !['follower_count', 'reach'].includes(metric)) return badParam('metric');
  if (!since || !until || until <= since || until - since > 30 * 86_400) return badParam('since');
  if (metric === 'follower_count' && since * 1000 < now - 30 * DAY_MS)
    return error(400, 100, '(#100) follower_count is available for the last 30 days only');
  const days = Array.from({ length: Math.ceil((until - since) / 86_400) }, (_, n) => dayOf(since * 1000) + n);
  const complete = days.filter((day) => day < dayOf(now));
  return json(200, {
    data: [
      {
        name: metric,
        period: 'day',
        values: complete.map((day) => ({
          // New followers of the day, as at the network.
          value:
            metric === 'reach' ? reachOn(account!, day) : followersOn(account!, day) - followersOn(account!, day - 1),
          end_time: new Date((day + 1) * DAY_MS).toISOString().replace('.000Z', '+0000'),
        })),
        id: `${account!.id}/insights/${metric}/day`,
      },
    ],
  });
}

function listComments(call: Call, { account }: Who, match: RegExpExecArray): Reply {
  const post = ownPost(call, account!, match[1]!);
  if (!post) return error(400, 100, '(#100) Unsupported get request. Object does not exist', 33);
  const all = commentsOf(account!, post);
  const from = Number(call.query.get('after') ?? 0);
  if (!Number.isInteger(from) || from < 0) return badParam('after');
  const size = pageSize(call, Math.min(50, Number(call.query.get('limit') ?? 50) || 50));
  const next = call.pages === 'double' ? from : from + size;
  return json(200, {
    data: all.slice(from, from + size).map(({ id, at, username, text, likes }) => ({
      id,
      timestamp: new Date(at).toISOString(),
      username,
      text,
      like_count: likes,
    })),
    ...(next < all.length ? { paging: { cursors: { after: String(next) }, next: 'next' } } : {}),
  });
}

/** Public figures of another professional account. */
function discover(call: Call, _who: Who, name: string, fields: string): Reply {
  const found = call.world.account('instagram', name);
  if (!found || found.character === 'private' || found.character === 'personal')
    return error(400, 110, 'Invalid user id: Cannot find User with username', 2_207_013);
  const shown = picked(fields, profileOf(call, found), 'IGUser');
  return isReply(shown) ? shown : json(200, { business_discovery: shown });
}

function me(call: Call, who: Who, match: RegExpExecArray): Reply {
  if (match[1] !== 'me' && match[1] !== who.account!.id) return error(400, 100, '(#100) Unsupported get request', 33);
  const fields = call.query.get('fields') ?? 'id';
  const discovery = /^business_discovery\.username\(([^)]+)\)\{([\w,]+)\}$/.exec(fields);
  if (discovery) return discover(call, who, discovery[1]!, discovery[2]!);
  const shown = picked(fields, profileOf(call, who.account!), 'IGUser');
  return isReply(shown) ? shown : json(200, shown);
}

const common = { network: 'instagram', refuse } as const;
const read = { ...common, method: 'GET', host: GRAPH, quota: { quota: QUOTA, key: 'account' }, usage } as const;
const keys = { ...common, method: 'GET', host: GRAPH, quota: null } as const;

export const INSTAGRAM: readonly Endpoint[] = [
  {
    ...common,
    name: 'instagram.code',
    method: 'POST',
    host: 'api.instagram.com',
    path: /^\/oauth\/access_token$/,
    quota: null,
    authorize: () => anonymous,
    run: exchangeCode,
  },
  {
    ...keys,
    name: 'instagram.exchange',
    path: /^\/access_token$/,
    authorize: withToken(null, { personal: true }),
    run: exchangeShort,
  },
  { ...keys, name: 'instagram.refresh', path: /^\/refresh_access_token$/, authorize: withToken(null), run: refresh },
  {
    ...read,
    name: 'instagram.profile',
    path: /^\/(me|17841\d+)$/,
    authorize: withToken('instagram_business_basic', { personal: true }),
    run: me,
  },
  {
    ...read,
    name: 'instagram.media',
    path: /^\/(me|17841\d+)\/media$/,
    authorize: withToken('instagram_business_basic'),
    run: listMedia,
  },
  {
    ...read,
    name: 'instagram.insights',
    path: /^\/(me|17841\d+)\/insights$/,
    authorize: withToken('instagram_business_manage_insights'),
    run: accountInsights,
  },
  {
    ...read,
    name: 'instagram.media_insights',
    path: /^\/(18\d{15})\/insights$/,
    authorize: withToken('instagram_business_manage_insights'),
    run: mediaInsights,
  },
  {
    ...read,
    name: 'instagram.comments',
    path: /^\/(18\d{15})\/comments$/,
    authorize: withToken('instagram_business_manage_comments'),
    run: listComments,
  },
];
