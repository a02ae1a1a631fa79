import { expect, test } from 'vitest';
import type { ActingFor } from '../../../../server/context.ts';
import { readingRefusal } from '../../../../server/features/representations/readings/rules.ts';
import {
  ACTS,
  actLabel,
  endAfterNotice,
  needsCreator,
  requiresActing,
  SCOPES,
  UPLOADS,
  verdictOf,
  type Scope,
} from '../../../../server/features/representations/rules.ts';

const acting = (scopes: readonly Scope[], agencyRole: ActingFor['agencyRole'] = 'owner'): ActingFor => ({
  representationId: 'r',
  agencyOrg: 'a',
  agencyName: 'Vidal Talent',
  creatorName: 'Leo',
  scopes,
  agencyRole,
});

test('a scope opens its own acts and no others', () => {
  for (const scope of SCOPES)
    for (const [act, rule] of Object.entries(ACTS)) {
      const verdict = verdictOf(act, acting([scope]));
      if (rule.scope === scope) expect([act, verdict.kind]).toEqual([act, 'act']);
      else if (!rule.orAsk)
        expect([act, verdict]).toEqual([act, { kind: 'refused', scope: rule.scope, code: 'auth.no_mandate' }]);
      else expect([act, verdict]).toEqual([act, { kind: 'act', scope: null, asks: true }]);
    }
});

test('every act that an agency may do has a name of its own, apart from what only the creator can do', () => {
  expect([...Object.keys(ACTS), ...Object.keys(UPLOADS)].filter((act) => actLabel(act) === 'other')).toEqual([]);
  expect(actLabel('payouts.payOut')).toBe('other');
});

test('accepting and signing wait for the creator without their scope; canceling and disputes always do', () => {
  expect([needsCreator(acting(['accept']), 'offer_accept'), needsCreator(acting([]), 'offer_accept')]).toEqual([
    false,
    true,
  ]);
  expect([needsCreator(acting(['sign']), 'contract_sign'), needsCreator(acting([]), 'contract_sign')]).toEqual([
    false,
    true,
  ]);
  expect(needsCreator(acting(SCOPES), 'milestone_cancel')).toBe(true);
  expect(needsCreator(acting(SCOPES), 'dispute_open')).toBe(true);
  expect(needsCreator(undefined, 'milestone_cancel')).toBe(false);
});

test('money, sign-in security and personal data of the creator stay closed under every scope', () => {
  for (const act of ['payouts.payOut', 'orgs.saveBilling', 'security.changePassword', 'privacy.requestExport', 'x.new'])
    expect([act, verdictOf(act, acting(SCOPES))]).toEqual([
      act,
      { kind: 'refused', scope: null, code: 'auth.creator_only' },
    ]);
  const closed = ['payouts.overview', 'orgs.billing', 'security.sessions', 'privacy.settings', 'taxProfiles.get'];
  const codes = (names: string[], scopes: readonly Scope[]) =>
    names.map((name) => readingRefusal(name, { scopes })?.code ?? 'open');
  expect(new Set(codes([...closed, 'x.new'], SCOPES))).toEqual(new Set(['auth.creator_only']));
  expect(codes(['offers.get', 'escrow.deal', 'security.proofOptions'], [])).toEqual(['open', 'open', 'open']);
});

test('a screen of one scope reads only under it', () => {
  expect(readingRefusal('conversations.entries', { scopes: ['apply'] })).toEqual({
    code: 'auth.no_mandate',
    scope: 'message',
  });
  expect(readingRefusal('conversations.entries', { scopes: ['message'] })).toBeNull();
});

test('assistants prepare, and finance and viewers look', () => {
  expect(verdictOf('content.saveSubmission', acting(SCOPES, 'assistant')).kind).toBe('act');
  expect(verdictOf('content.submit', acting(SCOPES, 'assistant'))).toMatchObject({ code: 'acting.drafts_only' });
  expect(verdictOf('offers.accept', acting([], 'assistant'))).toMatchObject({ code: 'acting.drafts_only' });
  expect(verdictOf('content.saveSubmission', acting(SCOPES, 'finance'))).toMatchObject({ code: 'acting.view_only' });
});

test('an agency writes into the work of creators only while acting for one', () => {
  expect(
    ['offers.counter', 'contracts.sign', 'escrow.cancel', 'messages.send', 'upload.deal'].every(requiresActing),
  ).toBe(true);
  expect(['payouts.payOut', 'representations.invite', 'lists.create', 'messages.read'].some(requiresActing)).toBe(
    false,
  );
});

test('an agency gives up a creator after the notice, or at the earlier end', () => {
  const now = new Date('2026-03-01T10:00:00Z');
  expect(endAfterNotice(now, { noticeDays: 30, validTo: null })).toEqual(new Date('2026-03-31T10:00:00Z'));
  const soon = new Date('2026-03-10T00:00:00Z');
  expect(endAfterNotice(now, { noticeDays: 30, validTo: soon })).toEqual(soon);
});
