import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { REFUSALS } from '../server/features/refusals.gen.ts';
import { type Guarantee, withoutTest } from './support/guarantees.ts';
import { readSources } from './support/sources.ts';

/*
 * Where each kind of bad input and bad luck around a deal is proven to be answered with a code and to change nothing else: a
 * guarantee, and the tests that hold it, by their file and title. That each code is worded in every language is held by
 * `locales.test.ts`.
 */

const FEATURES = 'server/features';
const ESCROW = `${FEATURES}/escrow`;
const PAYMENTS = `${FEATURES}/payments`;
const DISPUTES = `${FEATURES}/disputes/disputes.integration.test.ts`;
const DISPUTE_ENDINGS = `${FEATURES}/disputes/endings.integration.test.ts`;
const ADDENDA = `${FEATURES}/addenda/addenda.integration.test.ts`;
const REPRESENTATIONS = `${FEATURES}/representations/representations.integration.test.ts`;
const LINKS = 'server/integrations/fetch/guarded.test.ts';
const METHODS = `${FEATURES}/payment-methods/methods.integration.test.ts`;
const CARD_DISPUTES = `${PAYMENTS}/card-disputes.integration.test.ts`;

const AMOUNTS: readonly Guarantee[] = [
  {
    holds: 'a part of 0, above what is held or off the step of its currency',
    by: [
      [
        `${ESCROW}/parts.integration.test.ts`,
        'bad input changes nothing: zero, above what is held, off the step, a later state, another side, a hold, an old version',
      ],
      [
        DISPUTES,
        'of 0, above what is held, in parts of a cent, above the person’s limit or of a second opening changes nothing',
      ],
    ],
  },
  {
    holds: 'a split finer than a minor unit',
    by: [
      [
        DISPUTES,
        'below zero, above what is held or finer than the step of the currency are refused at their field to either side, and change nothing',
      ],
      [DISPUTE_ENDINGS, 'that give what cannot be, or are confirmed by who made them, are refused and change nothing'],
    ],
  },
  {
    holds: 'a holdback above 20 %',
    by: [
      [
        `${ESCROW}/live-release.integration.test.ts`,
        'a holdback of 21 % is refused at its field, and so is a post that work without one would wait for',
      ],
      [
        `${FEATURES}/offers/offers.integration.test.ts`,
        'refuses a holdback above 20 %, working days without a zone and a price finer than its currency, sent or countered, and writes nothing',
      ],
    ],
  },
  {
    holds:
      'a commission above 30 %, an invitation to oneself or to a creator who has an agency, one person on both sides',
    by: [
      [
        REPRESENTATIONS,
        'is refused: oneself, a creator who has an agency, one person on both sides, too much commission, dates that passed',
      ],
    ],
  },
  {
    holds: 'working days without a zone',
    by: [
      [`${FEATURES}/contracts/rules.test.ts`, 'count working days in a zone that exists, and in no other'],
      [
        `${FEATURES}/offers/offers.integration.test.ts`,
        'refuses a holdback above 20 %, working days without a zone and a price finer than its currency, sent or countered, and writes nothing',
      ],
    ],
  },
  {
    holds: 'a payment without the right, for another sum, or of a quote that is over',
    by: [
      [
        `${PAYMENTS}/payments.integration.test.ts`,
        'requires the billing country first, expires, and binds to the tax it was made with',
      ],
    ],
  },
];

const DISPUTED: readonly Guarantee[] = [
  {
    holds: 'a second dispute joins the first',
    by: [
      [DISPUTES, 'sets all that is held aside, pauses the clock, and a second opening joins the first'],
      [DISPUTES, 'two sides that open at one moment have one dispute, and each has opened it'],
    ],
  },
  {
    holds: 'a dispute without a reason',
    by: [
      [`${FEATURES}/disputes/rules.test.ts`, 'a dispute is opened with a reason of the list and a text, or not at all'],
    ],
  },
  {
    holds: 'a dispute about unfunded or approved money, or without the time for its phases',
    by: [
      [DISPUTES, 'is refused after an approval, without money, to an agency and to a role without the right'],
      [
        DISPUTES,
        'is refused where not a day is left for each phase, and is not withdrawn into a clock that would pass the last day',
      ],
    ],
  },
  {
    holds: 'evidence of a wrong type',
    by: [
      [DISPUTE_ENDINGS, 'is read by both sides and by staff, counts as an answer, and is refused once staff decide'],
    ],
  },
  {
    holds: 'both offers moved in one instant are one settlement',
    by: [[DISPUTES, 'moved by both sides in one instant settle exactly once, at the midpoint the rule computes']],
  },
  {
    holds:
      'a decision by a related person, twice by one, or on a case settled meanwhile; an appeal after the execution',
    by: [
      [DISPUTE_ENDINGS, 'by a person of one of the sides are refused, as are those on a case settled meanwhile'],
      [DISPUTE_ENDINGS, 'that give what cannot be, or are confirmed by who made them, are refused and change nothing'],
      [DISPUTE_ENDINGS, 'above the limit take two people, Trust and Finance; an appeal goes to others'],
      [`${FEATURES}/disputes/rules.test.ts`, 'an appeal comes after a decision and before the execution'],
    ],
  },
  {
    holds: 'a side that was put on hold in mid-dispute still answers',
    by: [
      [DISPUTE_ENDINGS, 'a side that gives in pays or returns all of it, also one that was put on hold meanwhile'],
      [
        DISPUTE_ENDINGS,
        'the %s, on hold in mid-dispute, still writes, shows evidence, offers, appeals and gives in, and begins nothing',
      ],
      [`${FEATURES}/content/files.integration.test.ts`, 'of an org on hold, unless it is evidence of its dispute'],
    ],
  },
];

const CHANGED: readonly Guarantee[] = [
  {
    holds: 'an addendum that a release overtook',
    by: [
      [ADDENDA, 'an addendum that a release or a payment overtook changes nothing, at the signature and after it'],
      [
        `${FEATURES}/addenda/clocks.integration.test.ts`,
        'an addendum whose clock a post, a release or an answer overtook changes nothing, before and after both signed',
      ],
    ],
  },
  {
    holds: 'an addendum in another currency or with a date that has passed',
    by: [[ADDENDA, 'what is impossible is refused with a code and changes nothing']],
  },
  {
    holds: 'an addendum with a clock that would end in the past',
    by: [
      [
        `${FEATURES}/addenda/rules.test.ts`,
        'a running clock is counted anew from its beginning, and none may end in the past',
      ],
      [
        `${FEATURES}/addenda/clocks.integration.test.ts`,
        'a clock that would end in the past or beyond the last day is refused, and nothing changes',
      ],
    ],
  },
  {
    holds: 'an addendum that one side alone signed',
    by: [[ADDENDA, 'without both signatures in time it expires, and a new one may be proposed']],
  },
  {
    holds: 'an invitation that is used or expired',
    by: [
      [
        REPRESENTATIONS,
        'a creator signs the text that the agency signed, narrows what it may do, and is named by it only on request',
      ],
      [
        REPRESENTATIONS,
        'an invitation expires, and a representation ends at its end; what is over is never taken up again',
      ],
    ],
  },
  {
    holds: 'a confirmation of a version that changed',
    by: [
      [
        REPRESENTATIONS,
        'an acceptance without the scope becomes a request that the creator confirms on exactly that version',
      ],
      [
        REPRESENTATIONS,
        'an agent’s proposal to cancel waits for the creator, who makes it on the version that the agent saw',
      ],
    ],
  },
  {
    holds: 'an org in the switcher that is unknown or not the person’s',
    by: [
      ['server/http/security.integration.test.ts', 'is refused in an org that is not theirs, whatever org they name'],
    ],
  },
];

const POSTS: readonly Guarantee[] = [
  {
    holds: 'the link of a post to a private address, or one that turns inward',
    by: [
      [LINKS, 'as the link of a live post every hostile address is refused, and no byte reaches a private one'],
      [
        `${FEATURES}/publications/rules.test.ts`,
        'a link is reduced to its post, and whatever names none is refused by its kind',
      ],
      [
        'workflows/publications.integration.test.ts',
        'a post is looked at to its last look; a removal is seen by both sides, a silent page is never one',
      ],
    ],
  },
  {
    holds: 'a post of another author, behind a sign-in, answering 500, or edited after it passed',
    by: [
      [LINKS, 'pages behind the link of a post are judged right, and none without an answer as removed'],
      [
        `${ESCROW}/live-release.integration.test.ts`,
        'a post that is edited after it passed is decided about once for each edit; one of another author pays nothing and goes back',
      ],
    ],
  },
  {
    holds: 'a fault that a page shows is let pass only by who may release the money',
    by: [
      [
        `${ESCROW}/live-release.integration.test.ts`,
        'a fault that its page shows is let pass only by who may release what that pays; what no look could judge, by any reviewer',
      ],
    ],
  },
];

const PAID: readonly Guarantee[] = [
  {
    holds: 'a joint payment one of whose milestones went void',
    by: [
      [
        `${PAYMENTS}/joint.integration.test.ts`,
        'money for a milestone that ended meanwhile goes back by its share, and the others are funded',
      ],
    ],
  },
  {
    holds: 'a method that is removed under a running debit',
    by: [[METHODS, 'a bank debit under way keeps its method; a card that is declined leaves the milestone payable']],
  },
  {
    holds: 'a saved card that requires 3-D Secure',
    by: [
      [
        METHODS,
        'a saved card that requires 3-D Secure leads to the bank; declined there or given up, nothing is charged',
      ],
    ],
  },
  {
    holds: 'a malformed tax number',
    by: [
      [
        `${FEATURES}/orgs/orgs.integration.test.ts`,
        'is empty until saved, by owner or finance, for a country whose tax is known',
      ],
    ],
  },
  {
    holds: 'a dispute of the bank about a payment whose refund was decided',
    by: [
      [CARD_DISPUTES, 'keeps a refund that was decided before it from being made, and operators from sending it again'],
    ],
  },
  {
    holds: 'a dispute that is won after what was owed was written off',
    by: [
      [
        CARD_DISPUTES,
        'row 16: is written off by two who belong to no side; what its bank gives back later is no loss any more',
      ],
    ],
  },
  {
    holds: 'evidence that is due while the provider is away',
    by: [
      [
        'workflows/card-dispute.integration.test.ts',
        'the evidence of a dispute is submitted once: by itself six hours before it is due, or when staff say so, also after the provider failed',
      ],
      [
        'workflows/card-dispute.integration.test.ts',
        'evidence that is due while the provider is away is submitted by itself once it answers, as it was written then; after a verdict it is not',
      ],
    ],
  },
  {
    holds: 'a transfer to an account that was deleted',
    by: [
      [
        `${ESCROW}/lifecycle.integration.test.ts`,
        'a transfer to an account that was deleted the day before is owed to its creator, and goes to the one that takes its place',
      ],
      [
        `${ESCROW}/races.integration.test.ts`,
        'a refused transfer is owed again and leaves when the account can take it',
      ],
      [
        `${FEATURES}/payouts/account.integration.test.ts`,
        'an account that was deleted at the provider says so, and another one takes its place once nothing is left in it',
      ],
    ],
  },
  {
    holds: 'a currency that is frozen in mid-release',
    by: [
      [
        `${FEATURES}/money-check/stops.integration.test.ts`,
        'a breach of one currency stops what goes out in it, and a clean run lets it go on by itself',
      ],
      [
        `${FEATURES}/money-check/stops.integration.test.ts`,
        'a stop between the two transfers of a release keeps the second one here, and sends it once when it ends',
      ],
    ],
  },
];

test('each kind of bad input and bad luck has a test named after its guarantee', () => {
  expect(withoutTest([...AMOUNTS, ...DISPUTED, ...CHANGED, ...POSTS, ...PAID])).toEqual([]);
});

/** First parts of the codes with which deals and their money refuse. */
const OF_DEALS = [
  'acting',
  'addendum',
  'approval',
  'billing',
  'contract',
  'dispute',
  'documents',
  'escrow',
  'fee',
  'method',
  'money',
  'offer',
  'payment',
  'payout',
  'publication',
  'representation',
  'suspense',
  'tax',
  'terms',
];

test('every code with which a deal or its money refuses is met by a test', () => {
  const tests = readSources(fileURLToPath(new URL('.', import.meta.url)), /\.(test|spec)\.tsx?$/u)
    .map(({ text }) => text)
    .join('\n');
  // A test that names several codes of one noun may build them from their last parts.
  const isMet = (code: string): boolean => tests.includes(code) || tests.includes(`'${code.split('.')[1]}'`);
  const codes = Object.keys(REFUSALS).filter((code) => OF_DEALS.includes(code.split('.')[0] ?? ''));
  expect(codes.length).toBeGreaterThan(100);
  expect(codes.filter((code) => !isMet(code))).toEqual([]);
});
