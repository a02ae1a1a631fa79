import { expect, test } from '@playwright/test';
import { signInDemo } from '../../scripts/lib/demo-session.ts';
import { patternOf, textsOf } from './support/texts.ts';
import { visitor } from './support/visitor.ts';

const url = process.env['E2E_APP_URL'] ?? 'http://localhost:3000';
const t = textsOf('en');
const like = patternOf('en');

test('a brand opens the matches of a campaign, moves a weight, leaves one creator out, brings it back, and begins an invitation', async ({
  context,
}) => {
  const page = await visitor(context);
  await signInDemo(context, url, 'brand');
  await page.goto('/match');
  const ranking = page.getByRole('region', { name: t('matching:ranking') });
  const cards = ranking.locator('ol > li');
  await expect(cards.first()).toBeVisible();

  const slider = page.getByRole('slider', { name: t('matching:part.topic') });
  await slider.fill('100');
  await expect(page).toHaveURL(/weights=100-/u);
  await expect(ranking).not.toHaveAttribute('aria-busy', 'true');

  const name = await cards.first().getByRole('heading').innerText();
  const own = cards.filter({ has: page.getByRole('heading', { name, exact: true }) });
  await page.getByRole('button', { name: t('matching:down', { name }) }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: t('matching:reason.place') }).check();
  await dialog.getByRole('button', { name: t('matching:reject.submit') }).click();
  await expect(own).toHaveCount(0);
  const rejected = page.getByRole('region', { name: t('matching:rejected.title') });
  await expect(rejected).toContainText(name);
  await rejected.getByRole('button', { name: t('matching:rejected.back') }).click();
  await expect(own).toHaveCount(1);

  const invite = ranking.getByRole('link', { name: t('matching:invite'), exact: true });
  if ((await invite.count()) > 0) {
    await invite.first().click();
    await expect(page).toHaveURL(/\/collaboration-request\/new/u);
    await expect(page.getByRole('heading', { level: 1, name: like('offers:form.titleNew') })).toBeVisible();
  }
});

for (const lang of ['en', 'ar'] as const) {
  test(`a creator sees campaigns ranked with reasons, hides one and shows it again: ${lang}`, async ({ context }) => {
    const own = textsOf(lang);
    const page = await visitor(context, { 'sponsio.lang': lang });
    await signInDemo(context, url, 'creator');
    await page.goto('/match');
    const ranking = page.getByRole('region', { name: own('matching:work.ranking') });
    const cards = ranking.locator('ol > li');
    await expect(cards.first()).toContainText(own('matching:fit'));
    await expect(page.getByRole('region', { name: own('matching:raise.title') })).toBeVisible();
    // Other tests publish campaigns meanwhile: the hidden one is followed by its name.
    const name = await cards.first().getByRole('heading').innerText();
    const hidden = cards.filter({ has: page.getByRole('heading', { name, exact: true }) });
    await cards.first().getByRole('button').last().click();
    await expect(hidden).toHaveCount(0);
    await page.getByRole('button', { name: own('matching:work.showAll') }).click();
    await expect(hidden).toHaveCount(1);
  });
}
