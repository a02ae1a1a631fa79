import { DAY_MS, dayOf, followersOn, type Account } from '../engine/accounts.ts';
import { commentsOf, postAt, postCount, postsBefore, type Post } from '../engine/posts.ts';
import { json, type Reply } from '../http.ts';
import { isReply, anonymous, pageSize, type Call, type Endpoint } from './network.ts';

export const YOUTUBE_SCOPES = ['https://www.googleapis.com/auth/youtube.readonly'] as const;

const HOUR = 3_600_000;
const QUOTA = { name: 'youtube', limit: 10_000, windowMs: DAY_MS };
const API = 'www.googleapis.com';

const error = (status: number, reason: string, message: string, domain = 'youtube.api'): Reply =>
  json(status, { error: { code: status, message, errors: [{ message, domain, reason }] } });

const refuse: Endpoint['refuse'] = (kind, retryAfter) => {
  if (kind === '401') return error(401, 'authError', 'Invalid Credentials', 'global');
  if (kind === '500') return error(500, 'backendError', 'Backend Error', 'global');
  if (kind === 'quota')
    return error(
      403,
      'quotaExceeded',
      'The request cannot be completed because you have exceeded your quota.',
      'youtube.quota',
    );
  return {
    ...error(429, 'rateLimitExceeded', 'Rate Limit Exceeded', 'usageLimits'),
    headers: { 'content-type': 'application/json', 'retry-after': String(retryAfter) },
  };
};

/** A key of the app, or a token of a channel's owner. */
const withKey: Endpoint['authorize'] = (call) => {
  if (call.bearer) {
    const token = call.world.token(call.bearer);
    const grant = token && call.world.grant(token.grant);
    if (!token || !grant || token.kind !== 'access' || grant.network !== 'youtube') return refuse('401', 0);
    if (grant.revokedAt !== null || token.expiresAt <= call.world.now()) return refuse('401', 0);
    return { grant, account: call.world.account('youtube', grant.handle), token: call.bearer };
  }
  return call.query.get('key') === call.settings.youtubeKey
    ? anonymous
    : error(400, 'badRequest', 'API key not valid. Please pass a valid API key.', 'global');
};

const picture = (call: Call, name: string): Record<string, unknown> => ({
  default: { url: `${call.settings.publicUrl}/pictures/youtube/${name}.png`, width: 88, height: 88 },
});

/** The asked parts of a resource; a reply where one does not exist. */
function parts(
  call: Call,
  resource: Record<string, unknown>,
  known: readonly string[],
): Record<string, unknown> | Reply {
  const names = (call.query.get('part') ?? '').split(',').filter(Boolean);
  const wrong = names.find((name) => !known.includes(name));
  if (names.length === 0) return error(400, 'missingRequiredParameter', 'No filter selected. Expected part.');
  if (wrong !== undefined) return error(400, 'unknownPart', `'${wrong}' is not a valid part`);
  return Object.fromEntries(Object.entries(resource).filter(([key]) => !known.includes(key) || names.includes(key)));
}

const uploadsOf = (account: Account): string => `UU${account.id.slice(2)}`;

function channels(call: Call, { account }: { account: Account | null }): Reply {
  const { query, world } = call;
  const handle = query.get('forHandle');
  const filters = [handle, query.get('id'), query.get('mine')].filter((one) => one !== null);
  if (filters.length !== 1) return error(400, 'missingRequiredParameter', 'Expected one of: id, forHandle, mine');
  const found =
    handle !== null
      ? [world.account('youtube', handle)]
      : query.get('mine') === 'true'
        ? [account]
        : (query.get('id') ?? '').split(',').map((id) => world.accountById('youtube', id));
  if (query.get('mine') === 'true' && !account) return refuse('401', 0);
  const now = world.now();
  const items = found
    .filter((one) => one !== null)
    .filter(({ character }) => character !== 'private')
    .map((one) =>
      parts(
        call,
        {
          kind: 'youtube#channel',
          id: one.id,
          snippet: {
            title: one.name,
            description: one.bio,
            customUrl: `@${one.handle}`,
            publishedAt: new Date(one.createdDay * DAY_MS).toISOString(),
            thumbnails: picture(call, one.handle),
            country: one.country,
          },
          statistics: {
            // As at the network: three digits of the number, the rest are zeros.
            subscriberCount: String(Number(followersOn(one, dayOf(now)).toPrecision(3))),
            hiddenSubscriberCount: false,
            videoCount: String(postCount(one, now)),
            viewCount: String(
              postsBefore(one, postCount(one, now), 100, now).reduce((sum, { views }) => sum + views, 0),
            ),
          },
          contentDetails: { relatedPlaylists: { uploads: uploadsOf(one) } },
        },
        ['snippet', 'statistics', 'contentDetails'],
      ),
    );
  return items.find((one): one is Reply => isReply(one)) ?? json(200, { kind: 'youtube#channelListResponse', items });
}

function playlistItems(call: Call): Reply {
  const { query, world } = call;
  const playlist = query.get('playlistId') ?? '';
  const account = world.accountById('youtube', `UC${playlist.slice(2)}`);
  if (!playlist.startsWith('UU') || !account) return error(404, 'playlistNotFound', 'The playlist cannot be found.');
  const size = Number(query.get('maxResults') ?? 5);
  if (!Number.isInteger(size) || size < 0 || size > 50) return error(400, 'invalidParameter', 'maxResults');
  const now = world.now();
  const from = query.get('pageToken') === null ? postCount(account, now) : parseInt(query.get('pageToken')!, 36);
  if (!Number.isInteger(from)) return error(400, 'invalidPageToken', 'The page token is not valid.');
  const posts = postsBefore(account, from, pageSize(call, size), now);
  const items = posts.map((post) =>
    parts(
      call,
      {
        kind: 'youtube#playlistItem',
        id: `${playlist}.${post.index}`,
        snippet: { publishedAt: new Date(post.at).toISOString(), title: post.text },
        contentDetails: { videoId: post.id, videoPublishedAt: new Date(post.at).toISOString() },
      },
      ['snippet', 'contentDetails'],
    ),
  );
  const last = call.pages === 'double' ? from : (posts.at(-1)?.index ?? 0);
  return (
    items.find((one): one is Reply => isReply(one)) ??
    json(200, {
      kind: 'youtube#playlistItemListResponse',
      items,
      ...(last > 0 ? { nextPageToken: last.toString(36) } : {}),
      pageInfo: { totalResults: postCount(account, now), resultsPerPage: size },
    })
  );
}

function videoById(call: Call, id: string): { account: Account; post: Post } | null {
  const account = call.world.knownAccounts('youtube').find((one) => one.id.slice(2, 9) === id.slice(0, 7));
  const index = parseInt(id.slice(7), 36);
  if (!account || id.length !== 11 || index >= postCount(account, call.world.now())) return null;
  return { account, post: postAt(account, index, call.world.now()) };
}

function videos(call: Call): Reply {
  const ids = (call.query.get('id') ?? '').split(',').filter(Boolean);
  if (ids.length === 0 || ids.length > 50) return error(400, 'missingRequiredParameter', 'Expected 1 to 50 ids.');
  const items = ids.flatMap((id) => {
    const found = videoById(call, id);
    if (!found) return [];
    const { account, post } = found;
    return [
      parts(
        call,
        {
          kind: 'youtube#video',
          id,
          snippet: {
            publishedAt: new Date(post.at).toISOString(),
            channelId: account.id,
            title: post.text,
            description: post.text,
            thumbnails: picture(call, `${account.handle}-${post.index}`),
          },
          statistics: {
            viewCount: String(post.views),
            likeCount: String(post.likes),
            commentCount: String(post.comments),
          },
          contentDetails: { duration: `PT${Math.floor(post.seconds / 60)}M${post.seconds % 60}S` },
        },
        ['snippet', 'statistics', 'contentDetails'],
      ),
    ];
  });
  return items.find((one): one is Reply => isReply(one)) ?? json(200, { kind: 'youtube#videoListResponse', items });
}

function commentThreads(call: Call): Reply {
  const found = videoById(call, call.query.get('videoId') ?? '');
  if (!found) return error(404, 'videoNotFound', 'The video cannot be found.');
  const all = commentsOf(found.account, found.post);
  const from = Number(call.query.get('pageToken') ?? 0);
  const size = pageSize(call, Math.min(100, Number(call.query.get('maxResults') ?? 20)));
  const next = call.pages === 'double' ? from : from + size;
  return json(200, {
    kind: 'youtube#commentThreadListResponse',
    items: all.slice(from, from + size).map((comment) => ({
      kind: 'youtube#commentThread',
      id: comment.id,
      snippet: {
        videoId: found.post.id,
        topLevelComment: {
          id: comment.id,
          snippet: {
            authorDisplayName: `@${comment.username}`,
            textOriginal: comment.text,
            likeCount: comment.likes,
            publishedAt: new Date(comment.at).toISOString(),
          },
        },
      },
    })),
    ...(next < all.length ? { nextPageToken: String(next) } : {}),
  });
}

const oauthError = (code: string, description: string): Reply =>
  json(400, { error: code, error_description: description });

function tokens(call: Call): Reply {
  const { form, world, settings } = call;
  if (form.get('client_id') !== settings.youtube.id || form.get('client_secret') !== settings.youtube.secret)
    return json(401, { error: 'invalid_client', error_description: 'The OAuth client was not found.' });
  const isRefresh = form.get('grant_type') === 'refresh_token';
  if (!isRefresh && form.get('grant_type') !== 'authorization_code')
    return oauthError('unsupported_grant_type', 'Invalid grant_type');
  const text = form.get(isRefresh ? 'refresh_token' : 'code') ?? '';
  const token = world.token(text);
  const grant = token && world.grant(token.grant);
  if (!token || !grant || grant.revokedAt !== null || token.kind !== (isRefresh ? 'refresh' : 'code'))
    return oauthError('invalid_grant', 'Bad Request');
  if (token.expiresAt <= world.now() || (!isRefresh && token.usedAt !== null))
    return oauthError('invalid_grant', 'Bad Request');
  if (!isRefresh && form.get('redirect_uri') !== token.redirectUri)
    return oauthError('redirect_uri_mismatch', 'Bad Request');
  world.changeToken(text, { usedAt: world.now() });
  return json(200, {
    access_token: world.issue(grant, 'access', HOUR),
    expires_in: HOUR / 1000,
    scope: grant.scopes.join(' '),
    token_type: 'Bearer',
    ...(isRefresh ? {} : { refresh_token: world.issue(grant, 'refresh', 3_650 * DAY_MS) }),
  });
}

function revoke(call: Call): Reply {
  const token = call.world.token(call.form.get('token') ?? call.query.get('token') ?? '');
  const grant = token && call.world.grant(token.grant);
  if (!grant || grant.network !== 'youtube') return oauthError('invalid_token', 'Token expired or revoked');
  call.world.withdraw(grant);
  return json(200, {});
}

const common = { network: 'youtube', refuse } as const;
const read = {
  ...common,
  method: 'GET',
  host: API,
  quota: { quota: QUOTA, key: 'app' },
  authorize: withKey,
} as const;
const oauth = {
  ...common,
  method: 'POST',
  host: 'oauth2.googleapis.com',
  quota: null,
  authorize: () => anonymous,
} as const;

export const YOUTUBE: readonly Endpoint[] = [
  { ...oauth, name: 'youtube.token', path: /^\/token$/, run: tokens },
  { ...oauth, name: 'youtube.revoke', path: /^\/revoke$/, run: revoke },
  { ...read, name: 'youtube.channels', path: /^\/youtube\/v3\/channels$/, run: channels },
  { ...read, name: 'youtube.playlist', path: /^\/youtube\/v3\/playlistItems$/, run: playlistItems },
  { ...read, name: 'youtube.videos', path: /^\/youtube\/v3\/videos$/, run: videos },
  { ...read, name: 'youtube.comments', path: /^\/youtube\/v3\/commentThreads$/, run: commentThreads },
];
