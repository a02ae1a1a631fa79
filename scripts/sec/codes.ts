import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { createPool } from '../../db/client.ts';
import { readRunningInstance } from '../stack/instance.ts';
import { asMaintenance } from '../stack/postgres-roles.ts';
import { account, address, codeTo, measure, type Row, type Target } from './target.ts';

/** Every row of every table as one text. */
async function wholeDatabase(url: string): Promise<string> {
  const pool = createPool(url, { max: 1, statementTimeoutMs: 60_000 });
  try {
    const { rows: tables } = await pool.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'auth')`,
    );
    const texts: string[] = [];
    for (const { name } of tables)
      texts.push(
        ...(await pool.query<{ row: string }>(`select to_jsonb(t)::text as row from ${name} t`)).rows.map((r) => r.row),
      );
    return texts.join('\n');
  } finally {
    await pool.end();
  }
}

async function allHistories(address: string, namespace: string): Promise<{ text: string; count: number }> {
  const connection = await Connection.connect({ address });
  try {
    const client = new Client({ connection, namespace });
    const texts: string[] = [];
    for await (const run of client.workflow.list({ query: `WorkflowType = 'verificationCodeExpiry'` })) {
      const history = await client.workflow.getHandle(run.workflowId).fetchHistory();
      texts.push(
        JSON.stringify([run.workflowId, run.memo, run.searchAttributes, history], (_, value: unknown) =>
          value instanceof Uint8Array
            ? Buffer.from(value).toString('utf8')
            : typeof value === 'bigint'
              ? String(value)
              : value,
        ),
      );
    }
    return { text: texts.join('\n'), count: texts.length };
  } finally {
    await connection.close();
  }
}

const filesBelow = (folder: string): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((f) => f.isFile())
    .map((f) => readFileSync(join(f.parentPath, f.name), 'utf8'))
    .join('\n');
const found = (text: string, words: readonly string[]): number =>
  words.filter((word) => new RegExp(`(?<![\\w.-])${word.replace(/[.+]/g, '\\$&')}(?![\\w-])`).test(text)).length;

async function codes(target: Target, size: number): Promise<Row[]> {
  const since = Date.now();
  const people = [];
  for (let n = 0; n < 4; n += 1) people.push(await account(target, 'codes', n));
  const digits: string[] = [];
  const rows: Row[] = [];
  for (const [n, { email }] of people.entries()) {
    await target.send('/api/request-reset', { body: { email }, from: address(2, n) });
    digits.push(await codeTo(target, email));
  }
  const [first] = people;
  const shots = await Promise.all(
    Array.from({ length: size }, (_, n) =>
      target.send('/api/confirm-reset', {
        body: { email: first!.email, code: digits[0], new_password: `calm-harbour-light-${n}` },
        from: address(2, n),
      }),
    ),
  );
  const won = shots.filter((s) => s.status === 200).length;
  rows.push({
    what: `${size} right submissions at once`,
    bar: '1 success',
    measured: `${won} (${shots.filter((s) => s.status === 429).length} answers of 429)`,
    ok: won === 1,
  });

  const second = people[1]!;
  const wrong = digits[1] === '000000' ? '111111' : '000000';
  for (let n = 0; n < 3; n += 1)
    await target.send('/api/confirm-reset', {
      body: { email: second.email, code: wrong, new_password: 'calm-harbour-light' },
      from: address(2, n),
    });
  const late = await target.send('/api/confirm-reset', {
    body: { email: second.email, code: digits[1], new_password: 'calm-harbour-light' },
  });
  rows.push({
    what: 'the right code after three wrong ones',
    bar: 'refused',
    measured: `${late.status} ${String(late.json?.['code'])}`,
    ok: late.status === 429,
  });

  if (!target.home) return rows;
  const { env } = readRunningInstance(target.home, {});
  const secrets = [...digits, ...people.map((p) => p.email)];
  const stored = found(await wholeDatabase(asMaintenance(env['DATABASE_OWNER_URL'] ?? '')), digits);
  rows.push({ what: `${digits.length} codes in the database`, bar: '0', measured: String(stored), ok: stored === 0 });
  const logged = found(filesBelow(join(target.home, 'logs')), secrets);
  rows.push({ what: 'codes and addresses in the logs', bar: '0', measured: String(logged), ok: logged === 0 });
  const histories = await allHistories(env['TEMPORAL_ADDRESS'] ?? '', env['TEMPORAL_NAMESPACE'] ?? 'default');
  const matches = found(histories.text, secrets);
  rows.push({
    what: `codes and addresses in ${histories.count} Temporal histories`,
    bar: '0 in at least 4',
    measured: String(matches),
    ok: matches === 0 && histories.count >= 4,
  });

  console.log('Waiting for the last code to be ten minutes old …');
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, since + 60_000 * 10 + 30_000 - Date.now())));
  const left = found(filesBelow(join(target.home, 'mailbox')), digits);
  rows.push({ what: 'codes in the mailbox after they expired', bar: '0', measured: String(left), ok: left === 0 });
  const expired = await target.send('/api/confirm-reset', {
    body: { email: people[2]!.email, code: digits[2], new_password: 'calm-harbour-light' },
  });
  rows.push({
    what: 'a right code after ten minutes',
    bar: 'refused as too old',
    measured: `${expired.status} ${String(expired.json?.['code'])}`,
    ok: expired.json?.['code'] === 'auth.code_expired',
  });
  return rows;
}

await measure(
  'sec:codes',
  'npm run sec:codes: uses codes from the mailbox at once and wrongly, looks for them everywhere, and waits out their ten minutes.',
  100,
  codes,
);
