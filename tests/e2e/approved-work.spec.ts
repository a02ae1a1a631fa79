import { expect, test } from '@playwright/test';
import { signInDemo } from '../../scripts/lib/demo-session.ts';
import { patternOf, textsOf } from './support/texts.ts';
import { visitor } from './support/visitor.ts';

const url = process.env['E2E_APP_URL'] ?? 'http://localhost:3000';
const say = textsOf('en');
const like = patternOf('en');
const WORK = 'Two clips for our channels';

test('what a brand paid for is found and downloaded: from Approvals, from its milestone, and all of a finished deal', async ({ context }) => {
  const page = await visitor(context);
  await signInDemo(context, url, 'brand');
  await page.goto('/content-approval');
  await page.getByRole('link', { name: say('content:queue.tab.approved') }).click();
  await expect(page.getByRole('heading', { level: 1, name: say('content:approved.heading') })).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: WORK });

  const files = page.waitForEvent('download');
  await row.getByRole('link', { name: say('content:approved.downloadOf', { title: WORK }) }).click();
  expect((await files).suggestedFilename()).toBe(`${WORK}.zip`);
  expect(await (await files).failure()).toBeNull();

  await row.getByRole('link', { name: WORK, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(WORK);
  await page.getByRole('link', { name: say('common:action.back') }).click();
  await expect(page).toHaveURL(/\/smart-contracts\//u);

  const ofMilestone = page.waitForEvent('download');
  await page.getByRole('link', { name: like('deals:milestones.downloadOf_other', { milestone: WORK }) }).click();
  expect((await ofMilestone).suggestedFilename()).toBe(`${WORK}.zip`);
  await expect(page.getByRole('link', { name: say('deals:milestones.viewWorkOf', { milestone: WORK }) })).toHaveAttribute('href', /\/content-approval\//u);

  const everything = page.waitForEvent('download');
  await page.getByRole('link', { name: like('deals:downloadAll_other') }).click();
  expect((await everything).suggestedFilename()).toBe('Counter clips.zip');
  expect(await (await everything).failure()).toBeNull();
});
