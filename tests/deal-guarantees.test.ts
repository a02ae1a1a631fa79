import { expect, test } from 'vitest';
import { clocks } from '../server/features/terms/schema.ts';
import { LIMITED_ROLES } from '../server/features/orgs/rules.ts';
import { type Guarantee, withoutTest } from './support/guarantees.ts';

/*
 * Where each row of the table of cancellations, the end of each clock, the limit of each role and each job by clicking is
 * proven, by file and title. The clocks themselves are walked at −1 s, 0 and +1 s by `clocks.test.ts`.
 */

const ESCROW = 'server/features/escrow';
const DISPUTES = 'server/features/disputes/disputes.integration.test.ts';
const DISPUTE_ENDINGS = 'server/features/disputes/endings.integration.test.ts';
const REAL_LENGTH = 'workflows/deadlines.integration.test.ts';
/** For every state, side and kill fee: act, preview and signed clause agree. */
const EVERY_CANCELLATION = [
  `${ESCROW}/cancellation.integration.test.ts`,
  'a cancellation books what was announced, and what the signed clauses promise',
] as const;

const CANCELLATIONS: readonly Guarantee[] = [
  {
    row: 'unfunded',
    holds: 'before the signatures and before the money either side leaves without a cost',
    by: [
      EVERY_CANCELLATION,
      [
        'server/features/contracts/contracts.integration.test.ts',
        'is declined by a side before both signed: the other reads the reason, nothing is owed, the place is free',
      ],
    ],
  },
  {
    row: 'funded',
    holds: 'before a delivery all goes back, less the kill fee that a brand signed',
    by: [
      EVERY_CANCELLATION,
      [
        `${ESCROW}/lifecycle.integration.test.ts`,
        'cancelled before anything was submitted: full refund, by either side',
      ],
      [
        `${ESCROW}/lifecycle.integration.test.ts`,
        'a brand that cancels owes the kill fee both signed; the parts add up',
      ],
    ],
  },
  {
    row: 'submitted',
    holds: 'delivered work is not cancelled by one side: it is approved, divided by both, or disputed',
    by: [
      EVERY_CANCELLATION,
      [
        `${ESCROW}/cancel-requests.integration.test.ts`,
        'row 11: an accepted proposal shares what is held to the unit, as its preview said, after parts and with commission',
      ],
    ],
  },
  {
    row: 'approved',
    holds: 'approved work is paid: no side cancels it, and no dispute is opened about it',
    by: [
      EVERY_CANCELLATION,
      [
        `${ESCROW}/rules.test.ts`,
        'held money is disputed until it is approved, by the clock or by a person who may not release it',
      ],
    ],
  },
  {
    row: 'overdue',
    holds: 'work or a post that does not come goes back in full, by the brand or at the end of the grace',
    by: [
      EVERY_CANCELLATION,
      [`${ESCROW}/lifecycle.integration.test.ts`, 'nothing delivered: overdue, then refunded when the grace is over'],
      [
        `${ESCROW}/more-time.integration.test.ts`,
        'more time moves the end of the grace and the refund: work is taken until then, and at it the money goes back',
      ],
      [
        `${ESCROW}/live-release.integration.test.ts`,
        'a post that does not come is overdue: extended once or canceled by the brand, and the rest goes back to the cent',
      ],
    ],
  },
  {
    row: 'removed',
    holds:
      'a post that is removed while it has to stay up costs its holdback, and one removed before it was paid is disputed',
    by: [
      [
        `${ESCROW}/live-release.integration.test.ts`,
        'a post that stays removed: the holdback goes back after the time to dispute, at −1 s not, at 0 it does',
      ],
      [
        `${ESCROW}/live-release.integration.test.ts`,
        'a post removed while it has to stay up: the brand disputes $disputed of the holdback, and both settle',
      ],
      [
        `${ESCROW}/cleared-disputes.integration.test.ts`,
        'a post removed while its money clears: the brand is notified and disputes that part, what its approval released stays the creator’s',
      ],
      [
        `${ESCROW}/cleared-disputes.integration.test.ts`,
        'a release that meets the dispute at the end of the clearing: one of them has the money',
      ],
    ],
  },
  {
    row: 'stopped',
    holds:
      'an account on hold agrees nothing new; staff end what no side ends, and what is held goes to whoever it is decided for',
    by: [
      [
        'server/features/suspensions/suspensions.integration.test.ts',
        'a hold and an acceptance in the same instant end alike in either order: agreed before the hold, or refused by it',
      ],
      [DISPUTE_ENDINGS, 'a side that gives in pays or returns all of it, also one that was put on hold meanwhile'],
      [DISPUTE_ENDINGS, 'above the limit take two people, Trust and Finance; an appeal goes to others'],
      [
        'server/features/disputes/termination.integration.test.ts',
        'two staff members end %s work: both sides read why, nothing moves before they could appeal, then each has its share to the cent',
      ],
    ],
  },
];

const LIVE_RELEASE = `${ESCROW}/live-release.integration.test.ts`;
const CLOCKS: readonly Guarantee[] = [
  {
    row: 'offer',
    holds: 'an offer without an answer has expired; extended once, at the later end',
    by: [
      [REAL_LENGTH, 'an offer expires when its time to answer is over, after reminders a day and four hours before'],
      [
        'server/features/offers/offers.integration.test.ts',
        'expires at its deadline, not before, and reminds the side that acts next',
      ],
      [
        'workflows/deals.integration.test.ts',
        'that is extended continues; answered, its workflow ends with the result',
      ],
    ],
  },
  {
    row: 'signature',
    holds: 'a contract without both signatures has expired',
    by: [
      [REAL_LENGTH, 'a contract that was not signed by both in its seven days expires'],
      [
        'server/features/contracts/contracts.integration.test.ts',
        "expires at its deadline without both signatures, and the creator's place is free again",
      ],
    ],
  },
  {
    row: 'funding',
    holds: 'a milestone without money is void, and money that comes later goes back',
    by: [
      [REAL_LENGTH, 'a milestone without funding in time is void'],
      [
        `${ESCROW}/lifecycle.integration.test.ts`,
        'not funded in time: void, and money that comes later goes back in full',
      ],
    ],
  },
  {
    row: 'overdueAfter',
    holds: 'work that is not there is overdue',
    by: [
      [
        REAL_LENGTH,
        'work that is due and not delivered is overdue a day later, and the brand is refunded when the grace is over',
      ],
      [`${ESCROW}/lifecycle.integration.test.ts`, 'nothing delivered: overdue, then refunded when the grace is over'],
    ],
  },
  {
    row: 'grace',
    holds: 'overdue work that does not come is refunded',
    by: [
      [`${ESCROW}/lifecycle.integration.test.ts`, 'nothing delivered: overdue, then refunded when the grace is over'],
    ],
  },
  {
    row: 'review',
    holds: 'silence approves',
    by: [
      [
        `${ESCROW}/lifecycle.integration.test.ts`,
        'silence approves at the deadline and not a millisecond before; clearing runs before the transfer',
      ],
      [
        `${ESCROW}/release-right.integration.test.ts`,
        'accepted work that no person releases is approved by its clock: −1 s nothing, 0 paid',
      ],
    ],
  },
  {
    row: 'extension',
    holds: 'silence approves at the end of the one extension',
    by: [
      [`${ESCROW}/rules.test.ts`, 'coded reasons: rounds, extension, payment under way, role'],
      [`${ESCROW}/races.integration.test.ts`, 'an outdated page is refused as such: the review was extended meanwhile'],
    ],
  },
  {
    row: 'revisionTurn',
    holds: 'a revision that does not come is overdue, and never shortens the time to deliver',
    by: [
      [`${ESCROW}/rules.test.ts`, 'deadlines: a late payment or an early revision never shortens the time to deliver'],
    ],
  },
  {
    row: 'clearing',
    holds: 'approved money is sent',
    by: [
      [REAL_LENGTH, 'silence approves at the end of the review window, and clearing lasts to the second'],
      [
        `${ESCROW}/parts.integration.test.ts`,
        'a part waits for its own clearing: −1 s nothing is sent, 0 it is, and the payee sees both sums',
      ],
    ],
  },
  {
    row: 'cancelAnswer',
    holds: 'a proposal without an answer cancels what was never delivered, and leaves the rest as it was',
    by: [
      [
        `${ESCROW}/cancel-requests.integration.test.ts`,
        'silence about work that was never delivered cancels it at the last moment, −1 ms does not; the silent creator keeps the kill fee',
      ],
      [
        `${ESCROW}/cancel-rules.test.ts`,
        'a request ends with the state that it interrupts, −1 ms, 0 and +1 ms before the answer is due; delivered work is never ended by silence',
      ],
    ],
  },
  {
    row: 'posting',
    holds: 'what waits for a post that did not come goes back',
    by: [
      [
        LIVE_RELEASE,
        'no post by its date: the rest goes back with fee and tax, at −1 s not, at 0 it does; a link then is too late',
      ],
    ],
  },
  {
    row: 'postGrace',
    holds: 'an overdue post goes back at the end of its grace',
    by: [
      [
        `${ESCROW}/live-rules.test.ts`,
        'with a grace period no post by its date is overdue, and goes back only at the end of that',
      ],
    ],
  },
  {
    row: 'check',
    holds: 'a check that nobody could judge counts as live',
    by: [[LIVE_RELEASE, 'what no look can judge the brand decides within 72 hours, and at zero it counts as live']],
  },
  {
    row: 'retention',
    holds: 'the holdback of a post that stayed up is released',
    by: [
      [
        LIVE_RELEASE,
        '50/30/20: a share at the approval, one with the live post, the rest after it stayed up, to the cent',
      ],
    ],
  },
  {
    row: 'dispute',
    holds:
      'each phase of a dispute ends: silence loses, silent staff leave it to the clock of the deal, an appeal lapses',
    by: [
      [DISPUTE_ENDINGS, 'a silent respondent loses at the end of the talk, to the second, and may appeal'],
      [DISPUTE_ENDINGS, 'silent staff leave the money to the clock of the deal'],
      [
        'workflows/disputes.integration.test.ts',
        'each phase ends by its timer: evidence, decision, and the clock of the deal when staff are silent',
      ],
    ],
  },
  {
    row: 'addendum',
    holds: 'an addendum without both signatures has expired, and changed nothing',
    by: [
      [
        'server/features/addenda/addenda.integration.test.ts',
        'without both signatures in time it expires, and a new one may be proposed',
      ],
    ],
  },
  {
    row: 'last day',
    holds: 'held money has left escrow by its last day, after three warnings',
    by: [
      [
        REAL_LENGTH,
        'money held for 75 days is on its way back by then: work that never comes, funded as early as it may be',
      ],
      [
        REAL_LENGTH,
        'money held for 75 days is paid out by then: a review that ends on the last day leaves no time to clear',
      ],
      [REAL_LENGTH, 'both sides are notified of the last day of held money 21, 7 and 3 days before it'],
      [
        'workflows/escrow.integration.test.ts',
        'both sides are notified of the last day of held money, once per warning, also of one that fell while no worker ran; there is no warning once money has left escrow',
      ],
    ],
  },
];

const LIMITS: readonly Guarantee[] = [
  {
    row: 'manager',
    holds: 'a manager releases, offers and gives in up to the limit of the org, in its currency',
    by: [
      [`${ESCROW}/rules.test.ts`, 'limits: shipped, by role and in one currency'],
      [DISPUTES, 'of the brand are releases: a manager offers and gives no more than the limit'],
    ],
  },
  {
    row: 'reviewer',
    holds: 'a reviewer accepts work without releasing its money',
    by: [
      [
        `${ESCROW}/rules.test.ts`,
        'without the right to release, or above its limit, an approval accepts the work; the right alone releases it',
      ],
      [
        `${ESCROW}/release-right.integration.test.ts`,
        'work accepted by a reviewer is accepted for good, waits with its clock running, and finance releases it',
      ],
    ],
  },
  {
    row: 'owner, admin, finance',
    holds: 'who sets the limits has none, and proves its presence to set them',
    by: [
      [
        `${ESCROW}/release-right.integration.test.ts`,
        'limits are set by owner, admin and finance, after a proof, on the step of the currency, and are logged',
      ],
      [
        `${ESCROW}/parts.integration.test.ts`,
        'one person’s parts within 24 hours count together for the proof: −1 s together, 0 alone',
      ],
    ],
  },
  {
    row: 'viewer',
    holds: 'a viewer moves nothing, and no role pays without the right',
    by: [
      [DISPUTES, 'is refused after an approval, without money, to an agency and to a role without the right'],
      [
        'server/features/payments/payments.integration.test.ts',
        'roles without the right and unverified mailboxes cannot pay; foreign payments are not there',
      ],
    ],
  },
  {
    row: 'agent, assistant, finance of an agency',
    holds: 'an agency does what its scopes allow, its assistants prepare, and its finance looks',
    by: [
      [
        'server/features/representations/rules.test.ts',
        'accepting and signing wait for the creator without their scope; canceling and disputes always do',
      ],
      [
        'server/features/agencies/agencies.integration.test.ts',
        'each role in an agency: the owner does all, an agent sees no money, an assistant drafts, finance looks',
      ],
      [
        'server/features/representations/representations.integration.test.ts',
        'a member of the agency without a role to act prepares or looks',
      ],
    ],
  },
  {
    row: 'trust',
    holds: 'Trust decides alone up to the limit, and with Finance above it',
    by: [
      [DISPUTE_ENDINGS, 'up to the limit take one'],
      [DISPUTE_ENDINGS, 'above the limit take two people, Trust and Finance; an appeal goes to others'],
    ],
  },
  {
    row: 'support',
    holds: 'support looks and does not touch',
    by: [['server/features/platform/operations.integration.test.ts', 'support staff look and do not touch']],
  },
];

/** By clicking alone, in a browser; each replays its deal to the cent. */
const JOBS: readonly Guarantee[] = [
  {
    holds: 'two milestones at once with an agency, a partial release and an addendum',
    by: [
      [
        'e2e/representation.spec.ts',
        'two milestones of a represented creator are funded at once; a part is divided with the agency, and an addendum adds work',
      ],
    ],
  },
  {
    holds: 'a dispute settled by crossing offers, also in Arabic; one decided by two, appealed and decided anew',
    by: [
      ['e2e/disputes.spec.ts', 'a dispute is settled halfway where two hidden offers cross, to the cent'],
      ['e2e/disputes.spec.ts', 'a dispute is decided by two staff members, appealed, and decided anew by two others'],
    ],
  },
  {
    holds: 'a post that is removed within its retention',
    by: [
      [
        'e2e/disputes.spec.ts',
        'an older post releases nothing; a new one that no check can judge counts as live by the brand, is removed within its retention, and each cent is placed',
      ],
    ],
  },
  {
    holds: 'an automatic approval, also in Arabic',
    by: [['e2e/auto-approval.spec.ts', 'work without an answer is approved automatically and paid, to the cent']],
  },
  {
    holds: 'an acceptance of an agency that its creator confirms, then revoked and refused',
    by: [['e2e/representation.spec.ts', 'an agent’s acceptance is confirmed by the creator, then revoked and refused']],
  },
  {
    holds: 'a chargeback after the approval',
    by: [
      [
        'e2e/approved-work.spec.ts',
        'a payment that the bank takes back after the approval: the creator keeps it, each side reads why and replays it to the cent, staff answer the bank, and the brand pays what it owes',
      ],
    ],
  },
  {
    holds: 'a payout that failed, mended and paid',
    by: [['e2e/payout-mended.spec.ts', 'a payout that the bank returned is mended with another account and paid']],
  },
  {
    holds: 'money taken back is kept by a ruling, which is appealed',
    by: [
      [
        'e2e/payout-mended.spec.ts',
        'a ruling that keeps money is appealed: who took it does not decide anew, two others do, and the creator reads it',
      ],
    ],
  },
  {
    holds: 'work accepted by a reviewer and released by finance',
    by: [['e2e/release-right.spec.ts', 'work accepted by a reviewer waits for finance, who releases it, to the cent']],
  },
  {
    holds: 'somebody with two orgs pays for the right one',
    by: [['e2e/org-switcher.spec.ts', 'a person with two orgs pays for the one that the tab acts in, to the penny']],
  },
];

test('each row of the table of cancellations has a test named after its guarantee', () => {
  expect(CANCELLATIONS.map(({ row }) => row)).toEqual([
    'unfunded',
    'funded',
    'submitted',
    'approved',
    'overdue',
    'removed',
    'stopped',
  ]);
  expect(withoutTest(CANCELLATIONS)).toEqual([]);
});

test('each clock of the terms, of offers, disputes, addenda and held money has a test of what happens at its end', () => {
  const rows = CLOCKS.map(({ row }) => row);
  expect(Object.keys(clocks.shape).filter((name) => name !== 'workingDaysIn' && !rows.includes(name))).toEqual([]);
  expect(withoutTest(CLOCKS)).toEqual([]);
});

test('the limit of each role has a test', () => {
  const rows = LIMITS.map(({ row }) => row);
  expect(LIMITED_ROLES.filter((role) => !rows.includes(role))).toEqual([]);
  expect(withoutTest(LIMITS)).toEqual([]);
});

test('each job is done in a browser by clicking alone', () => {
  expect(withoutTest(JOBS)).toEqual([]);
});
