import { expect, type Route, test } from '@playwright/test';
import { callApi, DEMO_MAIN, DEMO_PASSWORD, demoRecords, signInDemo } from '../../scripts/lib/demo-session.ts';
import { newAccount } from './support/account.ts';
import { holdNext } from './support/hold.ts';
import { drawnPicture } from './support/picture.ts';
import { patternOf, textsOf } from './support/texts.ts';
import { visitor } from './support/visitor.ts';

const url = process.env['E2E_APP_URL'] ?? 'http://localhost:3000';
const t = textsOf('en');

test('text typed while a message is sent stays; an unsent message stays in its deal and appears in no other', async ({
  context,
}) => {
  const page = await visitor(context);
  await signInDemo(context, url, 'brand');
  const { items: deals } = await callApi<{ items: { contractId: string; stage: string }[] }>(
    context,
    url,
    'escrow.list',
    {
      limit: 100,
    },
  );
  const [first, second] = deals.map(({ contractId }) => `/smart-contracts/${contractId}`);
  await page.goto(first!);
  await page.evaluate((to) => window.history.pushState({}, '', to), second!);
  await expect(page).toHaveURL(second!);
  const box = page.getByRole('textbox', { name: t('messages:write') });
  await box.fill('One thing');
  const send = await holdNext(page, /messages\.send/u);
  await page.getByRole('button', { name: t('messages:send'), exact: true }).click();
  await send.requested;
  await box.press('End');
  await box.pressSequentially(' and another');
  await send.letGo();
  await expect(box).toHaveValue('and another');
  const heading = await page.getByRole('heading', { level: 1 }).innerText();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(heading);
  await expect(box).toHaveValue('');
  await page.goForward();
  await expect(box).toHaveValue('and another');
  await page.reload();
  await expect(box).toHaveValue('and another');
});

test('a sign-out deletes unsent text in every tab', async ({ context }) => {
  const page = await visitor(context);
  const other = await context.newPage();
  await signInDemo(context, url, 'brand');
  const { items: deals } = await callApi<{ items: { contractId: string }[] }>(context, url, 'escrow.list', {
    limit: 100,
  });
  const write = async (tab: typeof page, deal: { contractId: string } | undefined) => {
    await tab.goto(`/smart-contracts/${deal!.contractId}`);
    await tab.getByRole('textbox', { name: t('messages:write') }).fill('Only for our eyes');
  };
  await write(page, deals[0]);
  await write(other, deals[1]);
  await other.goto('/privacy-policy');
  await page.getByRole('button', { name: new RegExp(`^${t('nav:shell.userMenu')}:`, 'u') }).click();
  await page.getByRole('menuitem', { name: t('nav:shell.signOut') }).click();
  await expect(page).toHaveURL('/');
  for (const tab of [page, other])
    await expect
      .poll(() => tab.evaluate(() => JSON.stringify({ ...sessionStorage })))
      .not.toContain('Only for our eyes');
});

test('navigation requires a confirmation before it stops an upload', async ({ context }) => {
  const page = await visitor(context);
  await signInDemo(context, url, 'creator', 'hugo@hugo.example');
  const { items: deals } = await callApi<{ items: { milestone: { id: string; state: string } | null }[] }>(
    context,
    url,
    'escrow.list',
    { limit: 100 },
  );
  const due = deals.find(({ milestone }) => milestone?.state === 'funded' || milestone?.state === 'changes_requested');
  await page.goto(`/content-approval/${due!.milestone!.id}`);
  const start = page.getByRole('button', { name: patternOf('en')('content:submit.start') });
  const files = page.locator('input[type=file]');
  await expect(start.or(page.getByText(t('content:submit.limits')))).toBeVisible();
  if (await start.isVisible()) await start.click();
  const sent = page.waitForRequest(/\/api\/files/u);
  await page.route(/\/api\/files/u, () => {});
  await files.setInputFiles({ name: 'late.png', mimeType: 'image/png', buffer: drawnPicture(9) });
  await sent;
  const back = page.getByRole('link', { name: t('common:action.back') });
  const question = page.getByRole('dialog', { name: t('common:form.uploadLeaveTitle') });
  await back.click();
  await question.getByRole('button', { name: t('common:form.stay') }).click();
  await expect(question).toBeHidden();
  await expect(page.getByText(t('content:submit.uploading'))).toBeVisible();
  await back.click();
  await question.getByRole('button', { name: t('common:form.uploadLeave') }).click();
  await expect(page).not.toHaveURL(/content-approval/u);
});

test('a session that ended under an open page leads to the portal and back, and typed text is restored', async ({
  context,
}) => {
  const page = await visitor(context);
  await signInDemo(context, url, 'creator');
  await page.goto('/profile');
  const name = page.getByRole('textbox', { name: t('profile:identity.name') });
  await name.fill('Maya Laurent of Lyon');
  await context.clearCookies({ name: /session/u });
  await page.getByRole('button', { name: t('profile:identity.save') }).click();
  const ended = page.getByRole('dialog', { name: t('security:ended.title') });
  await ended.getByRole('button', { name: t('common:form.stay') }).click();
  await expect(ended).toBeHidden();
  await expect(name).toHaveValue('Maya Laurent of Lyon');
  await page.getByRole('button', { name: t('profile:identity.save') }).click();
  await ended.getByRole('link', { name: t('security:ended.signIn') }).click();
  await expect(page).toHaveURL('/influencer-auth?next=%2Fprofile');
  await page.locator('input[type="email"]').fill(DEMO_MAIN.creator);
  await page.locator('input[type="password"]').fill(DEMO_PASSWORD);
  await page.locator('form button[type="submit"]').click();
  await expect(page).toHaveURL('/profile');
  await expect(name).toHaveValue('Maya Laurent of Lyon');
  await page.reload();
  await expect(name).not.toHaveValue('Maya Laurent of Lyon');
});

test('an unsent comment is kept while the brief is open; a pending decision cannot be closed, and its error does not appear on the next', async ({
  context,
}) => {
  const page = await visitor(context);
  await signInDemo(context, url, 'brand');
  // Other work that was delivered is accepted already, or its clock has approved it meanwhile.
  const { items } = await callApi<{
    items: { nextAction: string | null; milestone: { id: string; state: string } | null }[];
  }>(context, url, 'escrow.list', { limit: 100 });
  const room = items.find(({ nextAction, milestone }) => milestone?.state === 'delivered' && nextAction !== 'release');
  expect(room, 'the demo has work to approve').toBeDefined();
  await page.goto(`/content-approval/${room!.milestone!.id}`);
  const comment = page.getByPlaceholder(t('content:comment.placeholder'));
  await comment.fill('Half a comment');
  await page.getByRole('tab', { name: t('content:room.tab.brief') }).click();
  await page.getByRole('tab', { name: t('content:room.tab.comments') }).click();
  await expect(comment).toHaveValue('Half a comment');
  const approve = patternOf('en')('content:decide.approve');
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: approve }).click();
  let lose = () => {};
  const lost = new Promise<void>((resolve) => (lose = resolve));
  await page.route(/escrow\.approve/u, (route) => lost.then(() => route.abort()), { times: 1 });
  const requested = page.waitForRequest(/escrow\.approve/u);
  await dialog.getByRole('button', { name: approve }).click();
  await requested;
  await expect(dialog.getByRole('button', { name: t('common:action.cancel') })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  lose();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await dialog.getByRole('button', { name: t('common:action.cancel') }).click();
  await page.getByRole('button', { name: approve }).click();
  await expect(dialog.getByRole('button', { name: approve })).toBeVisible();
  await expect(dialog.getByRole('alert')).toBeHidden();
});

test('an open page works while a stale session is refetched', async ({ context }) => {
  const page = await visitor(context);
  await signInDemo(context, url, 'brand');
  await page.clock.install();
  await page.goto('/payments');
  const search = page.getByRole('searchbox');
  await search.focus();
  await page.clock.fastForward('06:00');
  const session = await holdNext(page, /accounts\.session/u);
  await search.pressSequentially('re');
  await session.requested;
  await expect(page).toHaveURL(/[?&]q=re/u);
  await expect(search).toBeFocused();
  await session.letGo();
  await expect(search).toHaveValue('re');
});

test('a second click while the check of a form is still loading sends nothing twice', async ({ context }) => {
  const page = await visitor(context);
  let check = () => {};
  const loaded = new Promise<void>((resolve) => (check = resolve));
  await page.route(/\/assets\/check-[^/]+\.js/u, (route) => loaded.then(() => route.continue()));
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/sign-in/email')) sent.push(request.url());
  });
  await page.goto('/influencer-auth');
  await page.locator('input[type="email"]').fill(DEMO_MAIN.creator);
  await page.locator('input[type="password"]').fill(DEMO_PASSWORD);
  const submit = page.locator('form button[type="submit"]');
  await submit.click();
  await submit.click();
  check();
  await expect(page).toHaveURL('/dashboard');
  expect(sent).toHaveLength(1);
});

test('a version being written stays when the offer is answered meanwhile, and shows that it cannot be sent', async ({
  context,
}) => {
  const page = await visitor(context);
  await signInDemo(context, url, 'creator');
  const { '/collaboration-request/$offerId': offer } = await demoRecords(context, url, 'creator');
  await page.clock.install();
  await page.goto(`${offer!}?counter=true`);
  const note = page.getByRole('textbox', { name: t('offers:form.note') });
  await note.fill('One story less');
  await page.route(/offers\.get/u, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      body: (await answer.text()).replace('"counter":true', '"counter":"offer.not_your_turn"'),
    });
  });
  // A query that began before may still be answered and count as new: then the page is left and opened once more.
  await expect(async () => {
    await page.clock.fastForward('06:00');
    await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')));
    await expect(page.getByText(t('errors:offer.not_your_turn'))).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect(note).toHaveValue('One story less');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('a switch keeps the focus during its call; a failure is reported, in the bell as on the page', async ({
  context,
}) => {
  const page = await visitor(context);
  await signInDemo(context, url, 'creator');
  await page.goto('/profile');
  let lose = () => {};
  const lost = new Promise<void>((resolve) => (lose = resolve));
  await page.route(/privacy\.setHidden|notifications\.markRead/u, (route) => lost.then(() => route.abort()));
  const hide = page.getByRole('switch', { name: t('profile:privacy.hide') });
  await hide.focus();
  const requested = page.waitForRequest(/privacy\.setHidden/u);
  await page.keyboard.press('Space');
  await requested;
  await expect(hide).toBeFocused();
  lose();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(hide).not.toBeChecked();

  await page
    .getByRole('button', { name: t('nav:shell.notifications') })
    .first()
    .click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: t('notices:markAll') }).click();
  await expect(sheet.getByRole('alert')).toBeVisible();
});

test('an action whose answer was lost is shown as done', async ({ context }) => {
  const page = await visitor(context);
  const stamp = Date.now().toString(36);
  await newAccount(page, url, { email: `lost.${stamp}@late.example`, name: `Lost ${stamp}` });
  await page.goto('/profile');
  await page.route(/privacy\.request(?:Export|Deletion)/u, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: t('profile:export.ask') }).click();
  await expect(page.getByRole('button', { name: t('profile:export.download') })).toBeVisible();
  await expect(page.getByRole('alert')).toBeHidden();
  await page.getByRole('button', { name: t('profile:deletion.ask') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('profile:deletion.ask') })
    .click();
  await page.getByRole('button', { name: t('profile:deletion.keep') }).click();
  await expect(page.getByRole('button', { name: t('profile:deletion.ask') })).toBeVisible();
});

test('a row added to a form during a save stays on the screen, unsaved', async ({ context }) => {
  const page = await visitor(context);
  const stamp = Date.now().toString(36);
  await newAccount(page, url, { email: `rows.${stamp}@late.example`, name: `Rows ${stamp}` });
  await page.goto('/creator-profile');
  const add = page.getByRole('button', { name: t('creators:edit.addPlatform') });
  const addresses = page.getByRole('textbox', { name: t('creators:field.url') });
  await page.getByRole('textbox', { name: t('creators:field.headline') }).fill('Food, mostly');
  await add.click();
  await addresses.fill('instagram.com/first');
  await page.getByRole('textbox', { name: t('creators:field.followers') }).fill('12k');
  await page.getByRole('textbox', { name: t('creators:field.engagement') }).fill('5');
  const save = await holdNext(page, /creators\.save/u);
  await page.getByRole('button', { name: t('creators:edit.save'), exact: true }).click();
  await save.requested;
  await add.click();
  await addresses.last().fill('https://youtube.com/second');
  await save.letGo();
  await expect(page.getByText(t('creators:edit.saved')).first()).toBeVisible();
  await expect(addresses.last()).toHaveValue('https://youtube.com/second');
  await expect(addresses).toHaveCount(2);
});

test('an act of staff needs its reason, keeps it through a refusal, and is sent once however often it is pressed', async ({
  context,
}) => {
  const page = await visitor(context);
  await signInDemo(context, url, 'staff');
  const { found } = await callApi<{ found: { kind: string; orgId: string }[] }>(context, url, 'operators.search', {
    q: 'Romain Faure',
  });
  await page.goto(`/admin-dashboard/accounts/${found.find(({ kind }) => kind === 'account')!.orgId}`);
  // No answer comes, so that nothing is put on hold.
  const calls: Route[] = [];
  await page.route(/suspensions\.suspend/u, (route) => void calls.push(route));
  await page.getByRole('button', { name: t('platform:account.suspend') }).click();
  const dialog = page.getByRole('dialog');
  const reason = dialog.getByLabel(t('platform:account.reason'));
  const send = dialog.getByRole('button', { name: t('platform:account.suspend') });
  await send.click();
  await expect(reason).toHaveAttribute('aria-invalid', 'true');
  await expect(reason).toBeFocused();
  expect(calls, 'without a reason nothing is asked for').toHaveLength(0);

  const words = 'Reported by two brands';
  await reason.fill(words);
  await send.dblclick();
  await reason.press('Enter');
  await expect.poll(() => calls.length).toBe(1);
  await calls[0]!.abort();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await expect(reason).toHaveValue(words);
  expect(calls, 'pressed three times, sent once').toHaveLength(1);
  await send.click();
  await expect.poll(() => calls.length, 'and again once it was refused').toBe(2);
  expect(calls[1]!.request().postData()).toContain(words);
  await calls[1]!.abort();
});
