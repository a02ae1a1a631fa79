import { type APIResponse, expect, test, type Page } from '@playwright/test';
import { accepts, agreed, ask, funds, offers, payByCard, replayed, signedIn, signs } from './support/deal.ts';
import { patient } from './support/patient.ts';
import { patternOf, textsOf } from './support/texts.ts';

// In order: the deal of the first test needs the representation that the second one ends.
test.describe.configure({ mode: 'default' });

interface Deal {
  total: number;
  milestones: { id: string; state: string; amount: number }[];
  timeline: { type: string; data: Record<string, unknown> }[];
  balances: { held: number; released: number };
}

/** Keeps back what the page sends next to this address; `letGo` delivers it and answers what the server said. */
async function keepBack(
  page: Page,
  address: RegExp,
): Promise<{ sent: Promise<unknown>; letGo: () => Promise<APIResponse> }> {
  let open = () => {};
  const gate = new Promise<void>((resolve) => (open = resolve));
  const answered = new Promise<APIResponse>((resolve, reject) => {
    void page.route(
      address,
      async (route) => {
        await gate;
        await route.fetch().then(resolve, reject);
        // The page may have left meanwhile.
        await route.abort().catch(() => {});
      },
      { times: 1 },
    );
  });
  return { sent: page.waitForRequest(address), letGo: () => (open(), answered) };
}

test('two milestones of a represented creator are funded at once; a part is divided with the agency, and an addendum adds work', async ({
  browser,
}) => {
  test.setTimeout(patient(120_000));
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
  const contractId = await agreed({ page: brand, lang: 'en' }, { page: creator, lang: 'ar' }, 'leo.piel', {
    title,
    milestones: [
      { title: 'First morning', amount: 20_001 },
      { title: `Second morning ${mark}`, amount: 30_000 },
    ],
  });
  const deal = (page = brand) => ask<Deal>(page, 'escrow.deal', { contractId });

  await brand.getByRole('button', { name: en('money:fund.several') }).click({ timeout: patient(20_000) });
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
  await expect.poll(sent, { timeout: patient(45_000) }).toEqual([2_833, 500]);
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
  await expect.poll(async () => (await deal()).total, { timeout: patient(20_000) }).toBe(60_000);
  const { balances, milestones } = await deal();
  expect(milestones.map(({ state }) => state)).toEqual(['funded', 'funded', 'awaiting_funding']);
  expect(balances, 'what is held and released stays').toMatchObject({ held: 46_668, released: 3_333 });
  const end = { held: 46_668, released: 3_333, disputed: 0, refunded: 0 };
  await replayed(brand, 'en', contractId, end);
  await replayed(creator, 'ar', contractId, end);
});

// The creator reads Arabic, and the representation ends with the test.
test('an agent’s acceptance is confirmed by the creator, then revoked and refused', async ({ browser }) => {
  test.setTimeout(patient(120_000));
  const lang = 'en';
  const name = 'Aïcha Diallo';
  const handle = 'aicha.lumiere';
  const t = textsOf(lang);
  const pattern = patternOf(lang);
  const ar = textsOf('ar');
  const mark = Date.now().toString(36);
  const [brand, agent, own] = [
    await signedIn(browser, 'laia@bask.example', lang),
    await signedIn(browser, 'elena@vidal.example', lang),
    await signedIn(browser, 'aicha@aicha.example', 'ar'),
  ];
  const deal = { title: `Morning light ${mark}`, milestones: [{ title: 'Morning reel', amount: 42_001 }] };
  const first = await offers({ page: brand, lang }, handle, deal);

  await agent.goto('/agent-dashboard');
  await agent
    .getByRole('listitem')
    .filter({ hasText: name })
    .getByRole('button', { name: t('agencies:roster.act') })
    .first()
    .click();
  const banner = agent.getByRole('status').filter({ hasText: t('nav:acting.for', { name }) });
  await expect(banner).toBeVisible();
  await agent.goto('/payouts');
  await expect(
    agent.getByText(pattern('representation:closed.title', { screen: t('screens:titles.payouts'), name })).first(),
  ).toBeVisible();
  await expect(agent).toHaveURL(/\/dashboard$/u);
  await accepts({ page: agent, lang }, first);
  await expect(agent.getByText(t('representation:waiting.offer_accept', { creator: name }))).toBeVisible();
  await expect(banner).toBeVisible();

  await own.goto('/profile?tab=representation');
  await own.getByRole('button', { name: ar('representation:confirm.offer_accept') }).click();
  await expect(own.getByText(ar('representation:request.confirmed')).first()).toBeVisible();
  await expect(
    own.getByText(ar('representation:acts.who', { name: 'Elena Vidal', creator: name })).first(),
  ).toBeVisible();

  const contractId = await signs(first, { page: own, lang: 'ar' }, { page: brand, lang });
  await funds({ page: brand, lang });

  // The agent accepts the next one in the moment in which the creator ends it.
  const second = await offers({ page: brand, lang }, handle, { ...deal, title: `Evening light ${mark}` });
  const late = await keepBack(agent, /offers\.accept/u);
  await accepts({ page: agent, lang }, second);
  await late.sent;
  await own.goto('/profile?tab=representation');
  await own.getByRole('button', { name: ar('representation:running.end') }).click();
  await own
    .getByRole('dialog')
    .getByRole('button', { name: ar('representation:running.end') })
    .click();
  await expect(own.getByText(ar('representation:running.ended', { agency: 'Vidal Talent' })).first()).toBeVisible();
  const answer = await late.letGo();
  expect([answer.status(), await answer.text()]).toEqual([403, expect.stringContaining('acting.ended')]);
  // The open page leaves the creator, who may still accept it.
  await expect(banner).toHaveCount(0);
  await own.goto(`/collaboration-request/${second}`);
  await expect(own.getByRole('button', { name: patternOf('ar')('offers:ask.accept') }).first()).toBeVisible();

  const end = { held: 42_001, released: 0, disputed: 0, refunded: 0 };
  await replayed(own, 'ar', contractId, end);
  await replayed(brand, lang, contractId, end);
  for (const page of [brand, agent, own]) await page.context().close();
});

test('declining an invitation is confirmed first, and canceling that changes nothing', async ({ browser }) => {
  const own = await signedIn(browser, 'ana@ana.example', 'en');
  const t = textsOf('en');
  const calls: string[] = [];
  own.on('request', (request) => {
    if (request.url().includes('representations.decline')) calls.push(request.url());
  });
  await own.goto('/profile?tab=representation');
  const decline = own.getByRole('button', { name: t('representation:invitation.decline'), exact: true });
  await decline.click({ timeout: patient(20_000) });
  const dialog = own.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: t('representation:invitation.declineAction') })).toBeVisible();
  await dialog.getByRole('button', { name: t('common:action.cancel') }).click();
  await expect(dialog).toBeHidden();
  await expect(decline).toBeVisible();
  expect(calls).toEqual([]);
  await own.context().close();
});

test('withdrawing an invitation is confirmed first, and canceling that changes nothing', async ({ browser }) => {
  const agent = await signedIn(browser, 'elena@vidal.example', 'en');
  const t = textsOf('en');
  const calls: string[] = [];
  agent.on('request', (request) => {
    if (request.url().includes('representations.withdraw')) calls.push(request.url());
  });
  await agent.goto('/agent-dashboard');
  const withdraw = agent.getByRole('button', { name: t('agencies:roster.withdraw'), exact: true });
  await withdraw.click({ timeout: patient(20_000) });
  const dialog = agent.getByRole('dialog', { name: t('agencies:roster.withdrawTitle', { name: 'Ana Ribeiro' }) });
  await expect(dialog.getByRole('button', { name: t('agencies:roster.withdraw') })).toBeVisible();
  await dialog.getByRole('button', { name: t('common:action.cancel') }).click();
  await expect(dialog).toBeHidden();
  await expect(withdraw).toBeVisible();
  expect(calls).toEqual([]);
  await agent.context().close();
});
