import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { withTx, type OrgActor, type StaffActor } from '../../../../server/context.ts';
import { answerHelp, requestHelp, eraseFromHelp, helpOf, openHelp } from '../../../../server/features/help/service.ts';
import { insertDealRows, type DealRows } from '../../../support/deal-rows.ts';
import { createOrg, createStaff, createTestWorld, member, type TestWorld } from '../../../support/people.ts';

let world: TestWorld;
let brand: OrgActor;
let creator: OrgActor;
let staff: StaffActor;
let deal: DealRows;
const STUCK = 'The rounds are used up and the logo is still cut off.';

beforeAll(async () => {
  world = await createTestWorld('help');
  brand = await createOrg(world, 'brand', 'Rosa');
  creator = await createOrg(world, 'creator', 'Kim');
  staff = await createStaff(world, 'support');
});
afterAll(() => world?.close());
beforeEach(async () => {
  deal = await insertDealRows(world, brand, creator, 'delivered');
});

const submitHelp = (who: OrgActor, message = STUCK, requestKey?: string) =>
  requestHelp(world.as(who, requestKey ? { requestKey } : {}), { contractId: deal.contractId, message });
const code = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'no refusal',
    (e: { code?: string }) => e.code ?? String(e),
  );
const casesOf = () =>
  world.owner
    .selectFrom('cases')
    .select(['state', 'org_id', 'contract_id'])
    .where('contract_id', '=', deal.contractId)
    .orderBy('opened_at')
    .execute();
const mails = () =>
  world.owner
    .selectFrom('mails')
    .select(['to_address', 'user_id', 'data'])
    .where('template', '=', 'help_answered')
    .where(sql<string>`data->>'link'`, '=', `/smart-contracts/${deal.contractId}`)
    .orderBy('to_address')
    .execute();

test('a party requests help: operators have one case with the deal, the deal keeps its deadlines, and the other side sees nothing of it', async () => {
  const before = await world.owner
    .selectFrom('milestones')
    .selectAll()
    .where('id', '=', deal.milestoneId)
    .executeTakeFirstOrThrow();
  expect(await submitHelp(brand)).toMatchObject({
    joined: false,
    open: true,
    messages: [{ body: STUCK, fromStaff: false, authorName: 'Rosa' }],
  });
  expect(await casesOf()).toEqual([{ state: 'open', org_id: brand.orgId, contract_id: deal.contractId }]);
  expect(
    (await openHelp(world.as(staff), { limit: 100 })).items.find((one) => one.contractId === deal.contractId),
  ).toMatchObject({
    orgName: 'Rosa',
    otherName: 'Kim',
    dealTitle: 'Autumn menu',
    messages: [{ body: STUCK }],
  });
  expect(await helpOf(world.as(creator), { contractId: deal.contractId })).toEqual({
    open: false,
    answerBy: null,
    messages: [],
  });
  expect(
    await world.owner.selectFrom('milestones').selectAll().where('id', '=', deal.milestoneId).executeTakeFirstOrThrow(),
  ).toEqual(before);
});

test('a second request for the same deal joins the open case and returns that, also at once; the same request counts once', async () => {
  const first = await Promise.all([
    submitHelp(brand, STUCK, 'one'),
    submitHelp(brand, STUCK, 'one'),
    submitHelp(brand, 'And nobody answers me there.', 'two'),
  ]);
  expect(first.filter((one) => one.joined).length).toBeLessThanOrEqual(2);
  expect(await submitHelp(await member(world, brand, 'manager', 'Mia'), 'I am from the same team.')).toMatchObject({
    joined: true,
  });
  expect(await casesOf()).toHaveLength(1);
  expect((await helpOf(world.as(brand), { contractId: deal.contractId })).messages).toHaveLength(3);
});

test('both sides of a case see the day by which it is answered: the time of the terms after the first unanswered message', async () => {
  const DAY_MS = 86_400_000;
  const dueOf = async () =>
    (await openHelp(world.as(staff), { limit: 100 })).items.find((one) => one.contractId === deal.contractId)?.answerBy;
  const { answerBy, messages } = await submitHelp(brand);
  expect(answerBy).toEqual(new Date(messages[0]!.at.getTime() + 30 * DAY_MS));
  expect((await submitHelp(brand, 'I have one more question.')).answerBy).toEqual(answerBy);
  expect(await dueOf()).toEqual(answerBy);

  const [one] = (await openHelp(world.as(staff), { limit: 100 })).items.filter(
    (open) => open.contractId === deal.contractId,
  );
  await answerHelp(world.as(staff), { caseId: one!.caseId, body: 'We look at it.', close: false });
  expect(await dueOf()).toBeNull();
  expect(await helpOf(world.as(brand), { contractId: deal.contractId })).toMatchObject({ open: true, answerBy: null });

  const again = await submitHelp(brand, 'That does not answer it.');
  expect(again.answerBy).toEqual(new Date(again.messages.at(-1)!.at.getTime() + 30 * DAY_MS));
});

test('the answer of an operator goes by mail to every user of the case and is on their page; after the case is closed a new one opens', async () => {
  const mate = await member(world, brand, 'manager', 'Mia');
  await submitHelp(brand);
  await submitHelp(mate, 'I am from the same team.');
  const [one] = (await openHelp(world.as(staff), { limit: 100 })).items.filter(
    (open) => open.contractId === deal.contractId,
  );
  await answerHelp(world.as(staff), {
    caseId: one!.caseId,
    body: 'We looked at it: the logo is in the brief.',
    close: true,
  });
  const left = (await openHelp(world.as(staff), { limit: 100 })).items;
  expect(left.some((open) => open.caseId === one!.caseId)).toBe(false);
  expect((await mails()).map((mail) => [mail.to_address, mail.user_id])).toEqual(
    [
      [brand.email, brand.userId],
      [mate.email, mate.userId],
    ].toSorted(),
  );
  expect((await mails())[0]!.data).toMatchObject({
    title: 'Autumn menu',
    answer: 'We looked at it: the logo is in the brief.',
  });
  expect(await helpOf(world.as(brand), { contractId: deal.contractId })).toMatchObject({
    open: false,
    messages: [{}, {}, { fromStaff: true, authorName: 'Sam' }],
  });
  expect(await code(answerHelp(world.as(staff), { caseId: one!.caseId, body: 'Once more', close: false }))).toBe(
    'not_found',
  );
  expect(await submitHelp(brand, 'It happened again, I am afraid.')).toMatchObject({ joined: false, open: true });
  expect((await casesOf()).map((row) => row.state)).toEqual(['closed', 'open']);
});

test('only a party with the right to write and a verified mailbox may open a case', async () => {
  const stranger = await createOrg(world, 'brand', 'Stranger');
  expect(await code(submitHelp(stranger))).toBe('not_found');
  expect(await code(helpOf(world.as(stranger), { contractId: deal.contractId }))).toBe('not_found');
  expect(await code(submitHelp(await member(world, brand, 'viewer', 'Vera')))).toBe('auth.not_allowed');
  expect(await code(submitHelp({ ...creator, emailVerified: false }))).toBe('auth.mailbox_unverified');
});

test('an erasure deletes the words and the name; the case stays', async () => {
  await submitHelp(creator);
  await withTx(world.system(), (tx) => eraseFromHelp(tx, { userId: creator.userId, name: 'Deleted account 123456' }));
  const rows = await world.owner
    .selectFrom('help_messages')
    .select(['body', 'author_user', 'author_name'])
    .where('contract_id', '=', deal.contractId)
    .execute();
  expect(rows).toEqual([{ body: '', author_user: null, author_name: 'Deleted account 123456' }]);
});
