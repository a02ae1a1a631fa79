import { expect, test, type Browser, type Page } from '@playwright/test';
import { serialize } from '../../server/core/wire.ts';
import { dealTermsOf } from '../support/deal-rows.ts';
import { patternOf, textsOf } from './support/texts.ts';
import { visitor } from './support/visitor.ts';

const url = process.env['E2E_APP_URL'] ?? 'http://localhost:3000';
const headers = { origin: new URL(url).origin };

/** A page of a browser of its own, signed in. */
async function signedIn(browser: Browser, email: string, lang: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: url });
  const page = await visitor(context, { 'sponsio.lang': lang });
  const answer = await page.request.post(`${url}/api/auth/sign-in/email`, {
    data: { email, password: 'harbour-lantern-27' },
    headers,
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return page;
}

/** Bask offers the creator a deal; returns the offer's id. */
async function offered(brand: Page, creatorOrg: string, title: string): Promise<string> {
  const answer = await brand.request.post(`${url}/api/trpc/offers.send`, {
    data: serialize({ creatorOrg, title, terms: dealTermsOf(42_000), note: '' }),
    headers,
  });
  expect(answer.ok(), await answer.text()).toBe(true);
  return ((await answer.json()) as { result: { data: { json: { id: string } } } }).result.data.json.id;
}

const orgOf = async (page: Page): Promise<string> => {
  const answer = await page.request.get(`${url}/api/trpc/accounts.session`);
  return ((await answer.json()) as { result: { data: { json: { org: { id: string } } } } }).result.data.json.org.id;
};

// Each language has a creator of its own, whose representation ends with the test.
for (const [lang, creator, name] of [
  ['en', 'leo', 'Leo Duarte'],
  ['ar', 'aicha', 'Aïcha Diallo'],
] as const)
  test(`an agent’s acceptance is confirmed by the creator, then revoked and refused: ${lang}`, async ({ browser }) => {
    const t = textsOf(lang);
    const pattern = patternOf(lang);
    const [brand, agent, own] = [
      await signedIn(browser, 'laia@bask.example', lang),
      await signedIn(browser, 'elena@vidal.example', lang),
      await signedIn(browser, `${creator}@${creator}.example`, lang),
    ];
    const creatorOrg = await orgOf(own);
    const first = await offered(brand, creatorOrg, 'Morning light');

    await agent.goto('/agent-dashboard');
    await agent
      .getByRole('listitem')
      .filter({ hasText: name })
      .getByRole('button', { name: t('agencies:roster.act') })
      .first()
      .click();
    const banner = agent.getByRole('status').filter({ hasText: t('nav:acting.for', { name }) });
    await expect(banner).toBeVisible();
    await agent.goto(`/collaboration-request/${first}`);
    const accept = async () => {
      await agent
        .getByRole('button', { name: pattern('offers:ask.accept') })
        .first()
        .click();
      await agent
        .getByRole('dialog')
        .getByRole('button', { name: pattern('offers:ask.accept') })
        .click();
    };
    await accept();
    await expect(agent.getByText(t('representation:waiting.offer_accept', { creator: name }))).toBeVisible();
    await expect(banner).toBeVisible();

    await own.goto('/profile?tab=representation');
    await own.getByRole('button', { name: t('representation:confirm.offer_accept') }).click();
    await expect(own.getByText(t('representation:request.confirmed')).first()).toBeVisible();
    await expect(
      own.getByText(t('representation:acts.who', { name: 'Elena Vidal', creator: name })).first(),
    ).toBeVisible();

    const second = await offered(brand, creatorOrg, 'Evening light');
    await agent.goto(`/collaboration-request/${second}`);
    await expect(agent.getByRole('button', { name: pattern('offers:ask.accept') }).first()).toBeVisible();
    await own.getByRole('button', { name: t('representation:running.end') }).click();
    await own
      .getByRole('dialog')
      .getByRole('button', { name: t('representation:running.end') })
      .click();
    await expect(own.getByText(t('representation:running.ended', { agency: 'Vidal Talent' })).first()).toBeVisible();

    // The open page notices it and leaves the creator; a call that is still on its way is refused.
    await expect(banner).toHaveCount(0);
    const late = await agent.request.post(`${url}/api/trpc/offers.accept`, {
      data: serialize({ offerId: second, n: 1, termsHash: 'a'.repeat(64) }),
      headers: { ...headers, 'x-acting-for': creatorOrg },
    });
    expect([late.status(), await late.text()]).toEqual([403, expect.stringContaining('acting.ended')]);
    const state = await own.request.get(
      `${url}/api/trpc/offers.get?input=${encodeURIComponent(JSON.stringify(serialize({ offerId: second })))}`,
    );
    expect(await state.text()).toContain('"state":"sent"');
  });
