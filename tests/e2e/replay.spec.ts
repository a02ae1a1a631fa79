import { expect, test } from '@playwright/test';
import { violations } from '../../scripts/lib/axe-page.ts';
import { dealPage } from './support/deal.ts';
import { patternOf, textsOf } from './support/texts.ts';

test('both sides replay a deal event by event, with the keyboard, and see the same last hash', async ({ browser }) => {
  const hashes: string[] = [];
  for (const [email, lang] of [
    ['nadia@lumen.example', 'en'],
    ['maya@maya.example', 'ar'],
  ] as const) {
    const t = textsOf(lang);
    const page = await dealPage(browser, email, lang, 'Summer terrace', { reducedMotion: 'reduce' });
    await page.getByRole('link', { name: t('deals:verify.replay') }).click();
    await expect(page).toHaveURL(/\/replay$/u);
    const slider = page.getByRole('slider', { name: t('replay:slider') });
    const count = Number(await slider.getAttribute('max'));
    expect(count).toBeGreaterThan(5);
    await expect(slider).toHaveValue(String(count));
    const row = (name: string) =>
      page.getByRole('table', { name: t('replay:balances.title') }).getByRole('row', { name });
    await expect(row(t('common:escrowPart.released')).getByRole('cell').last()).toContainText(/400|٤٠٠/u);
    await expect(page.getByText(patternOf(lang)('replay:chain.holds_other')).first()).toBeVisible();
    hashes.push((await page.locator('aside bdi.break-all').innerText()).trim());

    await slider.focus();
    await page.keyboard.press('Home');
    await expect(slider).toHaveValue('1');
    await expect(row(t('replay:balances.funded')).getByRole('cell').last()).toContainText(/^\D*0[.,٫]00|٠/u);
    // Time runs from left to right in every language, and so do the keys.
    await page.keyboard.press('ArrowRight');
    await expect(slider).toHaveValue('2');
    const next = page.getByRole('button', { name: t('replay:next') });
    await next.click();
    await expect(slider).toHaveValue('3');
    // The button of the last step keeps the focus.
    await slider.press('End');
    await slider.press('ArrowLeft');
    await next.press('Enter');
    await expect(slider).toHaveValue(String(count));
    await expect(next).toBeDisabled();
    await expect(next).toBeFocused();
    await page
      .getByRole('complementary', { name: t('replay:chain.title') })
      .getByRole('button')
      .first()
      .click();
    await expect(slider).toHaveValue('1');
    expect(await violations(page)).toEqual([]);
    await page.goto(`${new URL(page.url()).pathname}?event=2`);
    await expect(slider).toHaveValue('2');
    await page.context().close();
  }
  expect(hashes[0]).toMatch(/^[\da-f]{64}$/u);
  expect(hashes[1]).toBe(hashes[0]);
});
