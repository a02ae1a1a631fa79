import { expect, test } from '@playwright/test';
import { CATEGORY_KEYS } from '../../server/features/creators/categories/rules.ts';
import { signInDemo } from '../../scripts/lib/demo-session.ts';
import { patient } from './support/patient.ts';
import { drawnPicture } from './support/picture.ts';
import { patternOf, textsOf } from './support/texts.ts';
import { visitor } from './support/visitor.ts';

const url = process.env['E2E_APP_URL'] ?? 'http://localhost:3000';

test.use({ actionTimeout: patient(20_000), baseURL: url, viewport: { width: 1280, height: 900 } });

test('a creator writes a profile in Arabic that is kept as typed, adds a work and shows both to brands', async ({
  browser,
  context,
}) => {
  test.setTimeout(patient(90_000));
  const t = textsOf('ar');
  const like = patternOf('ar');
  const en = textsOf('en');
  // Another try writes other texts, refuses another category and adds other works.
  const now = Date.now();
  const stamp = now.toString(36);
  const picture = now % 4_000;
  const headline = `قهوة الصباح في المدينة ${stamp}`;
  const [market, bread] = [`night market ${stamp}`, `early bread ${stamp}`];
  const page = await visitor(context, { 'sponsio.lang': 'ar' });
  await signInDemo(context, url, 'creator', 'yusuf@yusuf.example');
  await page.goto('/creator-profile');
  const field = page.getByRole('textbox', { name: t('creators:field.headline') });
  const categories = CATEGORY_KEYS.map((key) => ({
    key,
    button: page.getByRole('button', { name: t(`categories:name.${key}`), exact: true }),
  }));
  await field.fill(headline);
  const pressed = await Promise.all(categories.map(({ button }) => button.getAttribute('aria-pressed')));
  const { key, button: category } = categories[pressed.indexOf('false')]!;
  // Saved a moment after the last change: the text of an earlier save may still be shown.
  const saved = page.waitForResponse((answer) => answer.ok() && !!answer.request().postData()?.includes(key));
  // By its key: what loads meanwhile may move the button away from a pointer.
  await category.press('Space');
  await saved;
  await expect(page.getByText(like('creators:saving.savedPublished'))).toBeVisible();
  await page.reload();
  await expect(field).toHaveValue(headline);
  await expect(category).toHaveAttribute('aria-pressed', 'true');

  // Another window saves first: neither side is overwritten.
  const other = await context.newPage();
  await other.goto('/creator-profile');
  const bio = `Written in the other window ${stamp}`;
  const savedThere = other.waitForResponse((answer) => answer.ok() && !!answer.request().postData()?.includes(bio));
  await other.getByRole('textbox', { name: t('creators:field.bio') }).fill(bio);
  await savedThere;
  await expect(other.getByText(like('creators:saving.savedPublished'))).toBeVisible();
  await field.fill(`${headline}!`);
  await expect(page.getByText(t('creators:saving.conflictTitle'))).toBeVisible();
  await page.getByRole('button', { name: t('creators:saving.keepMine') }).click();
  await expect(page.getByText(t('creators:saving.conflictTitle'))).toBeHidden();
  await other.close();

  // The works are loaded when their place is near the window.
  await page.getByRole('button', { name: t('creators:edit.save'), exact: true }).scrollIntoViewIfNeeded();
  await page
    .locator('#portfolio input[type=file]')
    .setInputFiles({ name: `${market}.png`, mimeType: 'image/png', buffer: drawnPicture(picture) });
  await expect(page.getByRole('listitem').filter({ hasText: market }).locator('img')).toBeVisible();
  // A second work is moved before the first by its arrow, and by dragging.
  await page
    .locator('#portfolio input[type=file]')
    .setInputFiles({ name: `${bread}.png`, mimeType: 'image/png', buffer: drawnPicture(picture + 1) });
  const portfolio = page.locator('#portfolio');
  const works = portfolio.getByRole('listitem').filter({ has: page.locator('[data-move]') });
  const titles = () => works.evaluateAll((all) => all.map((work) => work.querySelector('bdi')?.textContent));
  await expect.poll(titles).toContain(bread);
  const before = await titles();
  const last = works.last();
  await last.getByRole('button', { name: t('portfolio:action.earlierName', { title: bread }) }).click();
  await expect(portfolio.getByRole('status').filter({ hasText: bread })).toBeAttached();
  await expect.poll(async () => (await titles()).indexOf(bread)).toBe(before.length - 2);
  // A drag is noticed from the second move of the mouse on.
  await works.nth(before.length - 2).dragTo(works.last(), { steps: 10 });
  await expect.poll(titles).toEqual(before);
  await page.getByRole('button', { name: t('creators:edit.save'), exact: true }).click();
  await expect(page.getByText(t('creators:edit.saved')).first()).toBeVisible();
  await page.getByRole('link', { name: t('creators:edit.view') }).click();
  await expect(page.getByText(t('creators:page.preview'))).toBeVisible();
  const [, handle] = /\/creator\/([^?]+)/u.exec(page.url()) ?? [];

  const brand = await browser.newContext({ baseURL: url });
  const seen = await visitor(brand, { 'sponsio.lang': 'en' });
  await signInDemo(brand, url, 'brand');
  await seen.goto(`/creator/${handle}`);
  await expect(seen.getByText(`${headline}!`)).toBeVisible();
  await expect(seen.getByText(en('creators:facts.refused'))).toBeVisible();
  await expect(seen.getByRole('listitem').filter({ hasText: market }).locator('img')).toBeVisible();
  await brand.close();
});
