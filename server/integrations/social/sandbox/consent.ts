import type { Network } from './engine/accounts.ts';
import { NETWORKS } from './engine/accounts.ts';
import type { World } from './engine/world.ts';
import { page, redirect, type Reply } from './http.ts';
import { INSTAGRAM_SCOPES } from './networks/instagram.ts';
import type { Settings } from './networks/network.ts';
import { TIKTOK_SCOPES } from './networks/tiktok.ts';
import { YOUTUBE_SCOPES } from './networks/youtube.ts';
import { sendNotice } from './notices.ts';
import { appsPage, consentPage, errorPage, pageLocale, profilePage } from './pages.ts';

const HOUR = 3_600_000;

interface Dialog {
  network: Network;
  path: string;
  /** The parameter that carries the app's id. */
  client: 'client_id' | 'client_key';
  separator: ' ' | ',';
  scopes: readonly string[];
  fixed: readonly string[];
  codeLife: number;
}

const DIALOGS: readonly Dialog[] = [
  {
    network: 'instagram',
    path: '/www.instagram.com/oauth/authorize',
    client: 'client_id',
    separator: ',',
    scopes: INSTAGRAM_SCOPES,
    fixed: ['instagram_business_basic'],
    codeLife: HOUR,
  },
  {
    network: 'tiktok',
    path: '/www.tiktok.com/v2/auth/authorize/',
    client: 'client_key',
    separator: ',',
    scopes: TIKTOK_SCOPES,
    fixed: ['user.info.basic'],
    codeLife: HOUR / 6,
  },
  {
    network: 'youtube',
    path: '/accounts.google.com/o/oauth2/v2/auth',
    client: 'client_id',
    separator: ' ',
    scopes: YOUTUBE_SCOPES,
    fixed: [],
    codeLife: HOUR / 6,
  },
];

export interface PageRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  form: URLSearchParams;
  acceptLanguage: string | undefined;
}

/** Why the network does not show its dialog for these parameters; null where it does. */
function refusalOf(dialog: Dialog, query: URLSearchParams, settings: Settings): string | null {
  const app = settings[dialog.network];
  if (query.get(dialog.client) !== app.id) return `Invalid ${dialog.client}`;
  if (!app.redirectUris.includes(query.get('redirect_uri') ?? '')) return 'Invalid redirect_uri';
  if (query.get('response_type') !== 'code') return 'Invalid response_type';
  const scopes = (query.get('scope') ?? '').split(dialog.separator).filter(Boolean);
  if (scopes.length === 0 || scopes.some((scope) => !dialog.scopes.includes(scope))) return 'Invalid scope';
  return dialog.fixed.every((scope) => scopes.includes(scope)) ? null : `Scope ${dialog.fixed.join()} is required`;
}

function answerDialog(dialog: Dialog, request: PageRequest, world: World, settings: Settings): Reply {
  const { query, form } = request;
  const locale = pageLocale(request.acceptLanguage);
  const { network } = dialog;
  const fault = world.takeFault(network, `${network}.authorize`, null);
  if (fault) return page(errorPage(network, locale, 'Sorry, something went wrong. (503)'), 503);
  const refusal = refusalOf(dialog, query, settings);
  if (refusal) return page(errorPage(network, locale, refusal), 400);
  const asked = (query.get('scope') ?? '').split(dialog.separator).filter(Boolean);
  const show = (problem: 'missing' | null): Reply =>
    page(
      consentPage({
        network,
        locale,
        scopes: asked,
        fixed: dialog.fixed,
        suggested: form.get('handle') ?? query.get('login_hint') ?? '',
        problem,
      }),
      problem ? 422 : 200,
    );
  if (request.method !== 'POST') return show(null);
  const back = new URL(query.get('redirect_uri')!);
  const state = query.get('state');
  if (state !== null) back.searchParams.set('state', state);
  if (form.get('answer') === 'deny') {
    back.searchParams.set('error', 'access_denied');
    if (network === 'instagram') back.searchParams.set('error_reason', 'user_denied');
    back.searchParams.set('error_description', 'The user denied your request');
    return redirect(back.href);
  }
  const account = world.account(network, (form.get('handle') ?? '').trim());
  if (!account) return show('missing');
  const scopes = asked.filter((scope) => form.getAll('scope').includes(scope) || dialog.fixed.includes(scope));
  const grant = world.consent(network, account.handle, scopes);
  back.searchParams.set(
    'code',
    world.issue(grant, 'code', dialog.codeLife, { redirectUri: query.get('redirect_uri')! }),
  );
  if (network === 'tiktok') back.searchParams.set('scopes', scopes.join(','));
  // Instagram ends every redirect like this.
  return redirect(network === 'instagram' ? `${back.href}#_` : back.href);
}

const PROFILES = /^\/(?:www\.(instagram)\.com\/([\w.-]+)\/|www\.(tiktok)\.com\/@([\w.-]+))$/u;

/** The public page of a profile: its head names the self-description. */
function answerProfile({ path, acceptLanguage }: PageRequest, world: World): Reply | null {
  const [, instagram, ofInstagram, tiktok, ofTiktok] = PROFILES.exec(path) ?? [];
  const network = (instagram ?? tiktok) as Network | undefined;
  const handle = ofInstagram ?? ofTiktok;
  if (!network || !handle) return null;
  const fault = world.takeFault(network, `${network}.page`, handle.toLowerCase());
  if (fault) return { status: 503, body: 'Service Unavailable', headers: { 'content-type': 'text/plain' } };
  const account = world.account(network, handle);
  const locale = pageLocale(acceptLanguage);
  if (!account) return page(errorPage(network, locale, 'Sorry, this page is not available. (404)'), 404);
  return page(profilePage(network, locale, account));
}

/** Sign-in pages, profiles, and the page where an account takes its consent back; null for other addresses. */
export async function answerPage(request: PageRequest, world: World, settings: Settings): Promise<Reply | null> {
  const dialog = DIALOGS.find(({ path }) => path === request.path);
  if (dialog && (request.method === 'GET' || request.method === 'POST'))
    return answerDialog(dialog, request, world, settings);
  const profile = request.method === 'GET' ? answerProfile(request, world) : null;
  if (profile) return profile;
  const [, area, network, handle] = request.path.split('/');
  if (area !== 'apps' || !NETWORKS.includes(network as Network) || !handle) return null;
  const account = world.account(network as Network, handle);
  if (!account) return null;
  const current = (): ReturnType<World['grants']>[number] | null =>
    world.grants(account.network, account.handle).find(({ revokedAt }) => revokedAt === null) ?? null;
  const grant = current();
  if (request.method === 'POST' && grant) {
    const scope = request.form.get('scope');
    if (scope) world.withdraw(grant, scope);
    if (request.form.get('answer') === 'remove') {
      world.withdraw(grant);
      await sendNotice(world, settings, grant, 'deauthorize').catch(() => null);
    }
    return redirect(request.path);
  }
  return page(appsPage(account.network, pageLocale(request.acceptLanguage), account.handle, current()));
}
