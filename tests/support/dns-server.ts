import { createSocket } from 'node:dgram';
import type { AddressInfo } from 'node:net';

/** What the server answers for the TXT records of a domain. */
export type DnsBehavior =
  | { records: string[][] }
  | 'none'
  | 'no_domain'
  | 'servfail'
  | 'refused'
  | 'silent'
  /** An answer that is cut off in its header. */
  | 'garbled';

export interface TestDns {
  /** `127.0.0.1:port`. */
  address: string;
  set(domain: string, behavior: DnsBehavior): void;
  /** Names of the questions, in order. */
  questions: string[];
  close(): Promise<void>;
}

const TXT = 16;
const CODES = { servfail: 2, no_domain: 3, refused: 5 } as const;

/** The name of the first question, and where the question ends. */
function questionOf(packet: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let size = packet[at]!; size > 0; size = packet[at]!) {
    labels.push(packet.toString('latin1', at + 1, at + 1 + size));
    at += size + 1;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5 };
}

function answerTo(packet: Buffer, end: number, behavior: DnsBehavior): Buffer {
  const header = Buffer.from(packet.subarray(0, 12));
  const code = typeof behavior === 'string' && behavior in CODES ? CODES[behavior as keyof typeof CODES] : 0;
  header.writeUInt16BE(0x8180 | code, 2);
  const records = typeof behavior === 'object' ? behavior.records : [];
  header.writeUInt16BE(records.length, 6);
  header.writeUInt32BE(0, 8);
  const answers = records.map((pieces) => {
    const data = Buffer.concat(pieces.map((piece) => Buffer.concat([Buffer.from([piece.length]), Buffer.from(piece)])));
    const fixed = Buffer.alloc(12);
    fixed.writeUInt16BE(0xc00c, 0);
    fixed.writeUInt16BE(TXT, 2);
    fixed.writeUInt16BE(1, 4);
    fixed.writeUInt32BE(60, 6);
    fixed.writeUInt16BE(data.length, 10);
    return Buffer.concat([fixed, data]);
  });
  return Buffer.concat([header, packet.subarray(12, end), ...answers]);
}

/** A name server on this machine that misbehaves on command; names that were not set do not exist. */
export async function startTestDns(): Promise<TestDns> {
  const socket = createSocket('udp4');
  const behaviors = new Map<string, DnsBehavior>();
  const questions: string[] = [];
  socket.on('message', (packet, { port, address }) => {
    const { name, end } = questionOf(packet);
    questions.push(name);
    const behavior = behaviors.get(name) ?? 'no_domain';
    if (behavior === 'silent') return;
    const answer = answerTo(packet, end, behavior);
    socket.send(behavior === 'garbled' ? answer.subarray(0, 7) : answer, port, address);
  });
  await new Promise<void>((resolve) => void socket.bind(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${(socket.address() as AddressInfo).port}`,
    set: (domain, behavior) => void behaviors.set(domain, behavior),
    questions,
    close: () => new Promise((resolve) => void socket.close(() => resolve())),
  };
}
