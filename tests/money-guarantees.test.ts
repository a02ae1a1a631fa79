import { expect, test } from 'vitest';
import { type Guarantee, withoutTest } from './support/guarantees.ts';

/*
 * Where each way of a milestone and each failure around it is proven: a guarantee, and the tests that hold it, by their
 * file and title. What fails is under "Calls to the provider" and "Card disputes" in
 * `docs/money.md`; cancellations, clocks and limits are in `deal-guarantees.test.ts`.
 */

const ESCROW = 'server/features/escrow';
const PAYMENTS = 'server/features/payments';

const TRANSITIONS: readonly Guarantee[] = [
  {
    row: '1',
    holds: 'a milestone awaits its money once both sides have signed the same text',
    by: [
      [
        'server/features/contracts/contracts.integration.test.ts',
        'needs both sides; then the platform activates the contract and opens its milestones',
      ],
      [
        'server/features/contracts/contracts.integration.test.ts',
        'refuses another text, another name, the same person, and who may not',
      ],
    ],
  },
  {
    row: '2',
    holds: 'one payment at a time is claimed, for exactly what was quoted; a refused card leaves it open',
    by: [
      [`${PAYMENTS}/payments.integration.test.ts`, 'twenty clicks at once are one payment, one page, one charge'],
      [
        `${PAYMENTS}/payments.integration.test.ts`,
        'a declined card leaves the page open with its reason; another card goes through',
      ],
      [
        `${PAYMENTS}/payments.integration.test.ts`,
        "an abandoned page: closed at its end by the provider's word, and the milestone can be paid again",
      ],
    ],
  },
  {
    row: '3',
    holds: 'a milestone is funded by the quoted sum alone; another sum is parked, late money goes back in full',
    by: [
      [
        `${PAYMENTS}/payments.integration.test.ts`,
        'another amount than was quoted is parked and held for a person, and the books still add up',
      ],
      [
        'bad-luck/webhooks.integration.test.ts',
        'money that succeeds after the milestone was void goes back in full, with fee and tax',
      ],
    ],
  },
  {
    row: '3b',
    holds: 'a bank debit under way funds nothing until the bank has paid',
    by: [
      [`${PAYMENTS}/payments.integration.test.ts`, 'row 3b: one succeeds, one is refused; nothing is booked before'],
    ],
  },
  {
    row: '4',
    holds: 'work is delivered once, with files that were read, and before its time is over',
    by: [
      [
        'server/features/content/review.integration.test.ts',
        'starts the review once, though it is clicked eight times at once',
      ],
      [
        'server/features/content/review.integration.test.ts',
        'cannot be handed in empty, nor begun where nothing is to be delivered',
      ],
    ],
  },
  {
    row: '5',
    holds: 'changes are requested in the agreed rounds and no more',
    by: [
      [`${ESCROW}/lifecycle.integration.test.ts`, 'two rounds of changes and no third'],
      [`${ESCROW}/rules.test.ts`, 'at its deadline, −1 ms and 0, the clock takes what a person may no longer do'],
    ],
  },
  {
    row: '6',
    holds: 'one verdict counts, whoever is first; silence approves at the deadline',
    by: [
      [
        `${ESCROW}/races.integration.test.ts`,
        'approve, auto-approve, request changes, cancel and extend at the same moment: one of them counts',
      ],
      [
        `${ESCROW}/lifecycle.integration.test.ts`,
        'silence approves at the deadline and not a millisecond before; clearing runs before the transfer',
      ],
    ],
  },
  {
    row: '7',
    holds:
      'money that waits for a post is released by what its page shows, and is never taken back for a page that was not seen',
    by: [
      [
        `${ESCROW}/live-rules.test.ts`,
        'row 7: if you do this now: a post is released by its share once it is live, and without one the rest goes back',
      ],
      [
        `${ESCROW}/live-rules.test.ts`,
        'a check without a verdict is never a removal: at the end of its time the post counts as live',
      ],
    ],
  },
  {
    row: '8',
    holds: 'approved money clears, and is not released while a hold stops it',
    by: [
      [`${ESCROW}/parts-and-refunds.test.ts`, 'does in each state what it may do'],
      [`${ESCROW}/parts-and-refunds.test.ts`, 'row 8: a hold stops it, but for a card dispute, and some stop a refund'],
    ],
  },
  {
    row: '9',
    holds: 'a transfer is made once; one that is refused is owed again',
    by: [
      [`${ESCROW}/lifecycle.integration.test.ts`, 'each step may be repeated: nothing happens twice'],
      [
        `${ESCROW}/races.integration.test.ts`,
        'a refused transfer is owed again and leaves when the account can take it',
      ],
    ],
  },
  {
    row: '10',
    holds: 'parts are the whole to the minor unit',
    by: [
      [
        `${ESCROW}/parts.integration.test.ts`,
        'row 10: two parts, before and after delivery, and the rest on approval: each with its ids, documents and shares',
      ],
    ],
  },
  {
    row: '11',
    holds: 'a proposal to cancel ends by an answer or by the time that the contract gives for it',
    by: [
      [
        `${ESCROW}/cancel-requests.integration.test.ts`,
        'row 11: an accepted proposal shares what is held to the unit, as its preview said, after parts and with commission',
      ],
      [
        `${ESCROW}/cancel-rules.test.ts`,
        'row 11: the answer is due as the contract says, and after 72 hours where it says nothing',
      ],
    ],
  },
  {
    row: '12',
    holds: 'a cancellation returns what it says, once, and not while a bank disputes the payment',
    by: [
      [
        `${ESCROW}/lifecycle.integration.test.ts`,
        'cancelled before anything was submitted: full refund, by either side',
      ],
      [
        `${ESCROW}/lifecycle.integration.test.ts`,
        'a brand that cancels owes the kill fee both signed; the parts add up',
      ],
      [
        `${PAYMENTS}/card-disputes.integration.test.ts`,
        'keeps a refund that was decided before it from being made, and operators from sending it again',
      ],
    ],
  },
  {
    row: '13',
    holds: 'all that is held may be disputed, once',
    by: [
      [
        'server/features/disputes/disputes.integration.test.ts',
        'row 13: waits for the answer to a proposal to cancel; declined or lapsed, all that is held may be disputed',
      ],
      [
        'server/features/disputes/disputes.integration.test.ts',
        'sets all that is held aside, pauses the clock, and a second opening joins the first',
      ],
    ],
  },
  {
    row: '14',
    holds: 'a settlement divides what was disputed to the cent, and each leg goes alone',
    by: [
      [
        'server/features/disputes/disputes.integration.test.ts',
        'row 14: that cross settle halfway at once: commission, fee and tax pro rata, each leg at the provider, books to the cent',
      ],
      [
        'server/features/disputes/endings.integration.test.ts',
        'above the limit take two people, Trust and Finance; an appeal goes to others',
      ],
    ],
  },
  {
    row: '15',
    holds: 'a card dispute sets aside what was not approved, and approved work is paid out of the float',
    by: [
      [
        `${PAYMENTS}/card-disputes.integration.test.ts`,
        'row 15: of work that is approved: the creator is paid out of the float at once, and the brand owes it once it is lost',
      ],
      [
        `${PAYMENTS}/card-disputes.integration.test.ts`,
        'row 15: after a part was released sets aside the rest alone, and the part stays with the creator; won, the rest is held again',
      ],
      [
        `${PAYMENTS}/card-disputes.integration.test.ts`,
        'stops the clocks that end in a refund, not those that protect the work; they go on with the time they had left',
      ],
    ],
  },
  {
    row: '16',
    holds:
      'a lost dispute about paid work is owed by the brand, any other ends as a refund that its bank made; it is answered once',
    by: [
      ...[
        'that is lost about work without a verdict to wait for ends the milestone: the bank has refunded the brand, once, and nothing is owed',
        'that is lost about a part of it ends the milestone too: the rest is refunded, and what was released before is owed',
        'that is lost about delivered work lets its review go on: approved it is paid, sent back and not revised it goes to the brand, which has it',
        'that is lost after a refund was decided leaves nothing to refund',
      ].map((title) => [`${PAYMENTS}/card-disputes.integration.test.ts`, `row 16: ${title}`] as const),
      [
        `${PAYMENTS}/card-disputes.integration.test.ts`,
        'row 16: that arrives after the money was released is booked and a case; lost, the brand owes it',
      ],
      [
        'workflows/card-dispute.integration.test.ts',
        'the evidence of a dispute is submitted once: by itself six hours before it is due, or when staff say so, also after the provider failed',
      ],
      [
        'workflows/card-dispute.integration.test.ts',
        'staff are reminded of evidence 72 and 24 hours before it is due, once each, and not once it was submitted',
      ],
    ],
  },
  {
    row: '17',
    holds: 'what was taken back of a transfer lowers the next payouts, shown to the cent',
    by: [
      [
        `${PAYMENTS}/card-disputes.integration.test.ts`,
        'row 17: a transfer taken back after its payout lowers the balance: list, sums and the next payout agree to the cent',
      ],
    ],
  },
  {
    row: '18',
    holds: 'a payout leaves once; one that fails, even after it was paid, is in the wallet again',
    by: [
      [
        'workflows/payouts.integration.test.ts',
        'paid out once, however often it is requested; the books follow it to the bank',
      ],
      ['workflows/payouts.integration.test.ts', 'money the bank sends back days later is in the wallet again'],
      [
        'workflows/payouts.integration.test.ts',
        'a schedule pays out what is due, once; a payout that the bank refuses stops it until its owner resumes it',
      ],
      [
        'server/features/payouts/schedule/schedule.integration.test.ts',
        'a %s schedule (day %s) pays once at each of its times, −1 s not, and nothing below the minimum that was set',
      ],
    ],
  },
];

const FAILURES: readonly Guarantee[] = [
  {
    holds: 'a process that ends between claim and call goes on with the same key',
    by: [
      ['bad-luck/late-and-lost-money.integration.test.ts', 'to its release'],
      [
        'workflows/worker.integration.test.ts',
        'killed, is replaced without a loss; after a signal to end, ends within its grace',
      ],
    ],
  },
  {
    holds: 'a call without an answer is looked up, and reconciled or made anew, never twice',
    by: [
      [
        `${ESCROW}/outage.integration.test.ts`,
        'a call that took effect, was never answered and cannot be looked up for a day: it is adopted, never made twice',
      ],
      [
        `${ESCROW}/outage.integration.test.ts`,
        'no new key is taken while a call under the old one may still take effect',
      ],
    ],
  },
  {
    holds: 'a webhook that is lost, late, repeated or out of order changes nothing',
    by: [
      ['workflows/escrow-webhooks.integration.test.ts', 'every webhook lost: opening the page confirms the payment'],
      [
        `${PAYMENTS}/card-disputes.integration.test.ts`,
        'is found in the list of the provider: the dispute is booked once and its creator notified, also when it arrives after all',
      ],
      [
        'bad-luck/webhooks.integration.test.ts',
        'twice, twenty times at once and after polling found the money is one payment',
      ],
      ['bad-luck/webhooks.integration.test.ts', 'that is older than our state moves nothing backwards'],
    ],
  },
  {
    holds: 'a signal that is lost after its commit is sent again',
    by: [
      [
        'workflows/lost-signal.integration.test.ts',
        'an approval whose signal was lost is paid after the next sweep, which signals the workflow once',
      ],
      [
        'workflows/lost-signal.integration.test.ts',
        'a cancellation whose signal was lost is refunded after the next sweep',
      ],
    ],
  },
  {
    holds: 'while Temporal is away acts are taken and money waits; no deadline is lost',
    by: [
      [
        'src/features/deals/delays.mocked.test.tsx',
        'a step that is late on our side is named as such, and nothing is said before',
      ],
      [
        'workflows/worker.integration.test.ts',
        'outlives a killed Temporal and a killed Postgres, and goes on where it was',
      ],
      [
        'kill/temporal-data-lost.integration.test.ts',
        'Temporal that lost all its data is prepared by the worker, and every deal goes on',
      ],
    ],
  },
  {
    holds: 'while the provider is away a payment is refused or stays claimed, and releases wait',
    by: [
      [
        `${ESCROW}/outage.integration.test.ts`,
        'while the provider does not answer, the side whose money it is reads since when, and when staff take over; a brand does of the money of its creator: %s',
      ],
      [
        'src/features/deals/delays.mocked.test.tsx',
        'without an answer of the provider a side reads since when, and when staff take over, in every language: %s',
      ],
      [
        `${ESCROW}/races.integration.test.ts`,
        'the payment is looked up while the provider is away: the claim stays open',
      ],
      [`${ESCROW}/plan.test.ts`, 'steps that take money out wait while their currency is stopped, and no others'],
    ],
  },
  {
    holds: 'a payee that cannot be paid is owed its money and reminded, with the one thing to do',
    by: [
      ['src/features/deals/delays.mocked.test.tsx', 'money that waits for an account leads to it'],
      [
        `${ESCROW}/lifecycle.integration.test.ts`,
        'a creator without an account is owed the money until the account is there; the agency is paid apart',
      ],
      [
        `${ESCROW}/plan.test.ts`,
        'a release is gone on with where it was interrupted, and a payee without an account is reminded',
      ],
      [
        'server/features/payouts/account.integration.test.ts',
        'an account that was deleted at the provider says so, and another one takes its place once nothing is left in it',
      ],
    ],
  },
  {
    holds: 'an account that the provider restricts pays nothing out, and its owner reads what is missing',
    by: [
      [
        'server/features/payouts/account.integration.test.ts',
        'an account that the provider restricts pays nothing out, says what is missing, and pays again once it is there',
      ],
    ],
  },
  {
    holds: 'a bank account that is exchanged is mailed to the mailbox of before as well, and waits',
    by: [
      [
        'server/features/payouts/account.integration.test.ts',
        'a payout that was requested before another bank account was entered does not go to it: it waits as any to a new one, −1 s it has not left, at 0 it has',
      ],
      [
        'workflows/payouts.integration.test.ts',
        'another bank account, also one that ends in the same digits, is mailed to the present mailbox and to the one before it, once; the same one entered again is not new',
      ],
    ],
  },
  {
    holds: 'the answer to a bank has the proof of the work and of its live post, and is given once',
    by: [
      [
        `${PAYMENTS}/evidence-rules.test.ts`,
        'a pack has the contract, its certificate, the hashes of the work, the proof of the live post, the approvals and the messages',
      ],
      [
        'workflows/card-dispute.integration.test.ts',
        'a lost answer is looked up and not submitted again, and a dispute that ended before is not answered',
      ],
    ],
  },
  {
    holds: 'a wallet below zero is paid back by the next earnings before anything leaves',
    by: [
      [
        `${PAYMENTS}/card-disputes.integration.test.ts`,
        'row 17: a transfer taken back after its payout lowers the balance: list, sums and the next payout agree to the cent',
      ],
    ],
  },
  {
    holds: 'a payout waits for money that is still settling',
    by: [['workflows/payouts.integration.test.ts', 'a payout of money that is still settling waits for it']],
  },
  {
    holds: 'a difference with the provider stops what goes out in its currency, and no approval',
    by: [
      [
        'server/features/money-check/reconcile.integration.test.ts',
        'drift stops what goes out in its currency and no approval, is named with its objects, and a clean run lifts it',
      ],
    ],
  },
  {
    holds: 'a decision of staff is not changed: others decide anew, and both are shown',
    by: [
      [
        'server/features/disputes/endings.integration.test.ts',
        'above the limit take two people, Trust and Finance; an appeal goes to others',
      ],
      [
        'workflows/refund-bounce.integration.test.ts',
        'sent again it is one more refund at the provider, and when that one comes back too it needs a new decision',
      ],
    ],
  },
  {
    holds: 'an account that holds money is not erased, and says what blocks it',
    by: [
      [
        'workflows/privacy.integration.test.ts',
        'while money is held the erasure is blocked, says by what, and can be withdrawn',
      ],
    ],
  },
  {
    holds: 'a bank that disputes approved work does not keep its creator from being paid, unless it suspects fraud',
    by: [
      [
        `${PAYMENTS}/card-disputes.integration.test.ts`,
        'for suspected fraud keeps approved work from being paid until a staff member has looked',
      ],
      [
        `${PAYMENTS}/card-disputes.integration.test.ts`,
        'an early fraud warning holds the release until an operator has looked, and moves nothing',
      ],
    ],
  },
  {
    holds:
      'a bank that disputes work before its approval: the creator is notified at once, and what could go back stays',
    by: [
      [
        `${PAYMENTS}/card-disputes.integration.test.ts`,
        'sets the money aside and is shown to operators; nothing is refunded while it is open; won, all goes on by itself',
      ],
    ],
  },
  {
    holds: 'without enough of the platform’s own money a release waits, says so, and no other money is touched',
    by: [
      [
        `${PAYMENTS}/card-disputes.integration.test.ts`,
        'while the float is too low: the release waits, both sides and finance are notified, other money is not touched, and a top-up ends it',
      ],
    ],
  },
];

test('each of the 19 rows of the table of transitions has a test named after its guarantee', () => {
  expect(TRANSITIONS.map(({ row }) => row)).toEqual([
    '1',
    '2',
    '3',
    '3b',
    '4',
    '5',
    '6',
    '7',
    '8',
    '9',
    '10',
    '11',
    '12',
    '13',
    '14',
    '15',
    '16',
    '17',
    '18',
  ]);
  expect(withoutTest(TRANSITIONS)).toEqual([]);
});

test('each failure of the outside world has a test named after its guarantee', () => {
  expect(withoutTest(FAILURES)).toEqual([]);
});
