/*
 * Verifies a signed event log of a deal, or a signed quote, without network, packages or anything else of this project:
 * Node alone. The form of both: docs/money.md, "The event log of a deal".
 */
import { createHash, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';

const HELP = `npm run verify-log -- FILE [--keys jwks.json]     an event log (.jsonl) or a quote (.json)
npm run verify-log -- --selftest [--logs 1000] [--altered 100]

Recomputes the hash chain of an event log and checks its Ed25519 signature; of a quote, checks the signature. --keys names a saved copy of
/.well-known/jwks.json: the log must be signed by one of its keys. Without it, the key in the log is used and its id is
printed, to be compared with the published one. Ends with 1 at the first line that is wrong.
--selftest makes logs, valid ones and altered ones, and proves that it accepts and refuses them.`;

const FORMAT = 'sponsio.event-log/1';
const QUOTE_FORMAT = 'sponsio.quote/1';
const ZERO_HASH = '0'.repeat(64);
const HASHED = [
  'contractId',
  'seq',
  'type',
  'milestoneId',
  'actorKind',
  'actorName',
  'data',
  'at',
  'held',
  'released',
  'refunded',
  'disputed',
];

/** JSON with sorted keys and without white space. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(',')}}`;
}

const sha256 = (text) => createHash('sha256').update(text).digest('hex');
const thumbprint = ({ x }) =>
  createHash('sha256')
    .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url');

class WrongLine extends Error {
  constructor(line, why) {
    super(`line ${line}: ${why}`);
    this.line = line;
  }
}

function parse(text, line) {
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    throw new WrongLine(line, 'is no JSON');
  }
  // Anything that parsing drops, such as a key given twice, would not be covered by the hash.
  if (typeof value !== 'object' || value === null || canonical(value) !== text)
    throw new WrongLine(line, 'is not in its canonical form');
  return value;
}

const only = (value, names) => Object.keys(value).sort().join() === [...names].sort().join();

/**
 * Throws WrongLine for the first line that is wrong.
 * @param {string} text
 * @param {readonly { kid: string, x: string }[] | null} trusted Keys that may have signed; null: the one in the log.
 */
function verifyLog(text, trusted = null) {
  const lines = text.split('\n');
  if (lines.pop() !== '') throw new WrongLine(lines.length + 1, 'does not end with a line break: the file was cut off');
  const first = parse(lines[0] ?? '', 1);
  if (first.format !== FORMAT) throw new WrongLine(1, `the format is not ${FORMAT}`);
  if (!only(first, ['format', 'contractId', 'currency', 'events'])) throw new WrongLine(1, 'has other fields');
  let previous = ZERO_HASH;
  for (let n = 1; n <= first.events; n += 1) {
    const line = n + 1;
    if (lines[n] === undefined) throw new WrongLine(line, 'is missing');
    const event = parse(lines[n], line);
    if (!only(event, [...HASHED, 'prevHash', 'hash'])) throw new WrongLine(line, 'has other fields');
    if (event.contractId !== first.contractId) throw new WrongLine(line, 'belongs to another deal');
    if (event.seq !== n) throw new WrongLine(line, `has number ${event.seq} instead of ${n}`);
    if (event.prevHash !== previous) throw new WrongLine(line, 'does not follow the event before it');
    const hashed = Object.fromEntries(HASHED.map((name) => [name, event[name]]));
    if (sha256(previous + canonical(hashed)) !== event.hash) throw new WrongLine(line, 'does not match its hash');
    previous = event.hash;
  }
  const lastLine = first.events + 2;
  const last = parse(lines[lastLine - 1] ?? '', lastLine);
  if (!only(last, ['head', 'signedAt', 'key', 'signature'])) throw new WrongLine(lastLine, 'has other fields');
  if (lines.length > lastLine) throw new WrongLine(lastLine + 1, 'comes after the signature');
  if (last.head !== previous) throw new WrongLine(lastLine, 'the head is not the hash of the last event');
  const { signature, ...signed } = last;
  assertSigned(lastLine, { ...first, ...signed }, signature, trusted);
  return {
    contractId: first.contractId,
    events: first.events,
    head: last.head,
    signedAt: last.signedAt,
    kid: last.key.kid,
  };
}

/** Throws WrongLine unless one of the trusted keys, or the one that is named, signed the statement. */
function assertSigned(line, statement, signature, trusted) {
  const key = trusted ? trusted.find(({ x }) => x === statement.key?.x) : statement.key;
  if (!key) throw new WrongLine(line, 'is signed by a key that is not among the given ones');
  if (thumbprint(key) !== statement.key.kid) throw new WrongLine(line, 'the id of the key is not its thumbprint');
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key.x }, format: 'jwk' });
  if (!verify(null, Buffer.from(canonical(statement)), publicKey, Buffer.from(String(signature), 'base64url')))
    throw new WrongLine(line, 'the signature does not match');
}

/** Throws WrongLine when a quote, a file of one line, is not what was signed. */
function verifyQuote(text, trusted = null) {
  const [line = '', ...rest] = text.split('\n');
  if (rest.join('') !== '') throw new WrongLine(2, 'comes after the quote');
  const quote = parse(line, 1);
  if (quote.format !== QUOTE_FORMAT) throw new WrongLine(1, `the format is not ${QUOTE_FORMAT}`);
  const { signature, ...statement } = quote;
  assertSigned(1, statement, signature, trusted);
  const { quoteId, total, currency, expiresAt, key } = statement;
  return { quoteId, total, currency, expiresAt, kid: key.kid };
}

/** Numbers from 0 to below `n`, the same for the same seed. */
function dice(seed) {
  let state = seed;
  return (n) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

function madeLog(roll, { privateKey, publicKey }) {
  const { x } = publicKey.export({ format: 'jwk' });
  const key = { kty: 'OKP', crv: 'Ed25519', x, kid: thumbprint({ x }), use: 'sig', alg: 'EdDSA' };
  const contractId = `deal-${roll(1e9)}`;
  const first = { format: FORMAT, contractId, currency: 'EUR', events: 1 + roll(30) };
  const lines = [first];
  let previous = ZERO_HASH;
  for (let seq = 1; seq <= first.events; seq += 1) {
    const event = {
      contractId,
      seq,
      type: ['funded', 'submitted', 'approved', 'released'][roll(4)],
      milestoneId: roll(4) === 0 ? null : `milestone-${roll(3)}`,
      actorKind: ['brand', 'creator', 'system'][roll(3)],
      actorName: ['Café Lumen', 'Maya', 'يوسف', null][roll(4)],
      data: { amount: roll(1e6), note: ['', 'ж', '"quoted"', '\n'][roll(4)] },
      at: new Date(1.7e12 + seq * 1000).toISOString(),
      held: roll(1e6),
      released: roll(1e6),
      refunded: roll(1e6),
      disputed: 0,
    };
    const hash = sha256(previous + canonical(event));
    lines.push({ ...event, prevHash: previous, hash });
    previous = hash;
  }
  const last = { head: previous, signedAt: new Date(1.8e12).toISOString(), key };
  const signature = sign(null, Buffer.from(canonical({ ...first, ...last })), privateKey).toString('base64url');
  lines.push({ ...last, signature });
  return lines;
}

const textOf = (lines) => `${lines.map(canonical).join('\n')}\n`;

/** One change each, with the line that must be refused first. */
const ALTERATIONS = [
  (lines, at) => [lines.map((line, i) => (i === at ? { ...line, held: line.held + 1 } : line)), at + 1],
  (lines, at) => [lines.map((line, i) => (i === at ? { ...line, actorName: 'Mallory' } : line)), at + 1],
  (lines, at) => [lines.map((line, i) => (i === at ? { ...line, data: { ...line.data, amount: -1 } } : line)), at + 1],
  (lines, at) => [lines.filter((_, i) => i !== at), at + 1],
  (lines, at) => [[...lines.slice(0, at), lines[at], ...lines.slice(at)], at + 2],
  (lines, at) => {
    // The event and its own hash are changed together: the next line does not follow any more.
    const { hash: _, prevHash, ...fields } = { ...lines[at], released: lines[at].released + 1 };
    const changed = { ...fields, prevHash, hash: sha256(prevHash + canonical(fields)) };
    return [lines.map((line, i) => (i === at ? changed : line)), at + 2];
  },
  (lines) => [[...lines.slice(0, -1), { ...lines.at(-1), signedAt: '2030-01-01T00:00:00.000Z' }], lines.length],
  (lines) => [[{ ...lines[0], currency: 'USD' }, ...lines.slice(1)], lines.length],
];

/** A quote that is accepted, and the same with another total or another line, which is not. */
function quotesJudgedWrongly(pair, trusted) {
  const { x } = pair.publicKey.export({ format: 'jwk' });
  const key = { kty: 'OKP', crv: 'Ed25519', x, kid: thumbprint({ x }), use: 'sig', alg: 'EdDSA' };
  const statement = {
    format: QUOTE_FORMAT,
    quoteId: 'q',
    currency: 'EUR',
    total: 63_000,
    lines: [{ price: 60_000 }],
    key,
  };
  const signature = sign(null, Buffer.from(canonical(statement)), pair.privateKey).toString('base64url');
  const refuses = (quote) => {
    try {
      verifyQuote(`${canonical(quote)}\n`, trusted);
      return false;
    } catch {
      return true;
    }
  };
  const quote = { ...statement, signature };
  return [
    !refuses(quote),
    refuses({ ...quote, total: 6_300 }),
    refuses({ ...quote, lines: [{ price: 1 }] }),
    refuses({ ...quote, note: 'more' }),
  ].filter((right) => !right).length;
}

function selftest(logs, altered) {
  const pair = generateKeyPairSync('ed25519');
  const other = generateKeyPairSync('ed25519');
  const { x } = pair.publicKey.export({ format: 'jwk' });
  const trusted = [{ kid: thumbprint({ x }), x }];
  let wrong = 0;
  for (let n = 0; n < logs; n += 1) {
    try {
      verifyLog(textOf(madeLog(dice(n), pair)), trusted);
    } catch (error) {
      wrong += 1;
      console.log(`true log ${n} was refused: ${error.message}`);
    }
  }
  for (let n = 0; n < altered; n += 1) {
    const roll = dice(1_000_000 + n);
    const lines = madeLog(roll, n % 10 === 9 ? other : pair);
    const [changed, line] =
      n % 10 === 9 ? [lines, lines.length] : ALTERATIONS[n % ALTERATIONS.length](lines, 1 + roll(lines.length - 2));
    try {
      verifyLog(textOf(changed), trusted);
      wrong += 1;
      console.log(`altered log ${n} was accepted`);
    } catch (error) {
      if (error.line === line) continue;
      wrong += 1;
      console.log(`altered log ${n} was refused at "${error.message}" instead of line ${line}`);
    }
  }
  const quotes = quotesJudgedWrongly(pair, trusted);
  if (quotes > 0) console.log(`${quotes} quotes were judged wrongly`);
  wrong += quotes;
  console.log(`${logs} true logs and ${altered} altered ones: ${wrong} judged wrongly`);
  return wrong;
}

function main(args) {
  const option = (name, fallback) => (args.includes(name) ? args[args.indexOf(name) + 1] : fallback);
  if (args.length === 0 || args.includes('--help')) {
    console.log(HELP);
    return args.includes('--help') ? 0 : 2;
  }
  if (args.includes('--selftest'))
    return selftest(Number(option('--logs', 1000)), Number(option('--altered', 100))) === 0 ? 0 : 1;
  const keys = option('--keys', null);
  const compare = keys === null ? ' (compare it with /.well-known/jwks.json)' : '';
  try {
    const text = readFileSync(args[0], 'utf8');
    const trusted = keys === null ? null : JSON.parse(readFileSync(keys, 'utf8')).keys;
    if (text.includes(`"format":"${QUOTE_FORMAT}"`)) {
      const quote = verifyQuote(text, trusted);
      console.log(
        `valid: quote ${quote.quoteId} of ${quote.total} ${quote.currency} (minor units), until ${quote.expiresAt}`,
      );
      console.log(`key    ${quote.kid}${compare}`);
      return 0;
    }
    const found = verifyLog(text, trusted);
    console.log(`valid: ${found.events} events of deal ${found.contractId}, signed ${found.signedAt}`);
    console.log(`head   ${found.head}`);
    console.log(`key    ${found.kid}${compare}`);
    return 0;
  } catch (error) {
    console.log(error instanceof WrongLine ? `not valid, ${error.message}` : String(error.message));
    return 1;
  }
}

process.exitCode = main(process.argv.slice(2));
