import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { OrgActor } from '../../../../server/context.ts';
import { newId } from '../../../../server/core/ids.ts';
import { assignReviewer, reviewerOf } from '../../../../server/features/content/assignments.ts';
import { addComment, markBriefItem, setResolved } from '../../../../server/features/content/comments.ts';
import { approvedList, queueCounts, reviewQueue } from '../../../../server/features/content/queue.ts';
import {
  removeFile,
  reviewOf,
  saveSubmission,
  startSubmission,
  submit,
} from '../../../../server/features/content/service.ts';
import { receiveFile } from '../../../../server/features/content/uploads.ts';
import { dealFor } from '../../../../server/features/escrow/deals/deal.ts';
import { requestChanges } from '../../../../server/features/escrow/review/service.ts';
import { insertDealRows, type DealRows } from '../../../support/deal-rows.ts';
import { createOrg, createTestWorld, member, type TestWorld } from '../../../support/people.ts';
import { mp4, png } from './samples.ts';

let world: TestWorld;
let brand: OrgActor;
let reviewer: OrgActor;
let creator: OrgActor;
let stranger: OrgActor;
let deal: DealRows;

beforeAll(async () => {
  world = await createTestWorld('review');
  brand = await createOrg(world, 'brand', 'Lumen');
  reviewer = await member(world, brand, 'reviewer', 'Inès');
  creator = await createOrg(world, 'creator', 'Maya');
  stranger = await createOrg(world, 'creator', 'Stranger');
});
afterAll(() => world?.close());
beforeEach(async () => {
  deal = await insertDealRows(world, brand, creator);
});

const version = async () =>
  (
    await world.owner
      .selectFrom('milestones')
      .select('version')
      .where('id', '=', deal.milestoneId)
      .executeTakeFirstOrThrow()
  ).version;
const put = (submissionId: string, name: string, mime: string, bytes: Buffer) =>
  receiveFile(world.as(creator), { submissionId, name, declared: mime, body: Readable.from([bytes]) });
async function handIn(...files: [string, string, Buffer][]): Promise<string> {
  const draft = await startSubmission(world.as(creator), { milestoneId: deal.milestoneId });
  for (const [name, mime, bytes] of files) await put(draft.id, name, mime, bytes);
  await submit(world.as(creator), { submissionId: draft.id, version: await version() });
  return draft.id;
}
const code = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'no refusal',
    (e: { code?: string }) => e.code ?? String(e),
  );

/** A remark without a place. */
const plain = { fileId: null, atMs: null, x: null, y: null, briefItem: null };

describe('a draft', () => {
  test('is one, however often it is opened, and the creator alone sees it', async () => {
    const opened = await Promise.all(
      Array.from({ length: 6 }, () => startSubmission(world.as(creator), { milestoneId: deal.milestoneId })),
    );
    expect(new Set(opened.map((d) => d.id)).size).toBe(1);
    expect(opened[0]).toMatchObject({ n: 1, state: 'draft', files: [] });
    expect((await reviewOf(world.as(brand), { milestoneId: deal.milestoneId })).submissions).toEqual([]);
    expect((await reviewOf(world.as(creator), { milestoneId: deal.milestoneId })).submissions).toHaveLength(1);
    expect(await code(startSubmission(world.as(brand), { milestoneId: deal.milestoneId }))).toBe('not_found');
    expect(await code(startSubmission(world.as(stranger), { milestoneId: deal.milestoneId }))).toBe('not_found');
    expect(await code(reviewOf(world.as(stranger), { milestoneId: deal.milestoneId }))).toBe('not_found');
    expect(await code(reviewOf(world.as(brand), { milestoneId: newId() }))).toBe('not_found');
  });

  test('keeps what was typed, and loses a file on request', async () => {
    const draft = await startSubmission(world.as(creator), { milestoneId: deal.milestoneId });
    const file = await put(draft.id, 'a.png', 'image/png', png());
    const saved = await saveSubmission(world.as(creator), {
      submissionId: draft.id,
      caption: 'Collaboration commerciale',
      note: 'Sound on',
    });
    expect(saved).toMatchObject({ caption: 'Collaboration commerciale', note: 'Sound on', files: [{ id: file.id }] });
    expect((await removeFile(world.as(creator), { fileId: file.id })).files).toEqual([]);
    expect(await code(removeFile(world.as(creator), { fileId: file.id }))).toBe('not_found');
  });

  test('cannot be handed in empty, nor begun where nothing is to be delivered', async () => {
    const draft = await startSubmission(world.as(creator), { milestoneId: deal.milestoneId });
    expect(await code(submit(world.as(creator), { submissionId: draft.id, version: await version() }))).toBe(
      'escrow.nothing_submitted',
    );
    const unfunded = await insertDealRows(world, brand, creator, 'awaiting_funding');
    expect(await code(startSubmission(world.as(creator), { milestoneId: unfunded.milestoneId }))).toBe('state.wrong');
  });
});

describe('handing in', () => {
  test('starts the review once, though it is clicked eight times at once', async () => {
    const draft = await startSubmission(world.as(creator), { milestoneId: deal.milestoneId });
    await put(draft.id, 'a.png', 'image/png', png());
    const seen = await version();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => submit(world.as(creator), { submissionId: draft.id, version: seen })),
    );
    for (const review of answers) {
      expect(review.milestone.state).toBe('delivered');
      expect(review.submissions[0]).toMatchObject({ id: draft.id, state: 'submitted', n: 1 });
    }
    const events = await world.owner
      .selectFrom('escrow_events')
      .select('type')
      .where('contract_id', '=', deal.contractId)
      .execute();
    expect(events).toEqual([{ type: 'submitted' }]);
    const signals = await world.owner
      .selectFrom('workflow_outbox')
      .select('dedupe_key')
      .where('workflow_id', '=', `escrow/${deal.milestoneId}`)
      .where('kind', '=', 'signal')
      .execute();
    expect(signals).toHaveLength(1);
  });

  test('with an older page than the deal answers so, and nothing is submitted', async () => {
    const draft = await startSubmission(world.as(creator), { milestoneId: deal.milestoneId });
    await put(draft.id, 'a.png', 'image/png', png());
    expect(await code(submit(world.as(creator), { submissionId: draft.id, version: (await version()) + 1 }))).toBe(
      'state.changed',
    );
    expect((await reviewOf(world.as(creator), { milestoneId: deal.milestoneId })).submissions[0]).toMatchObject({
      state: 'draft',
    });
  });

  test('closes the draft: nothing is added, changed or taken out afterwards', async () => {
    const id = await handIn(['a.png', 'image/png', png()]);
    const { submissions } = await reviewOf(world.as(brand), { milestoneId: deal.milestoneId });
    expect(submissions[0]!.files).toHaveLength(1);
    expect(await code(put(id, 'b.png', 'image/png', png()))).toBe('state.wrong');
    expect(await code(saveSubmission(world.as(creator), { submissionId: id, caption: '', note: '' }))).toBe(
      'state.changed',
    );
    expect(await code(removeFile(world.as(creator), { fileId: submissions[0]!.files[0]!.id }))).toBe('state.changed');
    expect(await code(startSubmission(world.as(creator), { milestoneId: deal.milestoneId }))).toBe('state.wrong');
  });
});

describe('comments', () => {
  test('at a moment, at a place, on the whole; settled and opened again', async () => {
    const id = await handIn(['reel.mp4', 'video/mp4', mp4()], ['still.png', 'image/png', png()]);
    const [{ files = [] } = {}] = (await reviewOf(world.as(reviewer), { milestoneId: deal.milestoneId })).submissions;
    const [video, still] = files;
    await addComment(world.as(reviewer), {
      ...plain,
      submissionId: id,
      body: 'Shop front earlier',
      fileId: video!.id,
      atMs: 2_400,
      briefItem: 'The shop front in the first seconds',
    });
    await addComment(world.as(reviewer), {
      ...plain,
      submissionId: id,
      body: 'Straighten this',
      fileId: still!.id,
      x: 0.25,
      y: 0.75,
    });
    const reply = await addComment(world.as(creator), { ...plain, submissionId: id, body: 'Will do' });
    expect(reply).toMatchObject({ authorSide: 'creator', authorName: 'Maya', mine: true });
    const { comments } = (await reviewOf(world.as(brand), { milestoneId: deal.milestoneId })).submissions[0]!;
    expect(comments.map((c) => [c.authorName, c.authorSide, c.mine, c.atMs, c.x, c.y])).toEqual([
      ['Inès', 'brand', false, 2400, null, null],
      ['Inès', 'brand', false, null, 0.25, 0.75],
      ['Maya', 'creator', false, null, null, null],
    ]);
    const settled = await setResolved(world.as(creator), { commentId: comments[0]!.id, resolved: true });
    expect(settled.resolvedAt).toBeInstanceOf(Date);
    expect(
      (await setResolved(world.as(reviewer), { commentId: comments[0]!.id, resolved: false })).resolvedAt,
    ).toBeNull();
    expect(await code(setResolved(world.as(stranger), { commentId: comments[0]!.id, resolved: true }))).toBe(
      'not_found',
    );
  });

  test('a moment needs a video, a place a picture, a file belongs to the work', async () => {
    const id = await handIn(['reel.mp4', 'video/mp4', mp4()], ['still.png', 'image/png', png()]);
    const [video, still] = (await reviewOf(world.as(brand), { milestoneId: deal.milestoneId })).submissions[0]!.files;
    const comment = (more: Partial<Parameters<typeof addComment>[1]>) =>
      code(addComment(world.as(brand), { ...plain, submissionId: id, body: 'Hm', ...more }));
    expect(await comment({ atMs: 10 })).toBe('input.invalid');
    expect(await comment({ fileId: still!.id, atMs: 10 })).toBe('input.invalid');
    expect(await comment({ fileId: video!.id, x: 0.5, y: 0.5 })).toBe('input.invalid');
    expect(await comment({ fileId: still!.id, x: 0.5 })).toBe('input.invalid');
    expect(await comment({ fileId: newId() })).toBe('not_found');
    expect(await code(addComment(world.as(stranger), { ...plain, submissionId: id, body: 'Hm' }))).toBe('not_found');
  });

  test('go to the latest version only, and once per request', async () => {
    const first = await handIn(['a.png', 'image/png', png()]);
    await requestChanges(world.as(brand), {
      milestoneId: deal.milestoneId,
      version: await version(),
      reason: 'The shop front is missing',
      briefItems: ['The shop front in the first seconds'],
    });
    const second = await handIn(['b.png', 'image/png', png()]);
    expect(await code(addComment(world.as(brand), { ...plain, submissionId: first, body: 'Too late' }))).toBe(
      'comment.not_latest',
    );
    await Promise.all(
      Array.from({ length: 5 }, () =>
        addComment(world.as(brand, { requestKey: 'one' }), { ...plain, submissionId: second, body: 'Better' }),
      ),
    );
    const { submissions } = await reviewOf(world.as(brand), { milestoneId: deal.milestoneId });
    expect(submissions.map((s) => [s.n, s.state, s.comments.length])).toEqual([
      [2, 'submitted', 1],
      [1, 'changes_requested', 0],
    ]);
    expect(submissions[1]).toMatchObject({
      reason: 'The shop front is missing',
      briefItems: ['The shop front in the first seconds'],
      decidedByName: 'Lumen',
    });
  });
});

test('the queue shows each side its own work first, with a thumbnail', async () => {
  const other = await createOrg(world, 'brand', 'Other');
  const waiting = await insertDealRows(world, other, creator);
  deal = await insertDealRows(world, other, creator);
  await handIn(['a.png', 'image/png', png()]);
  const queue = async (who: OrgActor) => [
    ...(await reviewQueue(world.as(who), { turn: 'mine' })).items,
    ...(await reviewQueue(world.as(who), { turn: 'theirs' })).items,
  ];
  const forBrand = await queue(other);
  expect(await queueCounts(world.as(other))).toEqual({ mine: 1, theirs: 1 });
  expect(forBrand.map((q) => [q.milestoneId, q.turn, q.submissionN])).toEqual([
    [deal.milestoneId, 'brand', 1],
    [waiting.milestoneId, 'creator', 0],
  ]);
  expect(forBrand[0]).toMatchObject({
    state: 'delivered',
    amount: 40_000,
    currency: 'EUR',
    counterpart: { name: 'Maya' },
    thumbnail: { name: 'a.png' },
    dealTitle: 'Autumn menu',
  });
  const forCreator = (await queue(creator)).filter((q) => q.counterpart.orgId === other.orgId);
  expect(forCreator.map((q) => q.milestoneId)).toEqual([waiting.milestoneId, deal.milestoneId]);
  expect(await reviewQueue(world.as(stranger))).toEqual({ items: [], next: null });
});

describe('the brief', () => {
  const [DRINKS, FRONT] = ['All three drinks shown', 'The shop front in the first seconds'] as const;
  const marks = async (who: OrgActor) =>
    (await reviewOf(world.as(who), { milestoneId: deal.milestoneId })).submissions.map((s) => [s.n, s.marks]);

  test('is judged by the brand alone, item by item, for the version under review; nothing is met by itself', async () => {
    const id = await handIn(['a.png', 'image/png', png()]);
    expect(await marks(creator)).toEqual([[1, []]]);
    await markBriefItem(world.as(reviewer), { submissionId: id, item: DRINKS, mark: 'met' });
    await markBriefItem(world.as(brand), { submissionId: id, item: FRONT, mark: 'met' });
    await markBriefItem(world.as(brand), { submissionId: id, item: FRONT, mark: 'asked' });
    expect(await marks(creator)).toEqual([
      [
        1,
        [
          { item: DRINKS, mark: 'met' },
          { item: FRONT, mark: 'asked' },
        ],
      ],
    ]);
    expect((await markBriefItem(world.as(brand), { submissionId: id, item: DRINKS, mark: null })).marks).toEqual([
      { item: FRONT, mark: 'asked' },
    ]);
    expect(
      await code(markBriefItem(world.as(brand), { submissionId: id, item: 'Not in the brief', mark: 'met' })),
    ).toBe('input.invalid');
    for (const other of [creator, stranger])
      expect(await code(markBriefItem(world.as(other), { submissionId: id, item: DRINKS, mark: 'met' }))).toBe(
        'not_found',
      );
    const viewer = await member(world, brand, 'viewer', 'Vera');
    expect(await code(markBriefItem(world.as(viewer), { submissionId: id, item: DRINKS, mark: 'met' }))).toBe(
      'auth.not_allowed',
    );
  });

  test('a change request marks what it cites as requested, keeps what was met, and the next version begins unjudged', async () => {
    const id = await handIn(['a.png', 'image/png', png()]);
    await markBriefItem(world.as(brand), { submissionId: id, item: DRINKS, mark: 'met' });
    await requestChanges(world.as(brand), {
      milestoneId: deal.milestoneId,
      version: await version(),
      reason: 'Where are we?',
      briefItems: [FRONT],
      label: true,
    });
    expect(await code(markBriefItem(world.as(brand), { submissionId: id, item: FRONT, mark: 'met' }))).toBe(
      'state.changed',
    );
    await handIn(['b.png', 'image/png', png()]);
    expect(await marks(creator)).toEqual([
      [2, []],
      [
        1,
        [
          { item: DRINKS, mark: 'met' },
          { item: FRONT, mark: 'asked' },
        ],
      ],
    ]);
    expect((await reviewOf(world.as(creator), { milestoneId: deal.milestoneId })).submissions[1]).toMatchObject({
      briefItems: [FRONT],
      citesLabel: true,
    });
  });

  test('several items, the label and the brand’s own comments make a request; words may then be left out, but not everything', async () => {
    const id = await handIn(['a.png', 'image/png', png()]);
    const own = await addComment(world.as(brand), {
      ...plain,
      submissionId: id,
      body: 'The third drink is cut off',
      briefItem: DRINKS,
    });
    const theirs = await addComment(world.as(creator), { ...plain, submissionId: id, body: 'I know' });
    const sendBack = async (more: object) =>
      requestChanges(world.as(brand), { milestoneId: deal.milestoneId, version: await version(), ...more });
    expect(await code(sendBack({ reason: 'Again, please' }))).toBe('input.invalid');
    expect(await code(sendBack({ briefItems: [DRINKS] }))).toBe('input.invalid');
    expect(await code(sendBack({ briefItems: [DRINKS], commentIds: [theirs.id, newId()] }))).toBe('input.invalid');
    await sendBack({ briefItems: [DRINKS, FRONT], commentIds: [own.id, theirs.id] });
    const { submissions } = await reviewOf(world.as(creator), { milestoneId: deal.milestoneId });
    expect(submissions[0]).toMatchObject({
      state: 'changes_requested',
      reason: '',
      briefItems: [DRINKS, FRONT],
      citedComments: [own.id],
    });
    const deals = await dealFor(world.as(creator), { contractId: deal.contractId });
    expect(deals.timeline.at(-1)?.data['reason']).toBe('The third drink is cut off');
  });
});

test('a remark is answered under it, also on an older version; an answer to an answer belongs to the same remark', async () => {
  const first = await handIn(['a.png', 'image/png', png()]);
  const remark = await addComment(world.as(brand), { ...plain, submissionId: first, body: 'Brighter, please' });
  await requestChanges(world.as(brand), {
    milestoneId: deal.milestoneId,
    version: await version(),
    reason: 'See the remark',
    briefItems: ['All three drinks shown'],
  });
  const second = await handIn(['b.png', 'image/png', png()]);
  const answer = await addComment(world.as(creator), {
    ...plain,
    submissionId: first,
    body: 'It was a cloudy day',
    replyTo: remark.id,
  });
  const again = await addComment(world.as(brand), { ...plain, submissionId: first, body: 'I see', replyTo: answer.id });
  expect([answer.replyTo, again.replyTo]).toEqual([remark.id, remark.id]);
  expect(
    await code(addComment(world.as(brand), { ...plain, submissionId: second, body: 'Elsewhere', replyTo: remark.id })),
  ).toBe('not_found');
  expect(
    await code(addComment(world.as(stranger), { ...plain, submissionId: first, body: 'Hello', replyTo: remark.id })),
  ).toBe('not_found');
});

describe('accepted work', () => {
  test('is listed for both sides, the last first, page by page, with who accepted it; never for others', async () => {
    const [lumen, maya] = [await createOrg(world, 'brand', 'Rosa'), await createOrg(world, 'creator', 'Kim')];
    const accepted: string[] = [];
    for (const state of ['approved', 'auto_approved', 'approved', 'changes_requested'] as const) {
      const own = await insertDealRows(world, lumen, maya);
      const draft = await startSubmission(world.as(maya), { milestoneId: own.milestoneId });
      await receiveFile(world.as(maya), {
        submissionId: draft.id,
        name: 'a.png',
        declared: 'image/png',
        body: Readable.from([png()]),
      });
      await world.owner
        .updateTable('submissions')
        .set({ state, decided_at: new Date(Date.UTC(2026, 10, 1 + accepted.length)) })
        .where('id', '=', draft.id)
        .execute();
      if (state !== 'changes_requested') accepted.unshift(own.milestoneId);
    }
    const first = await approvedList(world.as(lumen), { limit: 2 });
    expect(first.items.map((i) => [i.milestoneId, i.byClock, i.files.length, i.counterpart.name])).toEqual([
      [accepted[0], false, 1, 'Kim'],
      [accepted[1], true, 1, 'Kim'],
    ]);
    const second = await approvedList(world.as(lumen), { limit: 2, after: first.next! });
    expect([second.items.map((i) => i.milestoneId), second.next]).toEqual([[accepted[2]], null]);
    expect(
      (await approvedList(world.as(maya), { limit: 25 })).items.map((i) => [i.milestoneId, i.counterpart.name]),
    ).toEqual(accepted.map((id) => [id, 'Rosa']));
    expect((await approvedList(world.as(stranger), { limit: 25 })).items).toEqual([]);
  });
});

test('work is assigned to a member who may approve it; one who left or may no longer approve counts as none', async () => {
  await handIn(['a.png', 'image/png', png()]);
  const { milestoneId } = deal;
  const assign = (who: OrgActor, userId: string | null) => assignReviewer(world.as(who), { milestoneId, userId });
  const named = async (who: OrgActor) =>
    (await reviewQueue(world.as(who), { turn: who === creator ? 'theirs' : 'mine', limit: 100 })).items.find(
      (item) => item.milestoneId === milestoneId,
    )?.reviewer;
  expect(await code(assign(brand, stranger.userId))).toBe('input.invalid');
  expect(await code(assign(creator, null))).toBe('not_found');
  expect(await assign(brand, reviewer.userId)).toMatchObject({ assigned: { name: 'Inès' }, can: true });
  expect([await named(brand), await named(creator)]).toEqual(['Inès', null]);
  const { items } = await reviewQueue(world.as(reviewer), { assigned: true });
  expect(items.map((item) => item.milestoneId)).toEqual([milestoneId]);
  const setRole = (role: 'reviewer' | 'viewer') =>
    world.owner.updateTable('org_members').set({ role }).where('user_id', '=', reviewer.userId).execute();
  await setRole('viewer');
  expect(await named(brand)).toBeNull();
  expect((await reviewerOf(world.as(brand), { milestoneId })).assigned).toBeNull();
  await setRole('reviewer');
  await assign(brand, null);
  expect((await reviewQueue(world.as(reviewer), { assigned: true })).items).toEqual([]);
});
