import { expect, test, type Locator, type Page } from '@playwright/test';
import { ask, dealPage, deliver, funds, payByCard, type Side } from './support/deal.ts';
import { patient } from './support/patient.ts';
import { payOnPage } from './support/pay-on-page.ts';
import { patternOf, textsOf } from './support/texts.ts';

const TITLE = 'Cups of the winter';
const MILESTONE = 'Reel of the cups';

interface Deal {
  total: number;
  milestones: { id: string; state: string; amount: number }[];
  timeline: { type: string; data: Record<string, unknown> }[];
  balances: { held: number; released: number };
}
/** Types a name under the addendum on the page; answers the field. */
async function signsAddendum({ page, lang }: Side, name: string): Promise<Locator> {
  const t = textsOf(lang);
  const typed = page.getByRole('textbox', { name: t('addenda:sign.name') });
  await typed.fill(name);
  await page.getByRole('button', { name: t('addenda:sign.button'), exact: true }).click();
  return typed;
}

test.describe.configure({ mode: 'serial' });

test('finance releases parts of what is held, in English and in Arabic, and the rest stays held', async ({
  browser,
}) => {
  for (const [lang, typed] of [
    ['en', '80.00'],
    ['ar', '20'],
  ] as const) {
    const t = textsOf(lang);
    const like = patternOf(lang);
    const page = await dealPage(browser, 'theo@lumen.example', lang, TITLE);
    await page
      .locator('[data-slot=decision]')
      .getByRole('button', { name: t('deals:action.releasePart') })
      .click();
    const dialog = page.getByRole('dialog', { name: t('deals:dialog.releasePart.title', { milestone: MILESTONE }) });
    const amount = dialog.getByRole('textbox', { name: t('deals:part.amount') });
    await amount.fill('9999');
    await expect(dialog.getByText(like('deals:part.aboveHeld'))).toBeVisible();
    await amount.fill(typed);
    await expect(dialog.getByText(t('deals:part.left'))).toBeVisible();
    await dialog.getByRole('button', { name: like('deals:dialog.releasePart.button') }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText(like('deals:event.part_released', { milestone: MILESTONE })).first()).toBeVisible();
    await expect(page.getByText(like('deals:milestones.partsReleased')).first()).toBeVisible();
    await page.context().close();
  }
});

test('a proposal to cancel is declined in Arabic and leads to a dispute; the next one, from the creator, is accepted and divided', async ({
  browser,
}) => {
  const en = textsOf('en');
  const ar = textsOf('ar');
  const [brand, creator] = await Promise.all([
    dealPage(browser, 'nadia@lumen.example', 'en', TITLE),
    dealPage(browser, 'bastien@bastien.example', 'ar', TITLE),
  ]);
  const propose = async (page: Page, t: typeof en, keeps: string) => {
    await page
      .locator('[data-slot=decision]')
      .getByRole('button', { name: t('deals:action.proposeCancel') })
      .click();
    const dialog = page.getByRole('dialog', { name: t('cancel:ask.title', { milestone: MILESTONE }) });
    const share = dialog.getByRole('textbox', { name: t('cancel:ask.keeps', { name: 'Bastien Roy' }) });
    await share.fill('999999');
    await expect(dialog.getByRole('alert').or(dialog.locator('#cancel-keeps-error')).first()).toBeVisible();
    await share.fill(keeps);
    await dialog.getByRole('textbox', { name: t('cancel:ask.reason') }).fill('The season is over');
    await dialog.getByRole('button', { name: t('cancel:ask.send') }).click();
    await expect(dialog).toBeHidden();
  };
  await propose(brand, en, '50');
  await expect(brand.getByRole('button', { name: en('cancel:withdraw.action') })).toBeVisible();
  await creator.getByRole('button', { name: ar('cancel:decline.action'), exact: true }).click();
  await creator
    .getByRole('dialog')
    .getByRole('button', { name: ar('cancel:decline.button') })
    .click();
  // Declined, it goes on where it was, and its money may be disputed.
  await brand.getByRole('button', { name: en('deals:action.dispute') }).click();
  const dispute = brand.getByRole('dialog', { name: patternOf('en')('disputes:open.title') });
  await dispute.getByRole('combobox').selectOption('no_answer');
  await dispute
    .getByRole('textbox', { name: en('disputes:open.details') })
    .fill('The season is over, and the proposal was declined without a word.');
  await dispute.getByRole('button', { name: patternOf('en')('disputes:open.submit') }).click();
  await expect(dispute).toBeHidden();
  await expect(creator.getByRole('heading', { name: patternOf('ar')('disputes:title') })).toBeVisible();
  await brand.getByRole('button', { name: en('disputes:withdraw.button') }).click();
  await brand
    .getByRole('dialog', { name: en('disputes:withdraw.title') })
    .getByRole('button', { name: en('disputes:withdraw.button') })
    .click();
  await expect(brand.getByText(en('errors:dispute.withdrawn_before'))).toBeVisible();
  await expect(creator.getByRole('button', { name: ar('deals:action.dispute') })).toBeEnabled();
  await propose(creator, ar, '40');
  await brand.getByRole('button', { name: en('cancel:accept.action'), exact: true }).click();
  await brand
    .getByRole('dialog')
    .getByRole('button', { name: patternOf('en')('cancel:accept.button') })
    .click();
  await expect(brand.getByText(en('deals:event.cancel_agreed', { milestone: MILESTONE })).first()).toBeVisible();
  await expect(creator.getByText(ar('deals:event.cancel_agreed', { milestone: MILESTONE })).first()).toBeVisible();
});

test('an addendum is signed in Arabic and in English; the milestone that it added is funded', async ({ browser }) => {
  const en = textsOf('en');
  const ar = textsOf('ar');
  const title = 'Windows of December';
  const added = 'Evening story';
  const [brand, creator] = await Promise.all([
    dealPage(browser, 'nadia@lumen.example', 'en', title),
    dealPage(browser, 'maya@maya.example', 'ar', title),
  ]);
  await expect(brand.getByRole('heading', { name: en('addenda:panel.ifYou') })).toBeVisible();
  await expect(brand.getByText(en('addenda:effect.reprice', { title: 'Window photos' }))).toBeVisible();
  for (const [page, lang, name] of [
    [creator, 'ar', 'Maya Laurent'],
    [brand, 'en', 'Nadia Benali'],
  ] as const) {
    await signsAddendum({ page, lang }, 'Somebody Else');
    await expect(page.getByText(patternOf(lang)('errors:contract.name_mismatch'))).toBeVisible();
    await expect(await signsAddendum({ page, lang }, name)).toBeHidden();
  }
  for (const [page, t] of [
    [creator, ar],
    [brand, en],
  ] as const)
    await expect(page.getByText(t('addenda:event.addendum_applied', { n: 1 }))).toBeVisible({
      timeout: patient(20_000),
    });
  await expect(brand.getByText(added).first()).toBeVisible();

  const decision = brand.locator('[data-slot=decision]');
  await expect(decision.getByRole('heading', { name: new RegExp(added, 'u') })).toBeVisible();
  await funds({ page: brand, lang: 'en' }, { from: decision, hasSaved: true });
});

test('a bonus that the creator proposes says until when it is funded, is paid like any milestone and released at once', async ({
  browser,
}) => {
  const en = textsOf('en');
  const ar = textsOf('ar');
  const like = patternOf('en');
  const title = 'Windows of December';
  const bonus = 'Sold out in a week';
  const [brand, creator] = await Promise.all([
    dealPage(browser, 'nadia@lumen.example', 'en', title),
    dealPage(browser, 'maya@maya.example', 'ar', title),
  ]);
  await creator.getByRole('button', { name: ar('addenda:propose.action') }).click();
  const dialog = creator.getByRole('dialog', { name: ar('addenda:propose.title') });
  await dialog.getByRole('combobox', { name: ar('addenda:propose.what') }).selectOption('bonus');
  await expect(dialog.getByText(patternOf('ar')('addenda:propose.bonusHint'))).toBeVisible();
  await dialog.getByRole('textbox', { name: ar('addenda:propose.name') }).fill(bonus);
  await dialog.getByRole('textbox', { name: ar('addenda:propose.price', { currency: 'EUR' }) }).fill('60');
  await dialog.getByRole('textbox', { name: ar('addenda:propose.reason') }).fill('The windows sold out');
  await dialog.getByRole('button', { name: ar('addenda:propose.send') }).click();
  await expect(dialog).toBeHidden();

  await expect(brand.getByText(en('addenda:effect.bonus', { title: bonus }))).toBeVisible();
  await expect(brand.getByText(like('addenda:effect.fundUntil'))).toBeVisible();
  for (const [page, lang, name] of [
    [creator, 'ar', 'Maya Laurent'],
    [brand, 'en', 'Nadia Benali'],
  ] as const) {
    await expect(await signsAddendum({ page, lang }, name)).toBeHidden();
  }
  await expect(creator.getByText(patternOf('ar')('deals:milestones.bonus.creator'))).toBeVisible({
    timeout: patient(20_000),
  });
  const decision = brand.locator('[data-slot=decision]');
  await expect(decision.getByRole('heading', { name: new RegExp(bonus, 'u') })).toBeVisible();
  await decision.getByRole('button', { name: like('money:fund.button') }).click();
  const pay = brand.getByRole('dialog');
  await expect(pay.getByText(en('payments:fund.bonus'))).toBeVisible();
  await expect(pay.getByText(en('payments:fund.whoHolds')), 'there is no work to approve').toHaveCount(0);
  await payOnPage(pay, textsOf('en'));
  await pay.getByRole('button', { name: like('money:fund.button') }).click();
  await payByCard(brand, 'en');
  await expect(
    creator.getByText(patternOf('ar')('addenda:event.bonus_approved', { milestone: bonus })).first(),
  ).toBeVisible({ timeout: patient(20_000) });
});

test('what goes beyond the brief is a paid change order: both sign, it is funded, delivered and released', async ({
  browser,
}) => {
  test.setTimeout(patient(90_000));
  const en = textsOf('en');
  const like = patternOf('en');
  const title = 'Greenbelt weekend';
  const more = 'Sunrise cut';
  const [brand, creator] = await Promise.all([
    dealPage(browser, 'dana@trailhead.example', 'en', title),
    dealPage(browser, 'marcus@marcus.example', 'ar', title),
  ]);
  const contractId = new URL(brand.url()).pathname.split('/').at(-1)!;
  const deal = () => ask<Deal>(brand, 'escrow.deal', { contractId });
  const before = await deal();
  const reviewed = before.milestones.find(({ state }) => state === 'delivered')!;

  await brand.goto(`/content-approval/${reviewed.id}`);
  // A part is released from the review as well.
  await brand.getByRole('button', { name: en('deals:action.releasePart') }).click();
  const part = brand.getByRole('dialog');
  await part.getByRole('textbox', { name: en('deals:part.amount') }).fill('10');
  await part.getByRole('button', { name: like('deals:dialog.releasePart.button') }).click();
  await expect(part).toBeHidden();
  await brand.getByRole('button', { name: en('content:decide.more') }).click();
  const order = brand.getByRole('dialog', { name: en('addenda:order.title') });
  await order.getByRole('textbox', { name: en('addenda:order.request') }).fill('A second cut at sunrise, by the creek');
  await order.getByRole('textbox', { name: en('addenda:propose.name') }).fill(more);
  await order.getByRole('textbox', { name: en('addenda:propose.price', { currency: 'USD' }) }).fill('60');
  const due = new Date(Date.now() + 20 * 24 * 3_600_000).toISOString().slice(0, 10);
  await order.getByLabel(en('addenda:propose.due')).fill(due);
  await order.getByRole('button', { name: en('addenda:propose.send') }).click();
  await expect(order).toBeHidden();

  await brand.goto(`/smart-contracts/${contractId}`);
  for (const [page, lang, name] of [
    [creator, 'ar', 'Marcus Reed'],
    [brand, 'en', 'Dana Whitfield'],
  ] as const) {
    await expect(await signsAddendum({ page, lang }, name)).toBeHidden();
  }
  await expect
    .poll(async () => (await deal()).milestones.at(-1)!.state, { timeout: patient(20_000) })
    .toBe('awaiting_funding');
  const { id: addedId, amount } = (await deal()).milestones.at(-1)!;
  expect([amount, (await deal()).total - before.total]).toEqual([6_000, 6_000]);

  const decision = brand.locator('[data-slot=decision]');
  await expect(decision.getByRole('heading', { name: new RegExp(more, 'u') })).toBeVisible();
  await funds({ page: brand, lang: 'en' }, { from: decision });

  await deliver(creator, 'ar', addedId);

  await brand.goto(`/content-approval/${addedId}`);
  await brand.getByRole('button', { name: like('content:decide.approve') }).click();
  await brand
    .getByRole('dialog')
    .getByRole('button', { name: like('content:decide.approve') })
    .click();
  await expect
    .poll(async () => (await deal()).milestones.find(({ id }) => id === addedId)!.state)
    .toMatch(/^(approved|clearing|releasing|released)$/u);
  const { balances } = await deal();
  expect(balances.held + balances.released, 'nothing is lost on the way').toBe(
    before.balances.held + before.balances.released + 6_000,
  );
});
