import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { type StaffAct, staffMay, type StaffRole } from '../../../../server/core/staff.ts';
import { CASE_KINDS, mayCloseCase } from '../../../../server/features/cases/rules.ts';
import { CaseDialog } from '../../../../src/features/platform/CaseDialog.tsx';
import { DecideSuspense } from '../../../../src/features/platform/DecideSuspense.tsx';
import { DeadLetters } from '../../../../src/features/platform/DeadLetters.tsx';
import { FeeCaps } from '../../../../src/features/platform/FeeCaps.tsx';
import { OpenOperations } from '../../../../src/features/platform/OpenOperations.tsx';
import { OperationsPage } from '../../../../src/features/platform/OperationsPage.tsx';
import { StaffDealPage } from '../../../../src/features/platform/StaffDealPage.tsx';
import { UndeliveredMails } from '../../../../src/features/platform/UndeliveredMails.tsx';
import { markup } from '../../../support/texts.tsx';

const reader = vi.hoisted(() => ({ role: 'support' as string, answers: {} as Record<string, unknown> }));

vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  Link: ({ children }: { children: ReactNode }) => <a href="/there">{children}</a>,
  useLocation: () => ({ hash: '' }),
  useRouteContext: () => ({ session: { staffRole: reader.role } }),
}));
vi.mock('@tanstack/react-query', async (original) => ({
  ...(await original<object>()),
  useQuery: ({ path }: { path: string }) => ({
    data: reader.answers[path],
    isPending: reader.answers[path] === undefined,
    isError: false,
    isSuccess: true,
    dataUpdatedAt: 1,
    refetch: () => undefined,
  }),
  useQueryClient: () => ({}),
  useInfiniteQuery: ({ queryKey: [path] }: { queryKey: [string] }) => ({
    data: reader.answers[path] && { pages: [reader.answers[path]] },
    isPending: reader.answers[path] === undefined,
    isError: false,
    hasNextPage: false,
  }),
}));
vi.mock('../../../../src/lib/trpc.ts', () => {
  const mutation = { isPending: false, error: null, data: undefined, mutate: () => undefined };
  const tree = (path: string): unknown =>
    new Proxy(() => undefined, {
      get: (_, name) => {
        if (name === 'queryOptions') return () => ({ path, queryKey: [path, {}] });
        if (name === 'useMutation') return () => mutation;
        return tree(path ? `${path}.${String(name)}` : String(name));
      },
    });
  return { api: tree(''), trpc: tree(''), withRequestKey: () => ({}) };
});
vi.mock('../../../../src/ui/dialog.tsx', () => ({
  Dialog: ({ children, footer }: { children: ReactNode; footer?: ReactNode }) => (
    <div>
      {children}
      {footer}
    </div>
  ),
}));
vi.mock('../../../../src/features/platform/Cases.tsx', () => ({
  Cases: () => null,
  Names: () => null,
  OutcomeTag: () => null,
}));
vi.mock('../../../../src/features/platform/StaffSearch.tsx', () => ({ StaffSearch: () => null }));
vi.mock('../../../../src/components/page/PageHeader.tsx', () => ({
  PageHeader: ({ actions }: { actions: ReactNode }) => <div>{actions}</div>,
}));
vi.mock('../../../../src/components/page/Pages.tsx', () => ({
  DetailPage: ({ query, children }: { query: { data: unknown }; children: (data: unknown) => ReactNode }) => (
    <div>{children(query.data)}</div>
  ),
}));

const ROLES: readonly StaffRole[] = ['support', 'finance', 'trust', 'super'];
const at = new Date('2026-11-20T09:00:00Z');
const operation = {
  opId: 'm1:transfer:1',
  kind: 'transfer',
  state: 'unknown',
  amount: 45_000,
  currency: 'EUR',
  claimedAt: at,
  workflowUrl: null,
  decidable: false,
  sendable: true,
  sendAgainAt: null,
  contact: null,
};
const aCase = (change: object) => ({
  id: 'c1',
  kind: 'fee_cap',
  state: 'open',
  details: {},
  openedAt: at,
  closedAt: null,
  paymentId: null,
  amount: null,
  currency: null,
  ...change,
});

interface Screen {
  answers: Record<string, unknown>;
  node: ReactNode;
}

const buttons = async (screen: Screen, role: StaffRole): Promise<string[]> => {
  reader.role = role;
  reader.answers = screen.answers;
  const html = await markup(screen.node);
  return [...html.matchAll(/<button[^>]*>(.*?)<\/button>/gsu)].map(([, inner = '']) =>
    inner.replaceAll(/<[^>]*>/gu, '').trim(),
  );
};

const pageOf = (row: object) => ({ items: [row], next: null });

/** What each screen offers, by act, with the fewest rows that show it. */
const OFFERS: readonly (Screen & { acts: readonly StaffAct[] })[] = [
  {
    acts: ['outbox.retry'],
    answers: {
      'outbox.deadLetters': pageOf({ id: 1, kind: 'signal', name: 'x', workflowId: 'w', deadAt: at, attempts: 9 }),
    },
    node: <DeadLetters />,
  },
  {
    acts: ['notifications.retryMail'],
    answers: {
      'notifications.undeliveredMails': pageOf({
        id: 'm',
        to: 'a@b.example',
        state: 'failed',
        template: 'funded',
        attempts: 9,
        at,
        mayRetry: true,
      }),
    },
    node: <UndeliveredMails />,
  },
  {
    acts: ['operations.resolve', 'operations.sendAgain'],
    answers: { 'operations.open': pageOf(operation) },
    node: <OpenOperations />,
  },
  {
    acts: ['operations.decideRefund', 'operations.proposeBankRefund'],
    answers: { 'operations.open': pageOf({ ...operation, kind: 'refund', decidable: true, sendable: false }) },
    node: <OpenOperations />,
  },
  {
    acts: ['payments.allowFees'],
    answers: {
      'operators.feeCaps': pageOf({ orgId: 'o', name: 'Lumen', currency: 'EUR', lost: 9, cap: 10, atCap: false }),
    },
    node: <FeeCaps />,
  },
  {
    acts: ['payments.proposeSuspense'],
    answers: { 'cases.one': aCase({ kind: 'suspense', paymentId: 'p1' }) },
    node: <CaseDialog caseId="c1" onClose={() => undefined} />,
  },
  { acts: ['platform.repairNow'], answers: {}, node: <OperationsPage q="" onSearch={() => undefined} /> },
];

it.each(OFFERS.map((offer) => [offer.acts.join(', '), offer] as const))(
  'offers %s to exactly the roles that may do it',
  async (_, { acts, answers, node }) => {
    for (const role of ROLES) {
      const shown = await buttons({ answers, node }, role);
      expect([role, shown.length], shown.join(', ')).toEqual([role, acts.filter((act) => staffMay(role, act)).length]);
    }
  },
);

it.each(CASE_KINDS)('offers to close a case of the kind %s to exactly the roles that may close it', async (kind) => {
  for (const role of ROLES) {
    const answers = { 'cases.one': aCase({ kind }) };
    const shown = await buttons({ answers, node: <CaseDialog caseId="c1" onClose={() => undefined} /> }, role);
    const moves = kind === 'domain_claimed' && staffMay(role, 'brands.proposeTransfer');
    expect([role, shown.length]).toEqual([role, Number(mayCloseCase(role, kind)) + Number(moves)]);
  }
});

it('offers to mark suspended money as paid by bank only where a decision could not be carried out', async () => {
  vi.stubGlobal('window', { location: { pathname: '/' } });
  const offered = async (details: Record<string, string>) =>
    (
      await markup(
        <DecideSuspense
          row={aCase({ kind: 'suspense', paymentId: 'p1', details }) as never}
          onClose={() => undefined}
        />,
      )
    ).includes('Paid to its owner by bank');
  expect([await offered({}), await offered({ failed: 'charge_not_refundable' })]).toEqual([false, true]);
  vi.unstubAllGlobals();
});

it('the ways to decide about suspended money are one group of radio buttons, with a name', async () => {
  vi.stubGlobal('window', { location: { pathname: '/' } });
  const row = aCase({ kind: 'suspense', paymentId: 'p1', details: { failed: 'charge_not_refundable' } }) as never;
  const html = await markup(<DecideSuspense row={row} onClose={() => undefined} />);
  vi.unstubAllGlobals();
  const group = /<fieldset[^>]*>\s*<legend[^>]*>Decision<\/legend>(.*?)<\/fieldset>/su.exec(html)?.[1] ?? '';
  const radios = [...group.matchAll(/<input[^>]*type="radio"[^>]*>/gu)].map(([input]) => input);
  expect(radios.map((input) => /value="(\w+)"/u.exec(input)?.[1])).toEqual(['return', 'accept', 'paid_by_bank']);
  expect(new Set(radios.map((input) => /name="([^"]+)"/u.exec(input)?.[1])).size).toBe(1);
  expect(radios.map((input) => input.includes(' checked=""'))).toEqual([true, false, false]);
  expect(html.indexOf('<form')).toBeLessThan(html.indexOf('<fieldset'));
});

it('offers to lift the hold of a milestone to exactly the roles that may close its case', async () => {
  const milestone = {
    id: 'm1',
    title: 'Reel',
    amount: 1,
    currency: 'EUR',
    state: 'delivered',
    holds: ['staff_hold'],
    mayHold: false,
    holdCaseId: 'c1',
    dueAt: at,
    deadlineAt: at,
    balances: { held: 1, released: 0, refunded: 0, disputed: 0 },
    workflowUrl: null,
  };
  const deal = {
    parties: [],
    milestones: [milestone],
    movements: [],
    payouts: { items: [], next: null },
    documents: [],
    events: [],
    currency: 'EUR',
    thread: { messages: 0, lastAt: null },
    openCases: 1,
  };
  for (const role of ROLES) {
    const shown = await buttons({ answers: { 'operators.deal': deal }, node: <StaffDealPage contractId="x" /> }, role);
    expect([role, shown.length], shown.join(', ')).toEqual([role, mayCloseCase(role, 'staff_hold') ? 1 : 0]);
  }
});
