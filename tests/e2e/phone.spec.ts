import { expect, test } from '@playwright/test';
import { callApi, demoRecords, signInDemo } from '../../scripts/lib/demo-session.ts';
import { patternOf, textsOf } from './support/texts.ts';
import { visitor } from './support/visitor.ts';

const url = process.env['E2E_APP_URL'] ?? 'http://localhost:3000';
const t = textsOf('en');

test.use({ viewport: { width: 360, height: 740 } });

test('on a phone a price range stands below the title of an open campaign, which has the line to itself', async ({
  context,
}) => {
  const page = await visitor(context);
  await signInDemo(context, url, 'creator');
  await page.goto('/dashboard');
  const rows = page.getByRole('region', { name: t('home:open.title') }).getByRole('listitem');
  await expect(rows.first()).toBeVisible();
  const shapes = await rows.evaluateAll((items) =>
    items.map((item) => {
      const [, text, price] = [...item.children].map((child) => child.getBoundingClientRect());
      return { share: text!.width / item.getBoundingClientRect().width, below: price!.top >= text!.bottom - 1 };
    }),
  );
  for (const { share, below } of shapes) {
    expect(below).toBe(true);
    expect(share).toBeGreaterThan(0.75);
  }
});

test('on a phone the board of a campaign begins with a stage that has cards, and shows no empty one', async ({
  context,
}) => {
  const page = await visitor(context);
  await signInDemo(context, url, 'brand');
  await page.goto((await demoRecords(context, url, 'brand'))['/my-campaigns/$campaignId']!);
  const board = page.getByRole('region', { name: t('campaigns:board.board') });
  // A hidden element has no role, so these are the stages that are seen.
  const stages = board.getByRole('region');
  await expect(stages.first().getByRole('listitem').first()).toBeVisible();
  const onPhone = await stages.count();
  for (let index = 0; index < onPhone; index += 1)
    expect(await stages.nth(index).getByRole('listitem').count(), `stage ${index + 1}`).toBeGreaterThan(0);
  await page.setViewportSize({ width: 1280, height: 900 });
  await expect(stages).toHaveCount(10);
  expect(onPhone, 'the campaign has an empty stage').toBeLessThan(10);
});

test('on a phone the decision about delivered work is in the window before its comments are read', async ({
  context,
}) => {
  const page = await visitor(context);
  await signInDemo(context, url, 'brand');
  const { items } = await callApi<{ items: { title: string; milestone: { id: string; state: string } | null }[] }>(
    context,
    url,
    'escrow.list',
    { limit: 100 },
  );
  const room = items.find(({ title, milestone }) => title === 'Autumn menu' && milestone?.state === 'delivered');
  await page.goto(`/content-approval/${room!.milestone!.id}`);
  const like = patternOf('en');
  const approve = page.getByRole('button', { name: like('content:decide.approve') });
  await expect(approve).toBeInViewport({ ratio: 1 });
  const changes = page.getByRole('button', { name: like('content:decide.changes') });
  await expect(changes).toBeInViewport({ ratio: 1 });
  await changes.click();
  await expect(page.getByRole('dialog', { name: like('content:changes.title') })).toBeVisible();
});

test('on a phone the title of a page follows its path at once, and its actions come after it', async ({ context }) => {
  const page = await visitor(context);
  await signInDemo(context, url, 'brand');
  for (const [address, action] of [
    ['/my-campaigns', t('campaigns:mine.new')],
    ['/smart-contracts', t('contracts:page.verify')],
  ] as const) {
    await page.goto(address);
    const header = page.locator('[data-slot="page-header"]');
    const title = (await header.getByRole('heading', { level: 1 }).boundingBox())!;
    const path = (await header.getByRole('navigation').boundingBox())!;
    const act = (await header.getByRole('link', { name: action }).boundingBox())!;
    expect(title.y - (path.y + path.height), address).toBeLessThan(16);
    expect(act.y, address).toBeGreaterThan(title.y + title.height);
  }
});
