import type { NetworkOptions } from '../oauth.ts';
import type { SocialNetwork } from '../social.ts';
import { accountCalls } from './account.ts';
import { createGraph } from './api.ts';
import { consentCalls } from './consent.ts';
import { postCalls } from './posts.ts';

/** Instagram API with Instagram login, for professional accounts. */
export function createInstagram(options: NetworkOptions): SocialNetwork {
  const graph = createGraph(options.call);
  return { name: 'instagram', ...consentCalls(options, graph), ...accountCalls(graph), ...postCalls(graph) };
}
