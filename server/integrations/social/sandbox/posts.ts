import type { Locale } from '../../../core/locale.ts';
import { NETWORKS, type Network } from './engine/accounts.ts';
import { postAt } from './engine/posts.ts';
import type { PublishedPost, World } from './engine/world.ts';
import { page, redirect, type Reply } from './http.ts';
import { errorPage, postPage, scriptPage, signInPage } from './pages.ts';

/** Public addresses of posts, behind the host of their network. */
const ADDRESSES: Record<Network, readonly RegExp[]> = {
  instagram: [/^\/www\.instagram\.com\/(?:[\w.]+\/)?(?:p|reel|tv)\/([\w-]{1,40})\/?$/u],
  tiktok: [/^\/www\.tiktok\.com\/@[\w.-]+\/(?:video|photo)\/(\d{1,30})\/?$/u],
  youtube: [/^\/www\.youtube\.com\/(?:shorts|live)\/([\w-]{1,30})\/?$/u, /^\/www\.youtube\.com\/watch$/u],
};

/** The address that names the account that posted it. */
export const addressOfPost = ({ network, handle, id }: Pick<PublishedPost, 'handle' | 'id' | 'network'>): string =>
  ({
    instagram: `https://www.instagram.com/${handle}/p/${id}/`,
    tiktok: `https://www.tiktok.com/@${handle}/video/${id}`,
    youtube: `https://www.youtube.com/watch?v=${id}`,
  })[network];

/** A post that was made by command, or one of those that follow from the seed. */
function foundPost(world: World, network: Network, id: string): PublishedPost | null {
  const made = world.post(network, id);
  if (made) return made;
  const [, number = '', index = ''] = /^(?:18|7)(\d{9})(\d{6})$/u.exec(id) ?? [];
  const account = number ? world.accountById(network, number) : null;
  if (!account) return null;
  const post = postAt(account, Number(index), world.now());
  if (post.id !== id || post.at > world.now()) return null;
  return { network, id, handle: account.handle, text: post.text, at: post.at, page: 'shown' };
}

const plain = (status: number, body: string): Reply => ({ status, body, headers: { 'content-type': 'text/plain' } });
const notFound = (network: Network, locale: Locale, status: number): Reply =>
  page(errorPage(network, locale, 'Page not found', 'Page not found'), status);

/** What each network serves, with the status of a success, for a post that is not there. */
function goneAnswer(network: Network, locale: Locale): Reply {
  if (network === 'instagram') return notFound(network, locale, 200);
  const data =
    network === 'tiktok'
      ? '{"webapp.video-detail":{"statusCode":10204,"statusMsg":"item doesn\'t exist"}}'
      : '{"playabilityStatus":{"status":"ERROR","reason":"This video isn\'t available anymore"}}';
  return page(scriptPage(network, locale, data));
}

/** The public page of a post, as its command says; null for other addresses, `silent` where no answer comes. */
export function answerPost(
  { path, query, locale }: { path: string; query: URLSearchParams; locale: Locale },
  world: World,
): Reply | 'silent' | null {
  for (const network of NETWORKS)
    for (const pattern of ADDRESSES[network]) {
      const match = pattern.exec(path);
      const id = match && (match[1] ?? query.get('v'));
      if (!id) continue;
      const fault = world.takeFault(network, `${network}.post`, null);
      if (fault) return fault.kind.startsWith('timeout') ? 'silent' : plain(503, 'Service Unavailable');
      const post = foundPost(world, network, id);
      switch (post?.page) {
        case undefined:
        case 'gone':
          return notFound(network, locale, 404);
        case 'says_gone':
          return goneAnswer(network, locale);
        case 'sign_in':
          return redirect(`/www.${network}.com/accounts/login/?next=${encodeURIComponent(path)}`);
        case 'broken':
          return plain(500, 'Internal Server Error');
        case 'silent':
          return 'silent';
        case 'cut':
          return page(postPage({ ...post!, text: `${post!.text.slice(0, 20)}…` }, locale, addressOfPost(post!)));
        case 'commented':
        case 'shown':
          return page(postPage(post!, locale, addressOfPost(post!)));
      }
    }
  const login = /^\/www\.(instagram|tiktok|youtube)\.com\/accounts\/login\/$/u.exec(path);
  return login ? page(signInPage(login[1] as Network, locale)) : null;
}
