import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server';
import type { FaultPlan } from './faults.ts';
import type { MailStore } from './store.ts';

const sizeLimitBytes = 25 * 1024 * 1024;

class SmtpRefusal extends Error {
  readonly responseCode: number;

  constructor(responseCode: number, message: string) {
    super(message);
    this.responseCode = responseCode;
  }
}

async function readAll(stream: SMTPServerDataStream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  if (stream.sizeExceeded) throw new SmtpRefusal(552, `Message is larger than ${sizeLimitBytes} bytes`);
  return Buffer.concat(chunks);
}

async function receive(
  stream: SMTPServerDataStream,
  session: SMTPServerSession,
  store: MailStore,
  faults: FaultPlan,
  hangUp: (session: SMTPServerSession) => void,
): Promise<void> {
  const recipients = session.envelope.rcptTo.map((entry) => entry.address);
  const raw = await readAll(stream);
  const fault = faults.take(recipients);
  if (fault?.kind === 'refuse_temporarily') throw new SmtpRefusal(451, 'Requested action aborted, try again later');
  if (fault?.kind === 'refuse_permanently') throw new SmtpRefusal(550, 'Mailbox unavailable');
  if (fault?.kind === 'delay') await pause(fault.delayMs);
  await store.add(raw, { from: session.envelope.mailFrom ? session.envelope.mailFrom.address : '', to: recipients });
  if (fault?.kind === 'hang_up_after_accept') hangUp(session);
}

/** An SMTP server that accepts every mail from this machine and delivers none of them onwards. */
export function createSmtpServer(store: MailStore, faults: FaultPlan): SMTPServer {
  const sockets = new Map<number, Socket>();
  const server = new SMTPServer({
    authOptional: true,
    // A mailbox for this machine only; it has no certificate.
    disabledCommands: ['STARTTLS'],
    onAuth: (auth, _session, callback) => callback(null, { user: auth.username ?? 'anonymous' }),
    allowInsecureAuth: true,
    size: sizeLimitBytes,
    banner: 'Sponsio mailbox',
    disableReverseLookup: true,
    onData(stream, session, callback) {
      receive(stream, session, store, faults, () => sockets.get(session.remotePort)?.destroy()).then(
        () => callback(),
        (error: Error) => callback(error),
      );
    },
  });
  server.server.on('connection', (socket: Socket) => {
    const port = socket.remotePort ?? 0;
    sockets.set(port, socket);
    socket.once('close', () => sockets.delete(port));
  });
  return server;
}
