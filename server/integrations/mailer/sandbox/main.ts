import { FaultPlan } from './faults.ts';
import { createMailboxServer } from './http.ts';
import { createSmtpServer } from './smtp.ts';
import { MailStore } from './store.ts';

const purgeEveryMs = 1000;

function required(name: string): string {
  const value = process.env[name];
  if (!value) {
    process.stderr.write(`The mailbox needs ${name}.\n`);
    process.exit(2);
  }
  return value;
}

const smtpPort = Number(required('SMTP_PORT'));
const httpPort = Number(required('MAILBOX_PORT'));
const store = new MailStore({
  folder: required('MAILBOX_STATE_DIR'),
  capacity: Number(process.env.MAILBOX_CAPACITY ?? 5000),
});
const faults = new FaultPlan();
const smtp = createSmtpServer(store, faults);
const http = createMailboxServer({ store, faults });

smtp.on('error', (error) => process.stderr.write(`smtp: ${error.message}\n`));
await new Promise<void>((resolve, reject) => {
  smtp.server.once('error', reject);
  smtp.listen(smtpPort, '127.0.0.1', resolve);
});
// Last, so that "live" means that mail is accepted too.
await new Promise<void>((resolve, reject) => {
  http.once('error', reject);
  http.listen(httpPort, '127.0.0.1', resolve);
});
const purge = setInterval(() => void store.purgeExpired(), purgeEveryMs);
process.stdout.write(`mailbox: web 127.0.0.1:${httpPort}, smtp 127.0.0.1:${smtpPort}\n`);

function stop(): void {
  clearInterval(purge);
  http.closeAllConnections();
  http.close();
  smtp.close(() => process.exit(0));
  setTimeout(() => process.exit(0), 1500).unref();
}

process.once('SIGTERM', stop);
process.once('SIGINT', stop);
