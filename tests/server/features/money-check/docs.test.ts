import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LOCALES } from '../../../../server/core/locale.ts';
import { isTerminal } from '../../../../server/features/escrow/milestone/rules.ts';
import { MILESTONE_STATES } from '../../../../server/features/escrow/schema.ts';
import { INVARIANTS } from '../../../../server/features/money-check/checker.ts';
import { CHART, POSTING_KINDS } from '../../../../server/features/ledger/rules.ts';
import { WORKFLOWS } from '../../../../workflows/contracts.ts';

const text = readFileSync(new URL('../../../../docs/money.md', import.meta.url), 'utf8');

test('docs/money.md lists every invariant as the checker has it, in its order', () => {
  const lines = text.split('\n').filter((line) => /^\| \d+ \|/.test(line));
  expect(lines).toEqual(INVARIANTS.map((i, n) => `| ${n + 1} | \`${i.name}\` | ${i.statement} | ${i.designNumbers} |`));
});

test('docs/money.md draws every state of a milestone, and says of each that does not end it what it waits for and until when', () => {
  const [, life = ''] = text.split('## The life of a milestone');
  const [drawing = '', rest = ''] = life.slice(life.indexOf('```') + 3).split('```');
  // The answer to a proposal interrupts a state; the drawing shows the steps of the work.
  expect(MILESTONE_STATES.filter((state) => state !== 'cancel_requested' && !drawing.includes(state))).toEqual([]);
  const rows = rest
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .flatMap(([, states = '', waitsFor, until, atZero]) =>
      states.split(', ').map((state) => [state, waitsFor, until, atZero]),
    );
  const waiting = MILESTONE_STATES.filter((state) => !isTerminal(state) && state !== 'proposed');
  expect(waiting.filter((state) => !rows.some(([name, ...cells]) => name === state && cells.every(Boolean)))).toEqual(
    [],
  );
});

test('docs/money.md names every kind of posting and every account', () => {
  for (const kind of POSTING_KINDS) expect(text).toContain(`\`${kind}\``);
  for (const code of Object.keys(CHART)) expect(text).toContain(code);
});

/** Features whose acts move the money of a deal, or decide about it. */
const ABOUT_MONEY = [
  'addenda',
  'approvals',
  'cases',
  'content',
  'contracts',
  'disputes',
  'escrow',
  'fee-schedules',
  'money-check',
  'operations',
  'orgs',
  'payment-methods',
  'payments',
  'payouts',
  'publications',
  'suspensions',
  'tax-profiles',
];
/** They act for a deal in other queues. */
const BESIDE_MONEY = ['cardDispute', 'publicationCheck', 'reconciliation', 'staffApproval', 'taxRequest'];
const source = (path: string): string => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');
const camelCase = (name: string): string => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
/** The mutations of a feature's router. */
const actsOf = (feature: string): string[] =>
  source(`server/features/${feature}/router.ts`)
    .split(/\n {2}(?=\w+: \w+Procedure)/)
    .filter((procedure) => procedure.includes('.mutation('))
    .map((procedure) => `${camelCase(feature)}.${procedure.slice(0, procedure.indexOf(':'))}`);

test('docs/money.md says of every act and every workflow about money how the simulation plays it, or why not', () => {
  const [, section = ''] = text.split('### What it plays');
  const rows = section
    .slice(0, section.indexOf('\n## '))
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|').map((cell) => cell.trim()));
  const listed = rows.flatMap(([, acts = '']) => acts.split(', ').map((act) => act.replaceAll('`', '')));
  const ofMoney = Object.entries(WORKFLOWS).flatMap(([type, { queue }]) => (queue === 'money' ? [type] : []));
  expect(listed.toSorted()).toEqual([...ABOUT_MONEY.flatMap(actsOf), ...ofMoney, ...BESIDE_MONEY].toSorted());
  expect(rows.filter(([, , how = '']) => how === '')).toEqual([]);
  // What the second column names as a command is one.
  const commands = readdirSync(new URL('../../../../scripts/sim', import.meta.url))
    .map((file) => source(`scripts/sim/${file}`))
    .join('\n');
  const named = section.slice(0, section.indexOf('\n## ')).matchAll(/`(\w+)`/g);
  const isCommand = (name: string): boolean => commands.includes(`'${name}'`);
  expect([...named].map(([, name]) => name!).filter((name) => !(name in WORKFLOWS) && !isCommand(name))).toEqual([]);
});

test('every invariant is named in plain words in each language', () => {
  for (const locale of LOCALES) {
    const { promise } = JSON.parse(
      readFileSync(new URL(`../../../../locales/${locale}/platform.json`, import.meta.url), 'utf8'),
    ) as { promise: Record<string, Record<string, string>> };
    expect([
      locale,
      INVARIANTS.map(({ name }) => name).filter((name) => !promise[name.split('.')[0]!]?.[name.split('.')[1]!]),
    ]).toEqual([locale, []]);
  }
});
