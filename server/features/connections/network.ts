import type { ServiceContext } from '../../context.ts';
import { NETWORK_CALLBACKS } from '../../core/addresses.ts';
import type { SocialNetwork, SocialProblem, SocialTokens } from '../../integrations/social/social.ts';
import type { Way } from './schema.ts';
import type { Network } from './rules.ts';

/** Why a network refused a call; null for an error of another kind. */
export function networkProblem(error: unknown): { problem: SocialProblem; retryAfterSeconds: number | null } | null {
  if (!(error instanceof Error) || error.name !== 'SocialError') return null;
  const { problem, retryAfterSeconds } = error as Error & {
    problem: SocialProblem;
    retryAfterSeconds: number | null;
  };
  return { problem, retryAfterSeconds };
}

/** The client of a network whose accounts can be connected by its sign-in; null where keys are missing. */
export function clientOf(ctx: ServiceContext, network: Network): SocialNetwork | null {
  const { social } = ctx.integrations;
  return social.seal === null ? null : social[network];
}

/** Where the network sends the person back: the address that is registered with it. */
export const redirectUriOf = (ctx: ServiceContext, network: Network): string =>
  new URL(NETWORK_CALLBACKS[network], ctx.integrations.settings.appUrl).href;

export function waysOf(ctx: ServiceContext, network: Network): Way[] {
  return [
    ...(clientOf(ctx, network) ? (['consent'] as const) : []),
    ...(network !== 'youtube' || ctx.integrations.social.channel ? (['public'] as const) : []),
  ];
}

/** Encrypts tokens for the row of this connection. */
export function sealTokens(ctx: ServiceContext, tokens: SocialTokens, connectionId: string): string {
  const { seal } = ctx.integrations.social;
  if (!seal) throw new Error('SOCIAL_TOKEN_KEYS is missing');
  return seal.seal(JSON.stringify(tokens), `connection:${connectionId}`);
}

export function openTokens(ctx: ServiceContext, sealed: string, connectionId: string): SocialTokens {
  const { seal } = ctx.integrations.social;
  if (!seal) throw new Error('SOCIAL_TOKEN_KEYS is missing');
  return JSON.parse(seal.open(sealed, `connection:${connectionId}`)) as SocialTokens;
}
