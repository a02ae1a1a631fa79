import { expect, test, type Page } from '@playwright/test';
import { serialize } from '../../server/core/wire.ts';
import { dealTermsOf } from '../support/deal-rows.ts';
import { ask, orgOf, payByCard, replayed, signed, signedIn } from './support/deal.ts';
import { patternOf, textsOf } from './support/texts.ts';

const url = process.env['E2E_APP_URL'] ?? 'http://localhost:3000';
const headers = { origin: new URL(url).origin };

// In order: the deal of the first test needs the representation that the second one ends.
test.describe.configure({ mode: 'default' });

interface Deal {
  total: number;
  milestones: { id: string; state: string; amount: number }[];
  timeline: { type: string; data: Record<string, unknown> }[];
  balances: { held: number; released: number };
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

test('two milestones of a represented creator are funded at once; a part is divided with the agency, and an addendum adds work', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const en = textsOf('en');
  const ar = textsOf('ar');
  const like = patternOf('en');
  // Another name in each try: one that broke off leaves its milestones to be funded.
  const mark = Date.now().toString(36);
  const title = `Two mornings in Gràcia ${mark}`;
  const [brand, creator] = await Promise.all([
    signedIn(browser, 'laia@bask.example', 'en'),
    signedIn(browser, 'leo@leo.example', 'ar'),
  ]);
  const contractId = await signed(brand, creator, {
    title,
    milestones: [
      { title: 'First morning', amount: 20_001 },
      { title: `Second morning ${mark}`, amount: 30_000 },
    ],
  });
  const deal = (page = brand) => ask<Deal>(page, 'escrow.deal', { contractId });

  await brand.goto(`/smart-contracts/${contractId}`);
  await brand.getByRole('button', { name: en('money:fund.several') }).click({ timeout: 20_000 });
  const fund = brand.getByRole('dialog');
  await fund.getByRole('checkbox', { name: new RegExp(`Second morning ${mark}`, 'u') }).check();
  await expect(fund.getByRole('checkbox', { checked: true })).toHaveCount(2);
  await fund.getByRole('button', { name: like('money:fund.button') }).click();
  await payByCard(brand, 'en');
  expect((await deal()).balances).toMatchObject({ held: 50_001, released: 0 });

  await brand.goto(`/smart-contracts/${contractId}`);
  await brand
    .locator('[data-slot=decision]')
    .getByRole('button', { name: en('deals:action.releasePart') })
    .click();
  const part = brand.getByRole('dialog');
  await part.getByRole('textbox', { name: en('deals:part.amount') }).fill('33.33');
  await part.getByRole('button', { name: like('deals:dialog.releasePart.button') }).click();
  await expect(part).toBeHidden();
  // Of 33.33 the agency has its 15%, to the cent.
  const sent = async () =>
    (await deal(creator)).timeline
      .filter(({ type }) => type === 'transfer_sent')
      .map(({ data }) => data['amount'])
      .toSorted();
  await expect.poll(sent, { timeout: 45_000 }).toEqual([2_833, 500]);
  expect((await deal()).balances).toMatchObject({ held: 46_668, released: 3_333 });

  await brand.getByRole('button', { name: en('deals:changes') }).click();
  await brand.getByRole('button', { name: en('addenda:propose.action') }).click();
  const propose = brand.getByRole('dialog', { name: en('addenda:propose.title') });
  await propose.getByRole('textbox', { name: en('addenda:propose.name') }).fill('Third morning');
  await propose.getByRole('textbox', { name: en('addenda:propose.price', { currency: 'EUR' }) }).fill('99.99');
  await propose
    .getByLabel(en('addenda:propose.due'))
    .fill(new Date(Date.now() + 40 * 24 * 3_600_000).toISOString().slice(0, 10));
  await propose.getByRole('textbox', { name: en('addenda:propose.reason') }).fill('The weather is to stay.');
  await propose.getByRole('button', { name: en('addenda:propose.send') }).click();
  await expect(propose).toBeHidden();
  await creator.goto(`/smart-contracts/${contractId}`);
  for (const [page, t, name] of [
    [creator, ar, 'Leo Duarte'],
    [brand, en, 'Laia Ferrer'],
  ] as const) {
    const typed = page.getByRole('textbox', { name: t('addenda:sign.name') });
    await typed.fill(name);
    await page.getByRole('button', { name: t('addenda:sign.button') }).click();
    await expect(typed).toBeHidden();
  }
  await expect.poll(async () => (await deal()).total, { timeout: 20_000 }).toBe(60_000);
  const { balances, milestones } = await deal();
  expect(milestones.map(({ state }) => state)).toEqual(['funded', 'funded', 'awaiting_funding']);
  expect(balances, 'what is held and released stays').toMatchObject({ held: 46_668, released: 3_333 });
  const end = { held: 46_668, released: 3_333, disputed: 0, refunded: 0 };
  await replayed(brand, 'en', contractId, end);
  await replayed(creator, 'ar', contractId, end);
});

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
