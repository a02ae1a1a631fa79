import { expect, type Page, test } from '@playwright/test';
import { ask, replayed, signedIn } from './support/deal.ts';
import { patient } from './support/patient.ts';
import { proveIdentity } from './support/prove.ts';
import { patternOf, textsOf } from './support/texts.ts';

/** Finance finds accepted work among its tasks and releases it with one click and its confirmation. */
async function releases(page: Page, lang: string, { title, milestone }: { title: string; milestone: string }) {
  const t = textsOf(lang);
  const like = patternOf(lang);
  await page.goto('/brand-dashboard');
  const task = page
    .getByRole('listitem')
    .filter({ hasText: like('home:task.release.title', { title: `${title} – ${milestone}` }) });
  await task.getByRole('link', { name: t('home:task.release.button') }).click();
  await expect(page.getByRole('heading', { name: like('deals:ask.accepted.mine', { milestone }) })).toBeVisible();
  await page
    .locator('[data-slot=decision]')
    .getByRole('button', { name: like('deals:action.release') })
    // The other one releases a part.
    .first()
    .click();
  const dialog = page.getByRole('dialog', { name: t('deals:dialog.release.title', { milestone }) });
  await dialog.getByRole('button', { name: like('deals:dialog.release.button') }).click();
  await expect(page.getByText(like('deals:event.approved', { milestone })).first()).toBeVisible();
}

test('work accepted by a reviewer waits for finance, who releases it, to the cent', async ({ browser }) => {
  test.setTimeout(patient(120_000));
  const t = textsOf('en');
  const like = patternOf('en');
  const deal = { title: 'Bakery at dawn', milestone: 'Reel at dawn' };
  const reviewer = await signedIn(browser, 'ines@lumen.example', 'en');
  await reviewer.goto('/brand-dashboard');
  await reviewer
    .getByRole('listitem')
    .filter({ hasText: deal.title })
    .getByRole('link', { name: t('home:task.review.button') })
    .click();
  await reviewer.getByRole('button', { name: t('content:decide.accept') }).click();
  const dialog = reviewer.getByRole('dialog', { name: t('content:approve.title', { milestone: deal.milestone }) });
  await expect(dialog.getByText(t('content:approve.nextAccepted'))).toBeVisible();
  await dialog.getByRole('button', { name: t('content:decide.accept') }).click();
  await expect(reviewer.getByRole('status').filter({ hasText: like('content:after.accepted') })).toBeVisible();

  const finance = await signedIn(browser, 'theo@lumen.example', 'en');
  await releases(finance, 'en', deal);
  const contractId = new URL(finance.url()).pathname.split('/').at(-1)!;
  // It clears for half a minute.
  const released = like('deals:event.released', { milestone: deal.milestone });
  await expect(finance.getByText(released).first()).toBeVisible({ timeout: patient(60_000) });
  await replayed(finance, 'en', contractId, { held: 0, released: 32_000, disputed: 0, refunded: 0 });
});

test('the same in Arabic: finance releases what was accepted', async ({ browser }) => {
  const page = await signedIn(browser, 'theo@lumen.example', 'ar');
  await releases(page, 'ar', { title: 'Tea for the cold', milestone: 'Tea reel' });
});

test('limits by role are set after a proof, and who may not set them reads them', async ({ browser }) => {
  const t = textsOf('en');
  const finance = await signedIn(browser, 'rohan@meridian.example', 'en');
  await finance.goto('/payment-settings');
  const reviewers = finance.getByRole('group', { name: t('screens:roles.reviewer') });
  await reviewers.getByRole('radio', { name: t('payments:limits.up_to') }).check();
  // The other one is the manager's.
  await finance
    .getByRole('textbox', { name: t('payments:limits.amount') })
    .last()
    .fill('250');
  await finance.getByRole('button', { name: t('payments:limits.save') }).click();
  const proof = finance.getByRole('dialog', { name: t('security:prove.title') });
  await expect(proof.or(finance.getByText(t('payments:limits.saved')))).toBeVisible();
  if (await proof.isVisible()) await proveIdentity(finance, t);
  await expect(finance.getByText(t('payments:limits.saved'))).toBeVisible();

  const reviewer = await signedIn(browser, 'ines@lumen.example', 'en');
  await reviewer.goto('/payment-settings');
  await expect(reviewer.getByText(t('payments:limits.never'))).toBeVisible();
  await expect(reviewer.getByRole('button', { name: t('payments:limits.save') })).toHaveCount(0);
});

test('work is decided, answered and added to by those alone whose role may', async ({ browser }) => {
  const t = textsOf('en');
  const like = patternOf('en');
  const at = async (email: string) => {
    const page = await signedIn(browser, email, 'en');
    const { items } = await ask<{ items: { title: string; milestone: { id: string; state: string } | null }[] }>(
      page,
      'escrow.list',
      { limit: 100 },
    );
    const work = items.find(({ title, milestone }) => title === 'Autumn menu' && milestone?.state === 'delivered');
    await page.goto(`/content-approval/${work!.milestone!.id}`);
    await expect(page.getByRole('button', { name: like('content:decide.changes') }).first()).toBeVisible();
    return page;
  };
  const more = (page: Page) => page.getByRole('button', { name: t('content:decide.more') });
  await expect(more(await at('nadia@lumen.example'))).toBeVisible();
  const viewer = await at('paul@lumen.example');
  await expect(more(viewer)).toHaveCount(0);
  const finance = await at('theo@lumen.example');
  await expect(more(finance)).toHaveCount(0);
  // Finance releases parts of it, but the decision about the work is another's.
  await finance.getByRole('link', { name: t('common:action.back') }).click();
  await expect(finance.locator('[data-slot=decision] [data-slot=turn]')).toHaveText(t('common:turn.team'));
  await expect(
    finance.locator('[data-slot=decision]').getByRole('button', { name: t('deals:action.releasePart') }),
  ).toBeVisible();
});

test('documents and the file of the list are for those alone whose role reads sums', async ({ browser }) => {
  const t = textsOf('en');
  const shown = async (email: string) => {
    const page = await signedIn(browser, email, 'en');
    await page.goto('/payments');
    await expect(page.getByRole('link', { name: t('payments:filter.refunded') })).toBeVisible();
    const tab = page.getByRole('link', { name: t('payments:documents.tab'), exact: true });
    return { tab, files: page.getByRole('button', { name: t('payments:documents.files') }), page };
  };
  const finance = await shown('theo@lumen.example');
  await expect(finance.tab).toBeVisible();
  await finance.files.click();
  for (const file of ['common:action.csv', 'payments:documents.accounting.datev'])
    await expect(finance.page.getByRole('menuitem', { name: t(file), exact: true })).toBeVisible();
  const viewer = await shown('paul@lumen.example');
  for (const absent of [viewer.tab, viewer.files]) await expect(absent).toHaveCount(0);
});
