import { expect, test } from '@playwright/test';
import { violations } from '../../scripts/lib/axe-page.ts';
import { visitor } from './support/visitor.ts';
import { patternOf, textsOf } from './support/texts.ts';

const PASSWORD = 'harbour-lantern-27';

for (const lang of ['en', 'ar'] as const)
  test(`a café owner puts a question on the start page, signs up, changes a filter and compares three creators: ${lang}`, async ({
    browser,
    baseURL,
  }) => {
    const t = textsOf(lang);
    const like = patternOf(lang);
    const context = await browser.newContext({
      baseURL: baseURL!,
      locale: lang,
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
    });
    const page = await visitor(context, { 'sponsio.lang': lang });
    await page.goto('/');
    const field = page.getByRole('textbox', { name: t('landing:ask.label') });
    await field.fill(t('landing:ask.example').replace(/[\u2066-\u2069]/gu, ''));
    // The first touch loads the scripts; until they are there, the browser would send the question to the page itself.
    await expect(page.locator('#root')).not.toHaveAttribute('lang');
    await expect(field).toHaveValue(/10/u);
    await field.press('Enter');
    const preview = page.getByRole('region', { name: t('hero:results') });
    await expect(preview.getByRole('listitem')).toHaveCount(3);
    await expect(preview).not.toContainText('@');
    await preview.getByRole('link', { name: t('hero:signUp') }).click();

    await expect(page).toHaveURL(/\/business-auth\?.*next=/u);
    await page.getByRole('textbox', { name: t('accounts:form.displayName') }).fill('Café Aurora');
    await page
      .getByRole('textbox', { name: t('accounts:form.email') })
      .fill(`aurora-${lang}-${Date.now().toString(36)}@story.example`);
    await page.getByLabel(t('accounts:form.password'), { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: t('accounts:portal.signUp') }).click();

    await expect(page).toHaveURL(/\/ai-smart-search\?q=/u);
    const chips = page.getByRole('list', { name: t('discovery:chips') });
    await expect(chips.getByRole('listitem')).toHaveCount(3);
    const results = page.getByRole('list', { name: t('discovery:results') });
    const cards = results.locator('[data-slot=creator-card]');
    await expect(
      cards
        .first()
        .getByRole('list', { name: t('found:card.because') })
        .getByRole('listitem'),
    ).toHaveCount(3);
    await page.getByRole('radio', { name: t('discovery:view.table') }).click();
    await expect(page).toHaveURL(/view=table/u);
    const table = page.getByRole('region', { name: t('discovery:view.table') }).getByRole('table');
    await expect(table.getByRole('columnheader', { name: new RegExp(t('discovery:name.niches'), 'u') })).toBeVisible();
    await expect(table.getByRole('rowheader').or(table.getByRole('link')).first()).toBeVisible();
    if (lang === 'ar') expect(await violations(page)).toEqual([]);
    await page.getByRole('radio', { name: t('discovery:view.list') }).click();
    if (lang === 'en') {
      await page.getByRole('button', { name: t('searches:save.button') }).click();
      const saving = page.getByRole('dialog');
      await saving.getByRole('textbox', { name: t('searches:name') }).fill('Café');
      await expect(saving.getByRole('checkbox', { name: t('searches:alert') })).toBeChecked();
      await saving.getByRole('button', { name: t('searches:save.button') }).click();
      await expect(saving).toBeHidden();
    }
    const before = await cards.count();
    await chips.getByRole('button', { name: new RegExp(t('discovery:name.engagementBps'), 'u') }).click();
    await expect(chips.getByRole('listitem')).toHaveCount(2);
    await expect.poll(() => cards.count()).toBeGreaterThan(before);

    const follow = page.getByRole('textbox', { name: t('discovery:ask.followField') });
    await follow.fill({ en: 'only on TikTok', ar: 'على تيك توك فقط' }[lang]);
    await follow.press('Enter');
    await expect(chips.getByRole('listitem')).toHaveCount(3);
    await expect(chips).toContainText('TikTok');
    await page
      .getByRole('status')
      .getByRole('button', { name: t('discovery:block.undo') })
      .click();
    await expect(chips.getByRole('listitem')).toHaveCount(2);

    await page.getByRole('link', { name: t('discovery:ask.open') }).click();
    await expect(page).toHaveURL(/\/discovery\?.*places=/u);
    const map = page.getByRole('group', { name: t('discovery:map.label') });
    await expect(map.getByRole('slider', { name: t('map:radius') })).toBeVisible();
    await expect(map.getByRole('button', { name: /Lyon|ليون/u }).first()).toBeVisible();
    // What is seen is read again; the marks are one stop of the tab key.
    const finer = page.waitForResponse((answer) => /discovery\.map/u.test(answer.url()) && /south/u.test(answer.url()));
    await map.getByRole('application').press('+');
    await finer;
    const mark = map.locator('[data-slot=mark][tabindex="0"]');
    await expect(mark).toHaveCount(1);
    await mark.press('-');
    // The list beside the map is numbered, and a mark names the numbers of its rows.
    const rows = table.locator('tbody tr');
    await expect(rows.locator('[data-slot=number]').first()).toHaveText('1');
    await expect(map.getByRole('button', { name: like('discovery:map.numbers') }).first()).toBeVisible();
    await rows.first().hover();
    await expect(map.locator('[data-slot=mark][aria-pressed=true]')).toHaveCount(1);
    await expect(rows.filter({ hasText: like('discovery:tier.above') }).first()).toBeVisible();
    for (const at of [0, 1, 2]) await rows.nth(at).getByRole('checkbox').check();
    if (lang === 'ar') expect(await violations(page)).toEqual([]);
    await page.getByRole('radio', { name: t('discovery:view.cards') }).click();
    await expect(results.locator('[data-slot=creator-card]').first().getByRole('checkbox')).toBeChecked();
    await page.getByRole('radio', { name: t('discovery:view.map') }).click();
    await page.getByRole('button', { name: t('discovery:compare.act'), exact: true }).click();
    const compared = page.getByRole('dialog', { name: t('discovery:compare.title') });
    await expect(compared.getByRole('columnheader')).toHaveCount(4);
    await expect(compared.getByText(like('figures:source.api', { platform: 'Instagram' })).first()).toBeVisible();
    await expect(page).toHaveURL(/compare=/u);
    await context.close();
  });
