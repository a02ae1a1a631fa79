import type { PostNetwork, PostPage } from './post-page.ts';
import type { TokenSeal } from './token-seal.ts';

/** Networks that accounts can be connected on. */
export const SOCIAL_NETWORKS = ['instagram', 'tiktok', 'youtube'] as const;
export type SocialNetworkName = (typeof SOCIAL_NETWORKS)[number];

/**
 * Why a network refused a call. `code`: the code of a sign-in is used or too old · `expired`: the consent is
 * over or was taken back · `scope`: not part of the consent · `personal`: not a professional account · `rate`: too many
 * calls · `missing`: no such account or post, or none of its figures · `unavailable`: no answer, or one that makes no sense · `refused`: anything
 * else.
 */
export type SocialProblem = 'code' | 'expired' | 'missing' | 'personal' | 'rate' | 'refused' | 'scope' | 'unavailable';

export class SocialError extends Error {
  readonly problem: SocialProblem;
  /** Of `rate`: when to ask again. */
  readonly retryAfterSeconds: number | null;

  constructor(
    problem: SocialProblem,
    message: string,
    retryAfterSeconds: number | null = null,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'SocialError';
    this.problem = problem;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Secret: is stored encrypted, and leaves the server to its network alone. */
export interface SocialTokens {
  access: string;
  /** Null where the access token itself is renewed. */
  refresh: string | null;
}

export interface SocialGrant {
  tokens: SocialTokens;
  /** Seconds until the access token ends. */
  accessSeconds: number;
  /** Seconds until the consent ends unless it is renewed; null where it does not end. */
  consentSeconds: number | null;
  /** What was consented to, which may be less than what was requested; null where the network does not say. */
  scopes: string[] | null;
}

export interface RemoteAccount {
  remoteId: string;
  handle: string;
  name: string;
  url: string;
  pictureUrl: string | null;
  /** Null where the consent does not cover it. */
  followers: number | null;
  posts: number | null;
  professional: boolean;
}

export interface RemotePost {
  remoteId: string;
  at: Date;
  text: string;
  url: string;
  isVideo: boolean;
  likes: number;
  comments: number;
  /** Null where the network does not count them, or gives them by `postViews` alone. */
  views: number | null;
}

export interface RemotePage<T> {
  items: T[];
  /** Null at the end. */
  next: string | null;
}

export interface RemoteComment {
  remoteId: string;
  at: Date;
  /** The commenter's name at the network. */
  author: string;
  text: string;
}

/** Figures of one day at the network, UTC. */
export interface RemoteDay {
  day: string;
  reach: number | null;
  newFollowers: number | null;
}

export type AudienceTrait = 'age' | 'country' | 'gender';

export interface SocialNetwork extends ConsentCalls, AccountCalls, PostCalls {
  readonly name: SocialNetworkName;
}

export interface ConsentCalls {
  /** The consent that is requested. */
  readonly scopes: readonly string[];
  /** The part of it without which nothing can be read. */
  readonly required: readonly string[];
  /** Address of the network's sign-in page. */
  authorizeUrl(input: { state: string; redirectUri: string }): string;
  exchange(input: { code: string; redirectUri: string }): Promise<SocialGrant>;
  refresh(tokens: SocialTokens): Promise<SocialGrant>;
  /** Ends the consent where the network has a call for it. */
  revoke(tokens: SocialTokens): Promise<void>;
}

export interface AccountCalls {
  account(tokens: SocialTokens): Promise<RemoteAccount>;
  /** Empty where the network has no figures by day. `to` is not included. */
  days(tokens: SocialTokens, from: string, to: string): Promise<RemoteDay[]>;
  /** Followers by trait; empty where the network does not say. */
  audience(tokens: SocialTokens, trait: AudienceTrait): Promise<{ value: string; count: number }[]>;
}

export interface PostCalls {
  posts(tokens: SocialTokens, remoteId: string, cursor: string | null): Promise<RemotePage<RemotePost>>;
  /** Views of one own post, null while the network has counted none; null where the list of posts has them. */
  postViews: ((tokens: SocialTokens, postId: string) => Promise<number | null>) | null;
  /** Comments on a post, one page of them; empty where the network gives none. */
  comments(tokens: SocialTokens, postId: string): Promise<RemoteComment[]>;
}

/** The networks that the environment has keys for; null for the others. */
export interface Social {
  /** Encrypts the tokens that are stored; null without a key, where no account can be connected. */
  seal: TokenSeal | null;
  instagram: SocialNetwork | null;
  tiktok: SocialNetwork | null;
  youtube: SocialNetwork | null;
  /** Profiles as pages that anyone may open; the guarded fetch reads them. */
  profilePage: {
    addresses(network: 'instagram' | 'tiktok', handle: string): { fetched: string; shown: string };
    descriptionOf(html: string): string;
  };
  /** Posts as pages that anyone may open; the guarded fetch reads them. */
  postPage: {
    /** Where the page of a post is fetched. */
    address(url: string): string;
    /** What the page that answered shows; no network: a page anywhere else. */
    read(network: PostNetwork | null, answer: { url: string; html: string }): PostPage;
  };
  /** Public figures of a channel, by key: no consent is needed. Null without a key. */
  channel: ((handle: string) => Promise<(RemoteAccount & { description: string }) | null>) | null;
}
