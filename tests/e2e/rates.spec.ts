import { expect, test } from '@playwright/test';
import { signInDemo } from '../../scripts/lib/demo-session.ts';
import { textsOf } from './support/texts.ts';
import { visitor } from './support/visitor.ts';

const url = process.env['E2E_APP_URL'] ?? 'http://localhost:3000';

for (const lang of ['en', 'ar'] as const)
  test(`a price follows the inputs, becomes a creator's rate and a brand's offer: ${lang}`, async ({ browser }) => {
    const t = textsOf(lang);
    const open = async (persona: 'brand' | 'creator', path: string) => {
      const context = await browser.newContext({ locale: lang });
      const page = await visitor(context, { 'sponsio.lang': lang });
      await signInDemo(context, url, persona);
      await page.goto(`${url}${path}`);
      return page;
    };
    const creator = await open('creator', '/rate-calculator');
    const fair = creator.getByTestId('fair-rate');
    const before = await fair.textContent();
    await creator.getByLabel(t('terms:field.format'), { exact: true }).selectOption('story');
    await expect(fair).not.toHaveText(before ?? '');
    // What is no number is marked at its field, and nothing typed is lost.
    const followers = creator.getByLabel(t('rates:field.followers'), { exact: true });
    await followers.fill('many');
    await expect(creator.getByText(t('rates:problem.followers'))).toBeVisible();
    await expect(followers).toHaveValue('many');
    await followers.fill('20k');
    await creator.getByRole('button', { name: t('rates:rate.use') }).click();
    await expect(creator.getByText(t('rates:rate.saved'), { exact: true }).first()).toBeVisible();

    const brand = await open('brand', '/rate-calculator?creator=maya.eats.lyon');
    await brand.getByRole('link', { name: t('rates:offer.use') }).click();
    await expect(brand).toHaveURL(/\/collaboration-request\/new\?.*rate=instagram\.post\.EUR/u);
    await expect(brand.getByRole('button', { name: t('offers:form.send') })).toBeVisible();
    await creator.context().close();
    await brand.context().close();
  });
