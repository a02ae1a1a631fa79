import { expect, type Page, test } from '@playwright/test';
import { violations } from '../../scripts/lib/axe-page.ts';
import type { DealDto } from '../../server/features/escrow/schema.ts';
import { checkedBefore } from './support/deadlines.ts';
import { act, ask, contractOf, replayed, signedIn } from './support/deal.ts';
import { patient } from './support/patient.ts';
import { proveIdentity, proveStaffIfAsked } from './support/prove.ts';
import { patternOf, textsOf } from './support/texts.ts';

/** A text up to its first component. */
const beginOf = (pattern: RegExp): RegExp => new RegExp(pattern.source.split('<')[0]!, 'u');

/** Sets the side's slider to a number of steps of a percent from its end, and makes the offer. */
async function offers(page: Page, lang: string, { from, steps }: { from: 'Home' | 'End'; steps: number }) {
  const t = textsOf(lang);
  const like = patternOf(lang);
  const slider = page.getByRole('slider', { name: like('disputes:offer.slider') });
  await slider.press(from);
  for (let i = 0; i < steps; i += 1) await slider.press(from === 'Home' ? 'ArrowUp' : 'ArrowDown');
  await page.getByRole('button', { name: like('disputes:offer.submit') }).click();
  const proof = page.getByRole('dialog', { name: t('security:prove.title') });
  const made = page
    .getByText(beginOf(like('disputes:offer.mine')))
    .or(page.getByText(t('disputes:outcome.agreed')))
    .first();
  await expect(proof.or(made)).toBeVisible();
  if (await proof.isVisible()) await proveIdentity(page, t);
  await expect(made).toBeVisible();
}

for (const [lang, title, creator] of [
  ['en', 'Impasto lento', 'bastien'],
  ['ar', 'Teglia della domenica', 'jade'],
] as const)
  test(`a dispute is settled halfway where two hidden offers cross, to the cent: ${lang}`, async ({ browser }) => {
    const t = textsOf(lang);
    const like = patternOf(lang);
    const brand = await signedIn(browser, 'paolo@forno.example', lang);
    const contractId = await contractOf(brand, title);
    await brand.goto(`/smart-contracts/${contractId}`);
    await brand.getByRole('button', { name: t('deals:action.dispute') }).click();
    const dialog = brand.getByRole('dialog', { name: like('disputes:open.title') });
    await dialog.getByRole('combobox').selectOption('late');
    await dialog
      .getByRole('textbox', { name: t('disputes:open.details') })
      .fill('Two weeks without a word, and the oven is open on Sundays only.');
    await dialog.getByRole('button', { name: like('disputes:open.submit') }).click();
    await expect(dialog).toBeHidden();
    // Of 300.00: the brand gives 150.00, the creator takes 141.00.
    await offers(brand, lang, { from: 'Home', steps: 50 });

    const other = await signedIn(browser, `${creator}@${creator}.example`, lang);
    await other.goto(`/smart-contracts/${contractId}`);
    await expect(other.getByText(beginOf(like('disputes:offer.theirs'))).first()).toBeVisible();
    await offers(other, lang, { from: 'End', steps: 53 });
    for (const page of [other, brand]) {
      await expect(page.getByText(t('disputes:outcome.agreed')).first()).toBeVisible();
      await expect(page.getByText(like('deals:event.settled_split')).first()).toBeVisible({ timeout: patient(45_000) });
      await expect(page.getByText(/145[.,]50/u).first()).toBeVisible();
      await expect(page.getByText(/154[.,]50/u).first()).toBeVisible();
    }
    await replayed(brand, lang, contractId, { held: 0, released: 14_550, disputed: 0, refunded: 15_450 });
  });

const DECIDED = 'La notte della pizza';

test('a dispute is decided by two staff members, appealed, and decided anew by two others', async ({ browser }) => {
  test.setTimeout(patient(120_000));
  const t = textsOf('en');
  const like = patternOf('en');
  const ar = textsOf('ar');
  const missing: string[] = [];
  const staff = async (name: string) => {
    const page = await signedIn(browser, `${name}@sponsio.example`, 'en', { staff: true });
    page.on('response', (answer) => {
      if (answer.status() >= 400 && answer.url().includes('/files/')) missing.push(answer.url());
    });
    await page.goto('/admin-dashboard/disputes');
    return page;
  };
  const submit = async (page: Page, label: RegExp, reason: string) => {
    await page.getByRole('textbox', { name: t('disputes:staff.reason') }).fill(reason);
    const button = page.getByRole('button', { name: label });
    await button.click();
    // Behind the dialog of the proof the button is not seen either.
    await proveStaffIfAsked(page, t, async () => (await button.count()) === 0);
    await expect(button).toHaveCount(0);
  };
  const propose = async (name: string, percent: number, row: string) => {
    const page = await staff(name);
    await expect(page.getByRole('row').filter({ hasText: DECIDED })).toContainText(row);
    await page.getByRole('link', { name: DECIDED }).click();
    const slider = page.getByRole('slider', { name: like('disputes:offer.slider') });
    await slider.press('Home');
    for (let i = 0; i < percent; i += 1) await slider.press('ArrowUp');
    await submit(page, like('disputes:staff.propose'), 'The sign was covered; the oven is seen late.');
    await page.context().close();
  };
  const confirm = async (name: string, by: string) => {
    const page = await staff(name);
    await expect(page.getByText(t('disputes:queue.proposedBy', { name: by }))).toBeVisible();
    await page.getByRole('link', { name: DECIDED }).click();
    await expect(page.getByRole('button', { name: like('disputes:staff.confirm') })).toBeVisible();
    expect(await violations(page), 'with a decision on the page').toEqual([]);
    await submit(page, like('disputes:staff.confirm'), 'I agree with the findings and the split.');
    await page.context().close();
  };
  await propose('ruth', 60, t('disputes:queue.two'));
  await confirm('diego', 'Ruth Adeyemi');
  expect(missing, 'pictures and files of both sides').toEqual([]);

  const creator = await signedIn(browser, 'camille@camille.example', 'ar');
  const contractId = await contractOf(creator, DECIDED);
  await creator.goto(`/smart-contracts/${contractId}`);
  await expect(creator.getByText(ar('disputes:outcome.decided')).first()).toBeVisible();
  await creator.getByRole('button', { name: ar('disputes:appeal.button') }).click();
  const dialog = creator.getByRole('dialog', { name: ar('disputes:appeal.title') });
  await dialog.getByRole('textbox').fill('Paolo saw the cut before it was delivered.');
  await dialog.getByRole('button', { name: ar('disputes:appeal.button') }).click();
  await expect(dialog).toBeHidden();

  await propose('sam', 70, t('disputes:queue.appealBy', { name: 'Camille Moreau' }));
  await confirm('nora', 'Sam Keller');
  await expect(creator.getByText(patternOf('ar')('deals:event.settled_split')).first()).toBeVisible({
    timeout: patient(45_000),
  });
  await expect(creator.getByText(/210[.,]00/u).first()).toBeVisible();
  await expect(creator.getByText(/90[.,]00/u).first()).toBeVisible();
  await replayed(creator, 'ar', contractId, { held: 0, released: 21_000, disputed: 0, refunded: 9_000 });
});

test('an older post releases nothing; a new one that no check can judge counts as live by the brand, is removed within its retention, and each cent is placed', async ({
  browser,
}) => {
  test.setTimeout(patient(120_000));
  const t = textsOf('en');
  const like = patternOf('en');
  const brand = await signedIn(browser, 'dana@trailhead.example', 'en');
  const contractId = await contractOf(brand, 'Night paddle');
  const creator = await signedIn(browser, 'marcus@marcus.example', 'en');
  const { url: network } = await act<{ url: string }>(creator, 'connections.begin', {
    network: 'instagram',
    returnPath: '/profile',
  });
  const post = { network: 'instagram', id: 'NightPaddle', handle: 'marcus.outside', text: 'One lamp, one river. #ad' };
  const show = async (page: 'cut' | 'gone' | 'shown', more: object = {}) => {
    const data = { ...post, page, ...more };
    const answer = await creator.request.post(`${new URL(network).origin}/_sandbox/posts`, { data });
    expect(answer.ok(), await answer.text()).toBe(true);
  };
  const moved = async () => {
    const { balances, timeline } = await ask<DealDto>(brand, 'escrow.deal', { contractId });
    const { held, released, refunded } = timeline.at(-1)!;
    return { balances, last: { held, released, refunded } };
  };
  const comesTo = (held: number, released: number, refunded: number) =>
    expect.poll(moved, { timeout: patient(45_000) }).toMatchObject({
      balances: { held, released, refunded, disputed: 0 },
      last: { held, released, refunded },
    });

  const give = async (id: string, as: 'add' | 'change') => {
    await creator.goto(`/smart-contracts/${contractId}`);
    await creator.getByRole('button', { name: t(`publications:act.${as}`) }).click();
    const field = creator.getByRole('textbox', { name: t('publications:field.link') });
    await field.fill(`https://www.instagram.com/p/${id}/`);
    await creator.getByRole('button', { name: t('publications:act.save') }).click();
    await expect(field).toBeHidden();
    await creator.getByRole('button', { name: t('publications:act.check') }).click();
  };

  // Of 500.00 dollars half was released with the approval. Nothing is for a post from before the contract.
  const before = new Date(Date.now() - 60 * 24 * 3_600_000).toISOString();
  await show('shown', { id: 'OldPaddle', published_at: before });
  await give('OldPaddle', 'add');
  const older = like('publications:why.published_before');
  await expect(creator.getByText(older)).toContainText(t('publications:fixDate'), { timeout: patient(20_000) });
  await brand.goto(`/smart-contracts/${contractId}`);
  await expect(brand.getByText(older)).toBeVisible();
  await expect(brand.getByRole('button', { name: t('publications:act.accept'), exact: true })).toBeVisible();
  await comesTo(25_000, 25_000, 0);

  // The page of the new one shows a part of the text without the label.
  await show('cut');
  await checkedBefore(contractId);
  await give('NightPaddle', 'change');
  await expect(brand.getByText(like('publications:decide.brand'))).toBeVisible({ timeout: patient(20_000) });
  await comesTo(25_000, 25_000, 0);
  await expect(brand.getByText(like('publications:pays'))).toContainText('150.00');
  await brand.getByRole('button', { name: t('publications:act.accept'), exact: true }).click();
  await expect(brand.getByText(t('publications:decidedBy.brand'))).toBeVisible();
  // 150.00 more are released, 100.00 wait until the post has stayed up.
  await expect(brand.locator('[data-slot=decision]')).toContainText('100.00');
  await comesTo(10_000, 40_000, 0);

  await show('gone');
  await checkedBefore(contractId);
  await brand.reload();
  await brand.getByRole('button', { name: t('publications:act.check') }).click();
  await expect(brand.getByText(t('publications:why.removed'))).toBeVisible();
  await brand.getByRole('button', { name: t('deals:action.dispute') }).click();
  const dialog = brand.getByRole('dialog', { name: like('disputes:open.title') });
  // Of the 100.00 that wait, 20.00 are released in the same act.
  await dialog.getByRole('textbox', { name: t('disputes:open.amount') }).fill('80');
  await expect(dialog).toContainText('20.00');
  await expect(dialog, 'and when their transfer begins').toContainText(t('deals:part.goesOn'));
  await dialog.getByRole('combobox').selectOption('not_as_agreed');
  await dialog
    .getByRole('textbox', { name: t('disputes:open.details') })
    .fill('The post was taken down after a day and a half.');
  await dialog.getByRole('button', { name: like('disputes:open.submit') }).click();
  await expect(dialog).toBeHidden();

  await creator.goto(`/smart-contracts/${contractId}`);
  await expect(creator.getByText(t('publications:why.removed'))).toBeVisible();
  await creator.getByRole('button', { name: like('disputes:concede.creator') }).click();
  const sure = creator.getByRole('dialog', { name: like('disputes:concede.title') });
  await sure.getByRole('button', { name: like('disputes:concede.creator') }).click();
  for (const page of [creator, brand])
    await expect(page.getByText(t('disputes:outcome.conceded')).first()).toBeVisible({ timeout: patient(45_000) });
  await comesTo(0, 42_000, 8_000);
  await replayed(creator, 'en', contractId, { held: 0, released: 42_000, disputed: 0, refunded: 8_000 });
});
