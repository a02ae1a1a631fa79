import { expect, test, type Page } from '@playwright/test';
import { endNow, instanceHome, leaveBeforeLastDay } from './support/deadlines.ts';
import { agreed, ask, funds, signedIn } from './support/deal.ts';
import { patient } from './support/patient.ts';
import { textsOf } from './support/texts.ts';

const DAY = 24 * 3_600_000;

interface Deal {
  milestones: { id: string; state: string; deadlineAt: Date; version: number; can: Record<string, true | string> }[];
}

test('a brand gives overdue work three more days, both sides read the new date, and no days are given that leave no review', async ({
  browser,
}) => {
  test.skip(!instanceHome, 'the deadline is moved in the database of the instance, whose folder is E2E_HOME');
  test.setTimeout(patient(120_000));
  const t = textsOf('en');
  const milestone = `Lunch menu ${Date.now().toString(36)}`;
  const [brand, creator] = await Promise.all([
    signedIn(browser, 'paolo@forno.example', 'en'),
    signedIn(browser, 'tom@tom.example', 'fr'),
  ]);
  const contractId = await agreed({ page: brand, lang: 'en' }, { page: creator, lang: 'fr' }, 'tom.lifts', {
    title: 'Lunch at the oven',
    milestones: [{ title: milestone, amount: 20_000 }],
  });
  await funds({ page: brand, lang: 'en' });
  const read = async () => (await ask<Deal>(brand, 'escrow.deal', { contractId })).milestones[0]!;
  const { id } = await read();
  await endNow(id);
  await expect.poll(async () => (await read()).state, { timeout: patient(45_000) }).toBe('overdue');
  const { deadlineAt: before } = await read();

  const address = `/smart-contracts/${contractId}`;
  const panel = (page: Page) => page.getByRole('group').filter({ has: page.locator('#deal-ask') });
  const shows = (page: Page, at: Date) =>
    expect(panel(page).locator(`time[datetime="${at.toISOString()}"]`).first()).toBeVisible({
      timeout: patient(20_000),
    });
  await Promise.all([brand.goto(address), creator.goto(address)]);
  await Promise.all([shows(brand, before), shows(creator, before)]);
  const give = brand.getByRole('button', { name: t('deals:action.extendWork') });
  await expect(creator.getByRole('button', { name: textsOf('fr')('deals:action.extendWork') })).toHaveCount(0);
  await give.click();
  const dialog = brand.getByRole('dialog', { name: t('content:moreTime.title', { milestone }) });
  await expect(dialog.getByRole('combobox', { name: t('content:moreTime.days') })).toHaveValue('3');
  const until = new Date(before.getTime() + 3 * DAY);
  await expect(dialog.locator(`time[datetime="${until.toISOString()}"]`)).toBeVisible();
  await dialog.getByRole('button', { name: t('deals:action.extendWork') }).click();
  await expect(dialog).toBeHidden();
  // The creator's page is not loaded anew.
  await Promise.all([shows(brand, until), shows(creator, until)]);
  expect((await read()).deadlineAt).toEqual(until);

  // The page does not read that no review fits any more: the server refuses, and what was chosen stays.
  await give.click();
  await dialog.getByRole('combobox').selectOption('5');
  const reading = /\/api\/trpc\/[^?]*escrow\.deal/u;
  await brand.route(reading, (route) => route.abort());
  await leaveBeforeLastDay(id, 1);
  const refusal = dialog.getByText(t('errors:escrow.no_more_time'));
  for (let click = 0; click < 2; click += 1) {
    const answer = brand.waitForResponse(/escrow\.extendWork/u);
    await dialog.getByRole('button', { name: t('deals:action.extendWork') }).click();
    expect((await answer).ok()).toBe(false);
    await expect(refusal).toBeVisible();
    await expect(dialog.getByRole('combobox')).toHaveValue('5');
  }
  expect(await read()).toMatchObject({ deadlineAt: until, can: { extendWork: 'escrow.no_more_time' } });
  await brand.unroute(reading);
  await brand.reload();
  await shows(brand, until);
  await expect(give).toHaveCount(0);
  await Promise.all([brand.context().close(), creator.context().close()]);
});
