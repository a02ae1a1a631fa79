import type { ErrorCode } from '../../../core/errors.ts';
import type { Platform } from '../../terms/schema.ts';

/** Networks on which something is published; work of the platform `ugc` is for the brand's own use. */
export type PostPlatform = Exclude<Platform, 'ugc'>;

/** Why a link is not that of a live post. */
export type LinkProblem = 'not_a_link' | 'no_post' | 'story' | 'short_link' | 'not_public';

export const LINK_REFUSALS = {
  not_a_link: 'publication.not_a_link',
  no_post: 'publication.no_post',
  story: 'publication.story',
  short_link: 'publication.short_link',
  not_public: 'publication.not_public',
} as const satisfies Record<LinkProblem, ErrorCode>;

export interface PostLink {
  platform: PostPlatform;
  /** As it is stored and shown: one form for each post. */
  url: string;
  /** The account in the address, small letters; null where the address names none. */
  handle: string | null;
}

const IP_ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[.*\])$/u;
/** Ends of names that no public site has. */
const INWARD = /\.(?:local|localhost|internal|intranet|lan|home|corp|arpa|test|invalid|onion)$/u;

interface NetworkLinks {
  hosts: RegExp;
  /** Hosts of shortened links, which lead anywhere. */
  short?: RegExp;
  story?: RegExp;
  read(url: URL): { url: string; handle: string | null } | null;
}

const NETWORKS: Record<Exclude<PostPlatform, 'blog'>, NetworkLinks> = {
  instagram: {
    hosts: /^(?:(?:www|m)\.)?instagram\.com$/u,
    short: /^instagr\.am$/u,
    story: /^\/stories\//u,
    read({ pathname }) {
      const [, handle, kind, code] =
        /^\/(?:([\w.]{1,30})\/)?(p|reel|reels|tv)\/([\w-]{5,40})\/?$/u.exec(pathname) ?? [];
      if (!code) return null;
      const path = kind === 'p' || kind === 'tv' ? kind : 'reel';
      return { url: `https://www.instagram.com/${path}/${code}/`, handle: handle?.toLowerCase() ?? null };
    },
  },
  tiktok: {
    hosts: /^(?:(?:www|m)\.)?tiktok\.com$/u,
    short: /^v[mt]\.tiktok\.com$/u,
    read({ pathname }) {
      const [, handle, kind, id] = /^\/@([\w.-]{1,30})\/(video|photo)\/(\d{6,30})\/?$/u.exec(pathname) ?? [];
      return handle && id
        ? { url: `https://www.tiktok.com/@${handle.toLowerCase()}/${kind}/${id}`, handle: handle.toLowerCase() }
        : null;
    },
  },
  youtube: {
    hosts: /^(?:(?:www|m)\.)?youtube\.com$|^youtu\.be$/u,
    read({ hostname, pathname, searchParams }) {
      const id =
        hostname === 'youtu.be'
          ? /^\/([\w-]{6,20})$/u.exec(pathname)?.[1]
          : pathname === '/watch'
            ? /^[\w-]{6,20}$/u.exec(searchParams.get('v') ?? '')?.[0]
            : /^\/(?:shorts|live)\/([\w-]{6,20})\/?$/u.exec(pathname)?.[1];
      return id ? { url: `https://www.youtube.com/watch?v=${id}`, handle: null } : null;
    },
  },
};

/** The post that a link names, or why it names none. Text without a scheme is read as https. */
export function readPostLink(text: string): PostLink | LinkProblem {
  const trimmed = text.trim();
  const withScheme = /^[a-z][a-z\d+.-]*:/iu.test(trimmed) ? trimmed : `https://${trimmed}`;
  if (/\s/u.test(trimmed) || trimmed.length > 500 || !URL.canParse(withScheme)) return 'not_a_link';
  const url = new URL(withScheme);
  const { hostname } = url;
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'not_a_link';
  if (url.username || url.password || url.port) return 'not_public';
  if (IP_ADDRESS.test(hostname) || !hostname.includes('.') || INWARD.test(hostname)) return 'not_public';
  for (const [platform, network] of Object.entries(NETWORKS)) {
    if (network.short?.test(hostname)) return 'short_link';
    if (!network.hosts.test(hostname)) continue;
    if (network.story?.test(url.pathname)) return 'story';
    const post = network.read(url);
    return post ? { platform: platform as PostPlatform, ...post } : 'no_post';
  }
  if (url.pathname === '/' && url.search === '') return 'no_post';
  url.hash = '';
  return { platform: 'blog', url: url.href, handle: hostname.replace(/^www\./u, '') };
}

/** The end of an address that `readPostLink` made: the id of a post of a network, under each of whose forms it is the same post. */
export const POST_ID = '([[:alnum:]_-]+)/?$';
export const postIdOf = ({ platform, url }: Pick<PostLink, 'platform' | 'url'>): string =>
  platform === 'blog' ? url : (/([\w-]+)\/?$/u.exec(url)?.[1] ?? url);

/** Where work with these deliverables is published; empty: nowhere, it is for the brand's own use. */
export const platformsOf = (deliverables: readonly { id: string; platform: Platform }[], ids: readonly string[]) => [
  ...new Set(
    deliverables
      .filter(({ id }) => ids.length === 0 || ids.includes(id))
      .flatMap(({ platform }): PostPlatform[] => (platform === 'ugc' ? [] : [platform])),
  ),
];
