import { createTransport } from 'nodemailer';
import pg from 'pg';
import { SMTPServer } from 'smtp-server';
import { expect, test } from 'vitest';
import { mailFault } from '../../server/features/notifications/mail-fault.ts';
import { createLogger } from '../../server/integrations/create.ts';

const ADDRESS = 'maya.canary+deals@example.org';

function logged(error: unknown): { text: string; err: Record<string, unknown> } {
  const lines: string[] = [];
  createLogger({ LOG_LEVEL: 'info' }, 'api', { write: (line) => void lines.push(line) }).error(
    { err: error },
    'request failed',
  );
  return { text: lines.join(''), err: (JSON.parse(lines[0]!) as { err: Record<string, unknown> }).err };
}

test('a database error leaves its code and constraint in the log, not the row it names', () => {
  const error = Object.assign(
    new pg.DatabaseError('duplicate key value violates unique constraint "user_email_key"', 100, 'error'),
    {
      code: '23505',
      constraint: 'user_email_key',
      table: 'user',
      detail: `Key (email)=(${ADDRESS}) already exists.`,
      where: `row ${ADDRESS}`,
    },
  );
  const { text, err } = logged(error);
  expect(text).not.toContain('maya');
  expect(err).toMatchObject({ type: 'error', code: '23505', constraint: 'user_email_key', table: 'user' });
  expect(Object.keys(err).sort()).toEqual(['code', 'constraint', 'message', 'stack', 'table', 'type']);
});

test('addresses in the words, the stack and the causes of an error are cut out, and nothing else that hangs on it is logged', () => {
  const cause = Object.assign(new Error(`550 <${ADDRESS}> unknown`), { rejected: [ADDRESS], responseCode: 550 });
  const error = Object.assign(new Error(`cannot tell "${ADDRESS}"`, { cause }), { request: { body: ADDRESS } });
  const { text, err } = logged(error);
  expect(text).not.toMatch(/maya|canary|example\.org/);
  expect(err).toMatchObject({
    type: 'Error',
    message: 'cannot tell "<address>"',
    cause: { message: '550 <<address>> unknown', responseCode: 550 },
  });
  expect(String(err['stack'])).toContain('logged-error.test.ts');
  expect(logged(ADDRESS).text).not.toContain('maya');
});

test('an error that collects others is logged with each of them', () => {
  const { text, err } = logged(new AggregateError([new Error(`550 <${ADDRESS}>`), 'refused'], 'two of them failed'));
  expect(text).not.toContain('maya');
  expect(err).toMatchObject({
    type: 'AggregateError',
    message: 'two of them failed',
    errors: [
      { type: 'Error', message: '550 <<address>>' },
      { type: 'string', message: 'refused' },
    ],
  });
});

test('what a mail server says about a recipient is kept as codes alone', async () => {
  const words = `550 5.1.1 <${ADDRESS}>: Recipient address rejected`;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (_address, _session, done) => done(Object.assign(new Error(words.slice(4)), { responseCode: 550 })),
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as { port: number };
  const refusal: unknown = await createTransport({ host: '127.0.0.1', port, ignoreTLS: true })
    .sendMail({ from: 'a@b.example', to: ADDRESS, text: 'x' })
    .catch((error: unknown) => error);
  await new Promise<void>((resolve) => server.close(resolve));
  expect(String(refusal), 'the words of the server').toContain(ADDRESS);
  expect(mailFault(refusal)).toBe('550 5.1.1 EENVELOPE RCPT TO');

  const away: unknown = await createTransport({ host: '127.0.0.1', port, ignoreTLS: true })
    .sendMail({ from: 'a@b.example', to: ADDRESS, text: 'x' })
    .catch((error: unknown) => error);
  expect(mailFault(away)).toBe('ESOCKET CONN ECONNREFUSED');
  expect(mailFault(new TypeError(`no ${ADDRESS}`))).toBe('TypeError');
  expect(mailFault(ADDRESS)).toBe('unknown');
});
