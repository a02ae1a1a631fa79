import { describe, expect, test } from 'vitest';
import { SHIPPED_POST_CLOCKS } from '../../../../server/features/policies/rules.ts';
import { accountsFor } from '../../../../server/features/publications/authors/rules.ts';
import { postIdOf, readPostLink } from '../../../../server/features/publications/links/rules.ts';
import {
  afterDecision,
  afterLook,
  endNotice,
  linkRefusal,
  looksOf,
  publishFrom,
  settledBy,
  silenceCounts,
  verdictOf,
  type PostFacts,
  type Seen,
} from '../../../../server/features/publications/rules.ts';
import { dealTermsOf, dealTermsWith } from '../../../support/deal-terms.ts';
import type { MilestoneState } from '../../../../server/features/escrow/schema.ts';
import type { DealTerms } from '../../../../server/features/terms/schema.ts';
import type { Outcome, Verdict } from '../../../../server/features/publications/schema.ts';

const HOUR = 3_600_000;
const START = new Date('2027-03-01T12:00:00Z');
const at = (hours: number) => new Date(START.getTime() + hours * HOUR);

test('a link is reduced to its post, and whatever names none is refused by its kind', () => {
  const url = (text: string) => {
    const link = readPostLink(text);
    return typeof link === 'string' ? link : `${link.platform} ${link.url} ${link.handle ?? '–'}`;
  };
  expect(
    [
      'https://www.instagram.com/Maya.Cooks/reel/Cx12_ab-9/?igsh=abc#x',
      'instagram.com/p/Cx12ab9',
      'https://m.tiktok.com/@Maya/video/7312345678901234567?lang=fr',
      'https://youtu.be/abcDEF12345?t=3',
      'https://www.youtube.com/shorts/abcDEF12345',
      'https://maya.blog/2027/autumn#comments',
      'https://www.instagram.com/maya.cooks/',
      'https://www.instagram.com/stories/maya/123/',
      'https://vm.tiktok.com/ZMabc/',
      'https://maya.blog/',
      'ftp://maya.blog/post',
      'my newest reel',
      'https://127.0.0.1/p/x',
      'https://0x7f.1/p/x',
      'https://[::1]/x',
      'https://localhost/x',
      'https://files.internal/x',
      'https://maya:pw@maya.blog/x',
      'https://maya.blog:8443/x',
    ].map(url),
  ).toEqual([
    'instagram https://www.instagram.com/reel/Cx12_ab-9/ maya.cooks',
    'instagram https://www.instagram.com/p/Cx12ab9/ –',
    'tiktok https://www.tiktok.com/@maya/video/7312345678901234567 maya',
    'youtube https://www.youtube.com/watch?v=abcDEF12345 –',
    'youtube https://www.youtube.com/watch?v=abcDEF12345 –',
    'blog https://maya.blog/2027/autumn maya.blog',
    'no_post',
    'story',
    'short_link',
    'no_post',
    'not_a_link',
    'not_a_link',
    'not_public',
    'not_public',
    'not_public',
    'not_public',
    'not_public',
    'not_public',
    'not_public',
  ]);
});

test('the addresses of one post have one id, those of two posts two', () => {
  const id = (text: string) => {
    const link = readPostLink(text);
    return typeof link === 'string' ? link : postIdOf(link);
  };
  for (const form of ['p', 'reel', 'reels', 'tv', 'maya.cooks/reel'])
    expect(id(`https://www.instagram.com/${form}/Cx12_ab-9/?igsh=abc`)).toBe('Cx12_ab-9');
  expect(['https://youtu.be/-abcDEF1234', 'https://www.youtube.com/shorts/-abcDEF1234'].map(id)).toEqual([
    '-abcDEF1234',
    '-abcDEF1234',
  ]);
  expect(id('https://m.tiktok.com/@Maya/video/7312345678901234567?lang=fr')).toBe('7312345678901234567');
  expect(id('https://maya.blog/?p=12')).not.toBe(id('https://maya.blog/?p=13'));
});

const post = (more: Partial<Extract<Seen, { kind: 'post' }>> = {}): Seen => ({
  kind: 'post',
  author: 'maya',
  text: 'Coffee at noon #AD',
  cut: false,
  digest: 'one',
  published: [],
  mentioned: [],
  ...more,
});
const expected = { handles: ['maya'], claimed: [], label: '#ad', digest: null, publishFrom: null, now: START };

test('a page is judged by author, label and text; only a statement that it is gone counts as removed', () => {
  const judge = (seen: Seen, digest: string | null = null, handles = ['maya']) =>
    verdictOf(seen, { ...expected, handles, digest }).outcome;
  expect([
    judge(post()),
    judge(post(), 'one'),
    judge(post({ digest: 'two' }), 'one'),
    judge(post({ author: 'mia' })),
    judge(post({ text: 'Coffee at noon' })),
    judge(post({ text: 'Coffee at noo…', cut: true })),
    judge(post({ author: null })),
    judge(post(), null, []),
    judge({ kind: 'gone' }),
    judge({ kind: 'unreachable', why: 'timeout' }),
    judge({ kind: 'unreachable', why: 'sign_in' }),
    judge({ kind: 'unreachable', why: 'error' }),
  ]).toEqual([
    'live',
    'live',
    'changed',
    'wrong_author',
    'no_disclosure',
    'unclear',
    'unclear',
    'unclear',
    'removed',
    'unreachable',
    'unreachable',
    'unreachable',
  ]);
});

test('a post that its page dates before the signature is a fault, with a day for time zones; days that cannot be true do not count', () => {
  const from = publishFrom({ signed_at: START });
  expect(from).toEqual(at(-24));
  const judge = (hours: readonly number[], more: Partial<typeof expected> & { publishFrom?: Date | null } = {}) => {
    const verdict = verdictOf(post({ published: hours.map(at) }), { ...expected, publishFrom: from, ...more });
    return 'why' in verdict ? `${verdict.outcome} ${verdict.why}` : verdict.outcome;
  };
  const century = -100 * 365 * 24;
  expect([judge([]), judge([-24]), judge([-23]), judge([12])], 'from the day before on').toEqual(Array(4).fill('live'));
  expect(judge([-24.01])).toBe('published_before');
  expect(judge([-48, -72]), 'every day that it states').toBe('published_before');
  expect(judge([-48, 1]), 'days that contradict each other').toBe('unclear dates');
  expect(judge([25]), 'a day to come').toBe('live');
  expect(judge([25, -48]), 'beside a day to come').toBe('published_before');
  expect(judge([century]), 'a day that no page can know').toBe('live');
  expect(judge([-48], { publishFrom: null }), 'the brand let it count').toBe('live');
  expect(judge([-48], { handles: ['mia'] }), 'of another author').toBe('wrong_author');
  expect(verdictOf(post({ published: [at(-72), at(-48)] }), { ...expected, publishFrom: from })).toMatchObject({
    at: at(-48),
  });
  const mentions = (hours: readonly number[]) => {
    const verdict = verdictOf(post({ mentioned: hours.map(at) }), { ...expected, publishFrom: from });
    return 'why' in verdict ? `${verdict.outcome} ${verdict.why}` : verdict.outcome;
  };
  expect([mentions([-48, -72]), mentions([-48, 1])], 'days that may be those of comments').toEqual(
    Array(2).fill('unclear dates'),
  );
  expect(mentions([1])).toBe('live');
  expect(publishFrom({ signed_at: null })).toBeNull();
});

test('a post may be by an account of the signature or one that is connected; one that was entered later is for the brand to judge', () => {
  const own = (handle: string, connected = false) => ({ platform: 'instagram' as const, handle, connected });
  type Own = ReturnType<typeof own>[];
  const of = (signed: Own | null, now: Own, brand: Own | null = null) => {
    const { handles, claimed } = accountsFor('instagram', { signed: { creator: signed, brand }, now });
    return { handles, claimed };
  };
  expect(of([own('maya')], [own('maya')])).toEqual({ handles: ['maya'], claimed: [] });
  expect(of([own('maya')], [own('mia')]), 'entered in its place').toEqual({ handles: ['maya'], claimed: ['mia'] });
  expect(of([own('maya')], [own('mia', true)]), 'connected').toEqual({ handles: ['mia', 'maya'], claimed: [] });
  expect(of([own('maya', true)], [own('mia')]), 'beside a proven one').toEqual({ handles: ['maya'], claimed: [] });
  expect(of([own('maya', true), own('mia')], []), 'both stood there').toEqual({
    handles: ['maya', 'mia'],
    claimed: [],
  });
  expect(of([own('maya'), own('mia')], [], [own('maya')]), 'entered between the signatures').toEqual({
    handles: ['maya'],
    claimed: ['mia'],
  });
  expect(of([own('maya')], [own('maya'), own('mia')], [own('mia'), own('maya')])).toEqual({
    handles: ['maya'],
    claimed: ['mia'],
  });
  expect(of([own('maya', true)], [], []), 'proven, which the brand does not read').toEqual({
    handles: ['maya'],
    claimed: [],
  });
  expect(of([], [own('mia')]), 'none then').toEqual({ handles: [], claimed: ['mia'] });
  expect(of(null, [own('mia')]), 'not kept then').toEqual({ handles: ['mia'], claimed: [] });
  expect(of(null, [own('maya', true), own('mia')]), 'not kept, beside a proven one').toEqual({
    handles: ['maya'],
    claimed: [],
  });
  const elsewhere = { signed: { creator: [own('maya')], brand: null }, now: [own('mia')] };
  expect(accountsFor('tiktok', elsewhere)).toEqual({
    handles: [],
    claimed: [],
    proven: false,
  });
  const why = (author: string) => {
    const verdict = verdictOf(post({ author }), { ...expected, claimed: ['mia'] });
    return 'why' in verdict ? verdict.why : verdict.outcome;
  };
  expect([why('maya'), why('mia'), why('zoe')]).toEqual(['live', 'account', 'wrong_author']);
  expect(verdictOf(post({ author: 'zoe' }), { ...expected, handles: [], claimed: ['mia'] }).outcome).toBe(
    'wrong_author',
  );
  expect(verdictOf(post({ author: 'mia' }), { ...expected, handles: ['mia'], claimed: ['mia'] }).outcome).toBe('live');
  expect(verdictOf(post({ author: 'mia', text: 'Coffee' }), { ...expected, claimed: ['mia'] }).outcome).toBe(
    'no_disclosure',
  );
});

test('what the brand lets count settles account and day for good, and nothing else of the page', () => {
  const of = (outcome: Outcome, detail: string | null) =>
    settledBy({ outcome, detail, handles: ['maya'], claimed: ['mia'] });
  expect(of('unclear', 'account')).toEqual({ handles: ['maya', 'mia'], claimed: [] });
  expect(of('unclear', 'dates')).toEqual({ publish_from: null });
  expect(of('published_before', at(-48).toISOString())).toEqual({ publish_from: null });
  expect([of('unclear', 'cut'), of('changed', null), of('removed', null)]).toEqual([null, null, null]);
});

const clocks = SHIPPED_POST_CLOCKS;
const looks = looksOf({ linkedAt: START, retentionEndsAt: at(30 * 24), clocks });
const facts = (more: Partial<PostFacts> = {}): PostFacts => ({
  state: 'watching',
  looksDone: 0,
  misses: 0,
  digest: null,
  passedAt: null,
  decideUntil: null,
  accepted: null,
  ...more,
});
const live: Verdict = { outcome: 'live', digest: 'one' };
const away: Verdict = { outcome: 'unreachable', why: 'timeout' };
const look = (of: PostFacts, verdict: Verdict, hours: number) =>
  afterLook(of, verdict, { looks, clocks, now: at(hours) });

test('looks are after 1 h, 24 h, 7 days and at the end of the retention, which ends them', () => {
  expect(looks).toEqual([at(1), at(24), at(168), at(720)]);
  expect(looksOf({ linkedAt: START, retentionEndsAt: at(48), clocks })).toEqual([at(1), at(24), at(48)]);
  expect(looksOf({ linkedAt: START, retentionEndsAt: null, clocks })).toHaveLength(3);
  expect(look(facts(), live, 1)).toMatchObject({ state: 'watching', looksDone: 1, nextCheckAt: at(24), digest: 'one' });
  expect(look(facts({ looksDone: 3 }), live, 720)).toMatchObject({ state: 'kept', nextCheckAt: null });
  // After an outage the looks that were missed are one.
  expect(look(facts(), live, 200)).toMatchObject({ looksDone: 3, nextCheckAt: at(720) });
});

test('a page without an answer is tried again, then the brand decides; the end of its time counts as live', () => {
  expect(look(facts(), away, 1)).toMatchObject({ state: 'watching', misses: 1, nextCheckAt: at(2), looksDone: 0 });
  const asked = look(facts({ misses: 2 }), away, 3);
  expect(asked).toMatchObject({ state: 'undecided', nextCheckAt: null, decideUntil: at(75) });
  const waiting = facts({ ...asked, accepted: null });
  expect(look(waiting, away, 20)).toMatchObject({ state: 'undecided', decideUntil: at(75) });
  expect(look(waiting, live, 20)).toMatchObject({ state: 'watching', decideUntil: null });
  expect(afterDecision(waiting, true, { looks, now: at(75) })).toMatchObject({ state: 'watching', passedAt: at(75) });
  expect(afterDecision(waiting, false, { looks, now: at(5) })).toMatchObject({ state: 'failing', passedAt: null });
});

test('a fault keeps the looks going, at the last look it is for the brand to decide', () => {
  const removed: Verdict = { outcome: 'removed' };
  expect(look(facts(), removed, 24)).toMatchObject({ state: 'failing', nextCheckAt: at(168) });
  const last = look(facts({ looksDone: 3 }), removed, 720);
  expect(last).toMatchObject({ state: 'undecided', decideUntil: at(792) });
  expect(afterDecision(facts({ ...last }), false, { looks, now: at(721) })).toMatchObject({ state: 'ended' });
  expect(afterDecision(facts({ ...last }), true, { looks, now: at(721) })).toMatchObject({ state: 'kept' });
});

test('silence about a fault counts as live only where no money waits for the post, is disputed or clears by it', () => {
  const live = { releaseTrigger: 'on_live', release: { approvalBps: 0, liveBps: 10_000, holdbackBps: 0 } } as const;
  const counts = (outcome: Outcome | null, state: MilestoneState, release: Partial<DealTerms> = live) =>
    silenceCounts(outcome, {
      ...{ seq: 1, amount: 40_000, currency: 'EUR', state },
      terms: dealTermsWith([{ title: 'Reel', amount: 40_000, dueAt: START }], release),
    });
  for (const state of ['awaiting_live', 'retention', 'disputed', 'clearing'] as const)
    expect([
      counts('removed', state),
      counts('published_before', state),
      counts('unreachable', state),
      counts(null, state),
    ]).toEqual([false, false, true, true]);
  expect([counts('removed', 'released'), counts('removed', 'clearing', { releaseTrigger: 'on_approval' })]).toEqual([
    true,
    true,
  ]);
});

test('a post that ended without counting as live: both sides read whether its money waits, clears or is disputed', () => {
  const live = { releaseTrigger: 'on_live', release: { approvalBps: 0, liveBps: 10_000, holdbackBps: 0 } } as const;
  const read = (state: MilestoneState, fault = true) =>
    endNotice({
      ...{ seq: 1, amount: 40_000, currency: 'EUR', state },
      terms: dealTermsWith([{ title: 'Reel', amount: 40_000, dueAt: START }], live),
      post: {
        ...{ state: 'ended', fault, linkedAt: START, changedAt: START },
        ...{ passedAt: START, keepUntil: null, decideUntil: null },
      },
    });
  expect([read('awaiting_live'), read('retention')]).toEqual(['post_not_counted', 'post_not_counted']);
  expect(read('disputed')).toBe('post_not_counted_disputed');
  expect(read('clearing')).toBe('post_not_counted_clearing');
  expect(read('clearing', false), 'nothing to dispute').toBeNull();
  expect(read('released')).toBeNull();
});

test('what the brand let count as live is not decided again, but for a page that could not be seen at the end', () => {
  const edited: Verdict = { outcome: 'changed', digest: 'two' };
  const accepted = (outcome: 'changed' | 'unreachable') =>
    facts({ looksDone: 1, accepted: { outcome, digest: 'two' } });
  expect(look(accepted('changed'), edited, 24).state).toBe('watching');
  expect(look(accepted('changed'), { ...edited, digest: 'three' }, 24).state).toBe('undecided');
  expect(look(accepted('unreachable'), away, 24).state).toBe('watching');
  expect(look({ ...accepted('unreachable'), looksDone: 3, misses: 2 }, away, 720).state).toBe('undecided');
});

describe('the link of a post whose money waits', () => {
  const milestone = {
    state: 'awaiting_live',
    approved_at: START,
    deadline_at: at(7 * 24),
    hold_expires_at: at(60 * 24),
    post_extended_at: null,
    post_overdue_at: null,
    post_rested_ms: 0,
    clock_stopped_at: null,
    terms: { clocks: { ...dealTermsOf(1).clocks, posting: 'P7D', postGrace: 'PT72H' } },
  } as const;
  const failing = { passed_at: null, state: 'failing' } as const;
  const answers = (of: Parameters<typeof linkRefusal>[0], hours: number) =>
    [undefined, failing].map((post) => linkRefusal(of, post, at(hours)));

  test('is given or replaced up to the end of the grace period', () => {
    expect(answers(milestone, 10 * 24 - 1)).toEqual([null, null]);
    expect(answers(milestone, 10 * 24)).toEqual(['publication.too_late', 'publication.too_late']);
  });

  test('is not late while a hold stops the clock, nor in the time that is left after it', () => {
    const held = { ...milestone, clock_stopped_at: at(6 * 24) };
    expect(answers(held, 30 * 24)).toEqual([null, null]);
    // Two days after the hold of five: as the end of a hold writes it.
    const resumed = {
      ...milestone,
      deadline_at: at(12 * 24),
      hold_expires_at: at(65 * 24),
      post_rested_ms: 5 * 24 * HOUR,
    };
    expect(answers(resumed, 15 * 24 - 1)).toEqual([null, null]);
    expect(answers(resumed, 15 * 24)).toEqual(['publication.too_late', 'publication.too_late']);
  });
});
