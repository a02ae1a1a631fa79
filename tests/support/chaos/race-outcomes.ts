/** The other act was first: the milestone was decided meanwhile, or is not as the person saw it. */
const LATE = 'state.already_decided|state.changed';
/** The milestone was in a dispute before both. */
const WRONG = `${LATE}|state.wrong`;
/** Its own clock was first. */
const OVER = `${LATE}|escrow.deadline_passed`;
/** An approval was first. */
const APPROVED = `${LATE}|dispute.approved`;
/** A hold of the card's bank was first. */
const HELD = `${LATE}|escrow.on_hold`;
/** Approved work is paid, whether or not the bank's dispute was known by then. */
const PAID_RELEASE = 'released+card_dispute';

/** One of two acts counts; the other is refused with `refused`. */
const oneOf = (refused: string, first: string, second: string): string[] => [
  `done / ${refused} → ${first}`,
  `${refused} / done → ${second}`,
];
/** Both count. */
const both = (rest: string): string[] => [`done / done → ${rest}`];

/**
 * What may come of each pair of acts on one milestone at the same moment: the answer of each, in the order of the pair, and
 * the state in which the milestone rests, with its holds; `|` separates what is equally right. Anything else fails
 * `npm run chaos -- --races`. Where both count, the second one finds the milestone as the first one left it. An act of the
 * clock is `done` when its deadline was moved, whatever the clock then finds.
 */
export const OUTCOMES: Readonly<Record<string, readonly string[]>> = {
  'approve approve': oneOf(LATE, 'released', 'released'),
  'approve autoApprove': [`done|${LATE} / done → released`],
  'approve requestChanges': oneOf(LATE, 'released', 'changes_requested'),
  'approve cancel': oneOf(LATE, 'released', 'cancel_requested'),
  'approve openDispute': oneOf(APPROVED, 'released', 'disputed'),
  'approve settleDispute': [`${WRONG} / done → settled_split`],
  'approve releasePart': oneOf(LATE, 'released', 'delivered'),
  'approve chargeback': [...both(PAID_RELEASE), `${LATE} / done → delivered+card_dispute`],
  'approve accountChanged': both('released'),
  'approve representationRevoked': both('released'),

  'autoApprove autoApprove': both('released'),
  'autoApprove requestChanges': [...both('changes_requested'), `done / ${OVER} → released`],
  // A proposal whose answer is due at once ends at once, and the clock of delivered work goes on.
  'autoApprove cancel': [...both('released|cancel_requested'), `done / ${OVER} → released`],
  'autoApprove openDispute': [...both('disputed'), `done / ${OVER}|dispute.approved → released`],
  'autoApprove settleDispute': both('settled_split'),
  'autoApprove releasePart': [...both('released'), `done / ${OVER} → released`],
  'autoApprove chargeback': both(PAID_RELEASE),
  'autoApprove accountChanged': both('released'),
  'autoApprove representationRevoked': both('released'),

  'requestChanges requestChanges': oneOf(LATE, 'changes_requested', 'changes_requested'),
  'requestChanges cancel': oneOf(LATE, 'changes_requested', 'cancel_requested'),
  'requestChanges openDispute': oneOf(LATE, 'changes_requested', 'disputed'),
  'requestChanges settleDispute': [`${WRONG} / done → settled_split`],
  'requestChanges releasePart': oneOf(LATE, 'changes_requested', 'delivered'),
  'requestChanges chargeback': [...both('changes_requested+card_dispute'), `${LATE} / done → delivered+card_dispute`],
  'requestChanges accountChanged': both('changes_requested'),
  'requestChanges representationRevoked': both('changes_requested'),

  'cancel cancel': oneOf(LATE, 'refunded', 'refunded'),
  'cancel openDispute': oneOf(LATE, 'refunded', 'disputed'),
  'cancel settleDispute': [`${WRONG} / done → settled_split`],
  'cancel releasePart': oneOf(LATE, 'refunded', 'funded'),
  // The bank takes money back that is on its way back: whichever is first at the provider, the other waits for staff.
  'cancel chargeback': [
    ...both('refunding+card_dispute|refunded+card_dispute|refunded'),
    `${HELD} / done → funded+card_dispute`,
    'done / refused at the provider → refunded',
  ],
  'cancel accountChanged': both('refunded'),
  'cancel representationRevoked': both('refunded'),

  // A second statement of the same side joins the first.
  'openDispute openDispute': [...both('disputed'), ...oneOf(LATE, 'disputed', 'disputed')],
  'openDispute settleDispute': [`done|dispute.settled_meanwhile / done → settled_split`],
  'openDispute releasePart': oneOf(LATE, 'disputed', 'funded'),
  'openDispute chargeback': [...both('disputed+card_dispute'), `${HELD} / done → funded+card_dispute`],
  'openDispute accountChanged': both('disputed'),
  'openDispute representationRevoked': both('disputed'),

  'settleDispute settleDispute': oneOf('dispute.settled_meanwhile', 'settled_split', 'settled_split'),
  'settleDispute releasePart': [`done / ${WRONG} → settled_split`],
  'settleDispute chargeback': [
    ...both('settled_split+card_dispute|settling+card_dispute|disputed+card_dispute'),
    `${HELD} / done → disputed+card_dispute`,
  ],
  'settleDispute accountChanged': both('settled_split'),
  'settleDispute representationRevoked': both('settled_split'),

  'releasePart releasePart': oneOf(LATE, 'funded', 'funded'),
  'releasePart chargeback': [...both('funded+card_dispute'), `${HELD} / done → funded+card_dispute`],
  'releasePart accountChanged': both('funded'),
  'releasePart representationRevoked': both('funded'),

  'chargeback chargeback': oneOf('refused at the provider', 'funded+card_dispute', 'funded+card_dispute'),
  'chargeback accountChanged': both('funded+card_dispute'),
  'chargeback representationRevoked': both('funded+card_dispute'),

  'accountChanged accountChanged': both('funded'),
  'accountChanged representationRevoked': both('funded'),

  'representationRevoked representationRevoked': oneOf(WRONG, 'funded', 'funded'),
};

const PARTS = /^(.+) \/ (.+) → (.+)$/u;

/** Whether the table names it. */
export function isInTable(pair: string, came: string): boolean {
  const seen = PARTS.exec(came)?.slice(1) ?? [];
  return (OUTCOMES[pair] ?? []).some((line) => {
    const allowed = PARTS.exec(line)!.slice(1);
    return seen.length === 3 && seen.every((part, n) => allowed[n]!.split('|').includes(part));
  });
}
