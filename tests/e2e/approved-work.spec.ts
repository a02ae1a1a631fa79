import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from '@playwright/test';
import { callApi, signInDemo } from '../../scripts/lib/demo-session.ts';
import type { ToPostItem } from '../../server/features/publications/schema.ts';
import { act, ask, dealPage, signedIn } from './support/deal.ts';
import { patient } from './support/patient.ts';
import { drawnPicture } from './support/picture.ts';
import { patternOf, textsOf } from './support/texts.ts';
import { visitor } from './support/visitor.ts';

const url = process.env['E2E_APP_URL'] ?? 'http://localhost:3000';
const payments = process.env['E2E_PAYMENTS_URL'] ?? 'http://127.0.0.1:12111';
const t = textsOf('en');
const like = patternOf('en');
const WORK = 'Two clips for our channels';

test('a brand finds and downloads approved work: from Approvals, from its milestone, and all of a finished deal', async ({
  context,
}) => {
  const page = await visitor(context);
  await signInDemo(context, url, 'brand');
  await page.goto('/content-approval');
  await page.getByRole('link', { name: t('content:queue.tab.approved') }).click();
  await expect(page.getByRole('heading', { level: 1, name: t('content:approved.heading') })).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: WORK });

  const files = page.waitForEvent('download');
  await row.getByRole('link', { name: t('content:approved.downloadOf', { title: WORK }) }).click();
  expect((await files).suggestedFilename()).toBe(`${WORK}.zip`);
  expect(await (await files).failure()).toBeNull();

  await row.getByRole('link', { name: WORK, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(WORK);
  await page.getByRole('link', { name: t('common:action.back') }).click();
  await expect(page).toHaveURL(/\/smart-contracts\//u);

  const ofMilestone = page.waitForEvent('download');
  await page.getByRole('link', { name: like('deals:milestones.downloadOf_other', { milestone: WORK }) }).click();
  expect((await ofMilestone).suggestedFilename()).toBe(`${WORK}.zip`);
  await expect(page.getByRole('link', { name: t('deals:milestones.viewWorkOf', { milestone: WORK }) })).toHaveAttribute(
    'href',
    /\/content-approval\//u,
  );

  const everything = page.waitForEvent('download');
  await page.getByRole('link', { name: like('deals:downloadAll_other') }).click();
  expect((await everything).suggestedFilename()).toBe('Counter clips.zip');
  expect(await (await everything).failure()).toBeNull();
});

test('a post that is removed while it is looked at is seen by the creator and by the brand', async ({ browser }) => {
  test.setTimeout(patient(120_000));
  const [page, other] = [
    await signedIn(browser, 'maya@maya.example', 'en'),
    await signedIn(browser, 'nadia@lumen.example', 'en'),
  ];
  const { items } = await ask<{ items: ToPostItem[] }>(page, 'publications.toPost', {});
  const work = items.find(({ title }) => title === 'Summer terrace')!;
  const begun = await act<{ url: string }>(page, 'connections.begin', { network: 'instagram', returnPath: '/profile' });
  const publish = (as: 'shown' | 'gone') =>
    page.request.post(`${new URL(begun.url).origin}/_sandbox/posts`, {
      data: {
        network: 'instagram',
        id: 'CpostOfE2e',
        handle: 'maya.eats.lyon',
        text: 'Collaboration commerciale',
        page: as,
      },
    });
  await publish('shown');

  await page.goto(`/content-approval/${work.milestoneId}`);
  await page.getByRole('button', { name: t('publications:act.add') }).click();
  const field = page.getByRole('textbox', { name: t('publications:field.link') });
  await field.fill('https://www.instagram.com/stories/maya/1/');
  await page.getByRole('button', { name: t('publications:act.save') }).click();
  await expect(page.getByText(t('errors:publication.story'))).toBeVisible();
  await field.fill('https://www.instagram.com/p/CpostOfE2e/?igsh=1');
  await page.getByRole('button', { name: t('publications:act.save') }).click();
  await page.getByRole('button', { name: t('publications:act.check') }).click();
  await expect(page.getByText(t('publications:state.watching'), { exact: true })).toBeVisible({
    timeout: patient(15_000),
  });
  await publish('gone');

  await other.goto(`/smart-contracts/${work.contractId}`);
  // The second look is due after twenty seconds. Where it came before the removal, the next one is minutes away, and is
  // requested.
  const { milestones } = await ask<{ milestones: { post: { id: string } | null }[] }>(page, 'publications.ofDeal', {
    contractId: work.contractId,
  });
  const publicationId = milestones.find(({ post }) => post)!.post!.id;
  const removed = other.getByText(t('publications:why.removed'));
  await expect(async () => {
    if (!(await removed.isVisible())) await act(page, 'publications.check', { publicationId }).catch(() => {});
    await expect(removed).toBeVisible({ timeout: 4_000 });
  }).toPass({ timeout: patient(75_000) });
  await expect(page.getByText(t('publications:why.removed'))).toBeVisible();
  await expect(other.getByRole('button', { name: t('publications:act.accept') })).toBeVisible();
  await Promise.all([page.context().close(), other.context().close()]);
});

test('a payment that the bank takes back after the approval: the creator keeps it, each side reads why and replays it to the cent, staff answer the bank, and the brand pays what it owes', async ({
  browser,
}) => {
  const deal = { milestone: 'Reel', brand: 'Meridian Group', creator: 'Priya Shah' };
  const hashes: string[] = [];
  /** The replay ends with an event, and with the sums of the deal page to the cent. */
  async function replay(page: Page, last: string): Promise<void> {
    // Funded, in escrow, released, disputed, refunded, and their sum.
    const sums = page.getByRole('region', { name: t('deals:equation.title') }).getByRole('definition');
    await expect(sums).toHaveText(['£500.00', '£0.00', '£500.00', '£0.00', '£0.00', '£500.00']);
    await page.getByRole('link', { name: t('deals:verify.replay') }).click();
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toContainText(last);
    const ends = page.getByRole('table', { name: t('replay:balances.title') }).locator('tr td:last-child');
    await expect(ends).toHaveText(['£0.00', '£500.00', '£0.00', '£0.00', '£500.00']);
    await expect(page.getByText(like('replay:chain.holds_other')).first()).toBeVisible();
    hashes.push((await page.locator('aside bdi.break-all').innerText()).trim());
    // Back to the release: the money was the creator's before the bank disputed it.
    const slider = page.getByRole('slider', { name: t('replay:slider') });
    await slider.focus();
    for (let step = Number(await slider.inputValue()); step > 1; step -= 1) {
      if ((await heading.textContent())?.includes(t('deals:event.released', deal))) break;
      await page.keyboard.press('ArrowLeft');
      await expect(slider).toHaveValue(String(step - 1));
    }
    await expect(heading).toContainText(t('deals:event.released', deal));
    await expect(ends.nth(1)).toHaveText('£500.00');
    await page.getByRole('link', { name: 'City half marathon' }).click();
    await expect(sums.nth(2)).toHaveText('£500.00');
  }
  const creator = await dealPage(browser, 'priya@priya.example', 'en', 'City half marathon');
  await expect(creator.getByText(t('disputes:card.creator.title', deal))).toBeVisible();
  await expect(creator.getByText(t('disputes:card.creator.text'))).toBeVisible();
  const brand = await dealPage(browser, 'claire@meridian.example', 'en', 'City half marathon');
  await expect(brand.getByText(t('disputes:card.brand.title', deal))).toBeVisible();
  await expect(
    brand.getByText(t('disputes:card.brand.text', { creator: deal.creator, amount: '£500.00' })),
  ).toBeVisible();
  for (const page of [creator, brand]) await replay(page, t('deals:event.payment_disputed', deal));
  expect(hashes[0]).toMatch(/^[\da-f]{64}$/u);
  expect(hashes[1], 'both sides read one history').toBe(hashes[0]);

  const page = await signedIn(browser, 'nora@sponsio.example', 'en', { staff: true });
  await page.goto('/admin-dashboard');
  const row = page
    .getByRole('row')
    .filter({ hasText: t('platform:case.kinds.card_dispute') })
    .filter({ hasText: deal.creator });
  await row.getByRole('button').first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText(t('books:evidence.waiting'))).toBeVisible();
  await dialog.getByRole('button', { name: t('books:evidence.submit') }).click();
  await expect(dialog.getByText(t('books:evidence.submitted'))).toBeVisible({ timeout: patient(20_000) });

  // The bank decides for its customer, who sees it on the open page.
  const { items } = await ask<{ items: { dealTitle: string; details: { dispute: string } }[] }>(page, 'cases.list', {
    state: 'open',
    kind: 'card_dispute',
    limit: 100,
  });
  const { dispute } = items.find(({ dealTitle }) => dealTitle === 'City half marathon')!.details;
  const decided = await page.request.post(`${payments}/_sandbox/disputes/${dispute}`, { data: { outcome: 'lost' } });
  expect(decided.ok(), await decided.text()).toBe(true);
  await expect(brand.getByText(like('deals:owes.title', { milestone: deal.milestone }))).toBeVisible();
  await expect(creator.getByText(t('disputes:card.lost.title', deal))).toBeVisible();
  for (const side of [brand, creator]) await replay(side, t('deals:event.dispute_lost', deal));
  expect(hashes[3]).toBe(hashes[2]);
  await creator.context().close();

  // The brand pays what it owes of this and an earlier deal at once, and owes nothing then.
  await brand.goto('/payment-settings');
  const debts = brand.getByRole('region', { name: t('debts:title') });
  await expect(debts.getByRole('listitem')).toHaveCount(2);
  await debts.getByRole('button', { name: like('debts:pay') }).click();
  await expect(brand.locator('input[name=cardnumber]')).toBeVisible();
  await brand.locator('button[type=submit]').first().click();
  await expect(brand).toHaveURL(/\/payment-settings/u, { timeout: patient(20_000) });
  await expect(debts).toBeHidden({ timeout: patient(20_000) });
  await Promise.all([brand.context().close(), page.context().close()]);
});

test('invoices and receipts: found by their name in the palette, listed by month, downloaded as CSV and as one zip', async ({
  context,
}) => {
  const page = await visitor(context);
  await signInDemo(context, url, 'brand');
  await page.goto('/payments');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: t('palette:title') }).fill('invoice');
  await expect(page.getByRole('option').first()).toContainText(t('palette:documents'));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/payments\?view=documents/u);

  const documents = page.getByRole('table').getByRole('row');
  await expect(documents.nth(1)).toBeVisible();
  const month = page.getByRole('combobox', { name: t('payments:documents.month') });
  const ofMonth = Number(/\((\d+)\)/u.exec((await month.getByRole('option').nth(2).textContent()) ?? '')?.[1]);
  await month.selectOption({ index: 2 });
  await expect(page).toHaveURL(/month=20\d\d-\d\d/u);
  await expect(documents).toHaveCount(ofMonth + 1);

  const csv = page.waitForEvent('download');
  await page.getByRole('button', { name: t('payments:documents.files') }).click();
  await page.getByRole('menuitem', { name: t('common:action.csv'), exact: true }).click();
  const table = await readFile(await (await csv).path(), 'utf8');
  expect(table.trim().split('\n')).toHaveLength(ofMonth + 1);
  await page.getByRole('button', { name: t('payments:documents.zip') }).click();
  const zip = page.waitForEvent('download');
  await page.getByRole('link', { name: t('payments:documents.download') }).click();
  expect((await zip).suggestedFilename()).toMatch(/\.zip$/u);
  expect(await (await zip).failure()).toBeNull();
});

test('a brand requests help with a deal, sends a file to the other side, and pins a comment to a picture by keyboard', async ({
  browser,
  context,
}) => {
  const page = await visitor(context);
  await signInDemo(context, url, 'brand');
  const { items: deals } = await callApi<{
    items: { contractId: string; milestone: { id: string; title: string; state: string } | null }[];
  }>(context, url, 'escrow.list', { limit: 100 });
  // Disputed by now; what both sides say and see of it goes on.
  const deal = deals.find((d) => d.milestone?.title.startsWith('Photos of the evening'))!;
  await page.goto(`/smart-contracts/${deal.contractId}`);
  await page.getByRole('button', { name: t('deals:help.ask') }).click();
  const dialog = page.getByRole('dialog');
  const question = 'The evening is half in the dark, and nobody answers me.';
  await dialog.getByLabel(t('deals:help.field')).fill(question);
  await dialog.getByRole('button', { name: t('deals:help.send') }).click();
  await expect(page.getByText(t('deals:help.opened'))).toBeVisible();
  await expect(page.getByRole('list', { name: t('deals:help.title') })).toContainText(question);

  // A message may be a file alone; what was typed stays while a file is refused.
  const write = page.getByLabel(t('messages:write'));
  await write.fill('Like this one');
  const files = page.getByLabel(t('messages:addFiles')).or(page.locator('form input[type=file]')).last();
  await files.setInputFiles([
    { name: 'front.png', mimeType: 'image/png', buffer: drawnPicture(1) },
    { name: 'broken.png', mimeType: 'image/png', buffer: drawnPicture(1).subarray(0, -20) },
  ]);
  await expect(page.getByRole('button', { name: t('messages:removeFile', { name: 'front.png' }) })).toBeVisible();
  await expect(page.getByText(t('errors:file.damaged'))).toBeVisible();
  await expect(write).toHaveValue('Like this one');
  // The other side has the deal open already.
  const theirs = await signedIn(browser, 'romain@romain.example', 'en');
  await theirs.goto(`/smart-contracts/${deal.contractId}`);
  await expect(theirs.getByLabel(t('messages:write'))).toBeVisible();
  const loads: string[] = [];
  theirs.on('framenavigated', (frame) => loads.push(frame.url()));
  const form = page.locator('form').filter({ has: write });
  await form.getByRole('button', { name: t('messages:send') }).click();
  const arrived = theirs.getByRole('link', { name: like('messages:download', { name: 'front.png' }) });
  await expect(arrived, 'a message comes to the other side with its file').toBeVisible();
  await expect(theirs.getByText('Like this one')).toBeVisible();
  const saved = theirs.waitForEvent('download');
  await arrived.click();
  expect(await (await saved).failure()).toBeNull();
  expect(loads, 'without a reload').toEqual([]);
  await theirs.context().close();
  const sent = page.getByRole('link', { name: like('messages:download', { name: 'front.png' }) });
  await expect(sent.getByRole('presentation')).toBeVisible();
  await expect(write).toHaveValue('');
  const download = page.waitForEvent('download');
  await sent.click();
  expect((await download).suggestedFilename()).toBe('front.png');

  await page.goto(`/content-approval/${deal.milestone!.id}`);
  await page.getByRole('button', { name: t('content:stage.pinByKeyboard') }).focus();
  await page.keyboard.press('Enter');
  const pin = page.getByRole('button', { name: t('content:comment.newPin') });
  await expect(pin).toBeFocused();
  const before = (await pin.boundingBox())!;
  await page.keyboard.press('Shift+ArrowLeft');
  await expect.poll(async () => (await pin.boundingBox())!.x).toBeLessThan(before.x);
  const words = page.getByLabel(t('content:comment.labelPin'));
  await words.focus();
  await page.keyboard.type('Lighter here, please.');
  await page.getByRole('button', { name: t('content:comment.send') }).focus();
  await page.keyboard.press('Enter');
  await expect(pin).toBeHidden();
  await expect(page.getByRole('button', { name: like('content:comment.pin') }).first()).toBeVisible();
  await expect(page.getByText('Lighter here, please.')).toBeVisible();
});
