import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext } from '@playwright/test';
import { totpCode, TOTP_STEP_MS } from '../../server/features/security/totp.ts';
import { readAnswer, serialize } from '../../server/core/wire.ts';
import { DEMO_AUTHENTICATOR_SECRET } from '../../server/features/security/rules.ts';
import type { Persona } from '../../src/lib/screens.ts';
import type { Records } from './tour.ts';

export type DemoPersona = Persona;

/** Main account of each persona in the demo scenario. */
export const DEMO_MAIN: Record<DemoPersona, string> = {
  brand: 'nadia@lumen.example',
  creator: 'maya@maya.example',
  agency: 'elena@vidal.example',
  staff: 'sam@sponsio.example',
};
export const DEMO_PASSWORD = 'harbour-lantern-27';

/** Cookies of staff who signed in during this process, by address. */
const staffSessions = new Map<string, Awaited<ReturnType<BrowserContext['cookies']>>>();

/**
 * Signs a browser context in as a persona's main demo account. Contexts of one process share the session of a staff member: a
 * code of the authenticator is valid for one sign-in, so that each of them would wait for the next one.
 */
export async function signInDemo(
  context: BrowserContext,
  url: string,
  persona: DemoPersona,
  email = DEMO_MAIN[persona],
): Promise<void> {
  const own = `${url} ${email}`;
  const session = persona === 'staff' ? staffSessions.get(own) : undefined;
  if (session) return context.addCookies(session);
  const post = (path: string, data: object) => {
    const headers = { origin: new URL(url).origin, ...(persona === 'staff' ? { 'x-sponsio-portal': 'admin' } : {}) };
    return context.request.post(`${url}/api/auth${path}`, { data, headers });
  };
  let answer = await post('/sign-in/email', { email, password: DEMO_PASSWORD });
  // When another context used a code, the next one is taken, which is accepted half a minute early.
  for (let step = currentStep(); answer.ok() && persona === 'staff'; step += 1) {
    while (step > currentStep() + 1) await pause(500);
    const entered = await post('/two-factor/verify-totp', {
      code: totpCode(DEMO_AUTHENTICATOR_SECRET, new Date(step * TOTP_STEP_MS)),
    });
    if (entered.ok()) {
      staffSessions.set(own, await context.cookies(url));
      return;
    }
    if (entered.status() !== 401) answer = entered;
  }
  if (!answer.ok()) throw new Error(`${email} could not sign in: ${answer.status()} ${await answer.text()}`);
}
const currentStep = (): number => Math.floor(Date.now() / TOTP_STEP_MS);

/** One query of the API with the context's cookies. */
export async function callApi<T>(context: BrowserContext, url: string, path: string, input?: unknown): Promise<T> {
  const query = input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(serialize(input)))}`;
  const answer = await context.request.get(`${url}/api/trpc/${path}${query}`);
  const body = (await answer.json()) as { result?: { data: unknown }; error?: unknown };
  if (!body.result) throw new Error(`${path} failed: ${JSON.stringify(body.error).slice(0, 300)}`);
  return readAnswer<T>(body.result.data);
}

/** Addresses of record pages that this persona's demo account can open. */
export async function demoRecords(context: BrowserContext, url: string, persona: DemoPersona): Promise<Records> {
  if (persona === 'staff') {
    const { found } = await callApi<{ found: { contractId: string | null }[] }>(context, url, 'operators.search', {
      q: 'Autumn menu',
    });
    const contractId = found.find((one) => one.contractId !== null)?.contractId;
    return contractId ? { '/admin-dashboard/deals/$contractId': `/admin-dashboard/deals/${contractId}` } : {};
  }
  const documents: Records = { '/payments?documents': '/payments?view=documents' };
  if (persona === 'agency') {
    const {
      items: [contract],
    } = await callApi<{ items: { id: string }[] }>(context, url, 'contracts.list', { state: 'all', limit: 100 });
    return { ...documents, ...(contract ? { '/smart-contracts/$contractId': `/smart-contracts/${contract.id}` } : {}) };
  }
  const { items: deals } = await callApi<{
    items: { contractId: string; stage: string; milestone: { id: string; state: string } | null }[];
  }>(context, url, 'escrow.list', { limit: 100 });
  const { items: offers } = await callApi<{ items: { id: string }[] }>(context, url, 'offers.list', {
    box: 'open',
    limit: 100,
  });
  const review = deals.find((d) => d.milestone?.state === 'delivered') ?? deals[0];
  const records: Records = {
    ...documents,
    '/payments/$milestoneId': review?.milestone ? `/payments/${review.milestone.id}` : undefined,
    '/smart-contracts/$contractId': review && `/smart-contracts/${review.contractId}`,
    '/smart-contracts/$contractId/replay': review && `/smart-contracts/${review.contractId}/replay`,
    '/content-approval/$milestoneId': review?.milestone ? `/content-approval/${review.milestone.id}` : undefined,
    '/collaboration-request/$offerId': offers[0] && `/collaboration-request/${offers[0].id}`,
    '/creator/$handle': '/creator/maya.eats.lyon',
  };
  if (persona === 'brand') {
    const { items: campaigns } = await callApi<{ items: { id: string; state: string; applications: number }[] }>(
      context,
      url,
      'campaigns.list',
      { limit: 100 },
    );
    const busiest = [...campaigns].sort((a, b) => b.applications - a.applications)[0];
    const draft = campaigns.find((c) => c.state === 'draft');
    records['/smart-contracts?templates'] = '/smart-contracts?tab=templates';
    records['/my-campaigns/$campaignId'] = busiest && `/my-campaigns/${busiest.id}`;
    if (draft) records['/post-influencer-campaign?draft'] = `/post-influencer-campaign?id=${draft.id}`;
  } else {
    const open = await callApi<{ items: { id: string }[] }>(context, url, 'campaigns.browse', {
      limit: 25,
      sort: 'newest',
    });
    records['/campaigns/$campaignId'] = open.items[0] && `/campaigns/${open.items[0].id}`;
    const { items: payouts } = await callApi<{ items: { id: string }[] }>(context, url, 'payouts.list', { limit: 1 });
    records['/payouts/$payoutId'] = payouts[0] && `/payouts/${payouts[0].id}`;
  }
  return records;
}
