import { createServer, type Server } from 'node:http';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { DispatcherObserver } from '../server/features/outbox/dispatcher.ts';
import type { MailObserver } from '../server/features/notifications/mail-sender.ts';
import { CURRENCY_CODES } from '../server/core/money.ts';
import type { CheckGauges } from '../server/features/money-check/schema.ts';
import type { Backlog } from '../server/features/platform/queries.ts';

export interface WorkerMetrics {
  registry: Registry;
  outbox: DispatcherObserver;
  mail: MailObserver;
  repaired(count: number): void;
  /** Written from time to time, since a scrape must not reach the database. */
  backlog(now: Backlog): void;
  moneyCheck(now: CheckGauges): void;
}

export function createWorkerMetrics(): WorkerMetrics {
  const registry = new Registry();
  const registers = [registry];
  const delivered = new Counter({
    name: 'sponsio_outbox_delivered_total',
    help: 'Commands handed to Temporal',
    labelNames: ['kind'],
    registers,
  });
  const seconds = new Histogram({
    name: 'sponsio_outbox_delivery_seconds',
    help: 'From taking a command to marking it',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers,
  });
  const retried = new Counter({
    name: 'sponsio_outbox_retried_total',
    help: 'Commands given back for a later try',
    labelNames: ['away'],
    registers,
  });
  const dead = new Counter({
    name: 'sponsio_outbox_dead_total',
    help: 'Commands given up until an operator looks',
    registers,
  });
  const resumed = new Counter({
    name: 'sponsio_outbox_resumed_total',
    help: 'Workflows started again because a signal found them gone',
    registers,
  });
  const repairs = new Counter({
    name: 'sponsio_workflow_repairs_total',
    help: 'Workflows the repair sweep started again; should stay 0',
    registers,
  });
  const mails = new Counter({
    name: 'sponsio_mails_total',
    help: 'Mails by outcome',
    labelNames: ['outcome'],
    registers,
  });
  const waiting = new Gauge({ name: 'sponsio_backlog', help: 'Rows waiting', labelNames: ['queue'], registers });
  const age = new Gauge({
    name: 'sponsio_backlog_oldest_seconds',
    help: 'Age of the oldest waiting row',
    labelNames: ['queue'],
    registers,
  });
  const checkAge = new Gauge({
    name: 'sponsio_money_check_age_seconds',
    help: 'Since the last check of the books that came to a result',
    registers,
  });
  const differences = new Gauge({
    name: 'sponsio_money_check_differences',
    help: 'Lines that the last check of the books found',
    registers,
  });
  const stopped = new Gauge({
    name: 'sponsio_money_out_stopped',
    help: '1 while no money of the currency goes out',
    labelNames: ['currency'],
    registers,
  });
  collectDefaultMetrics({ register: registry, prefix: 'sponsio_worker_' });
  return {
    registry,
    outbox: {
      delivered(kind, took) {
        delivered.inc({ kind });
        seconds.observe(took);
      },
      retried: (away) => retried.inc({ away: String(away) }),
      died: () => dead.inc(),
      resumed: () => resumed.inc(),
    },
    mail: {
      sent: () => mails.inc({ outcome: 'sent' }),
      retried: () => mails.inc({ outcome: 'retried' }),
      failed: () => mails.inc({ outcome: 'failed' }),
      bounced: () => mails.inc({ outcome: 'bounced' }),
    },
    repaired: (count) => repairs.inc(count),
    backlog({ outbox, mails: mail, webhooks, notices }) {
      waiting.set({ queue: 'outbox' }, outbox.waiting);
      waiting.set({ queue: 'outbox_dead' }, outbox.dead);
      waiting.set({ queue: 'mails' }, mail.queued);
      waiting.set({ queue: 'mails_failed' }, mail.failed);
      waiting.set({ queue: 'webhooks' }, webhooks.pending);
      waiting.set({ queue: 'notices' }, notices.open);
      age.set({ queue: 'outbox' }, outbox.oldestSeconds ?? 0);
      age.set({ queue: 'webhooks' }, webhooks.oldestSeconds ?? 0);
    },
    moneyCheck({ ageSeconds, breaches, stopped: currencies }) {
      // Absent until the first result: its absence has an alert of its own, apart from its age.
      if (ageSeconds !== null) checkAge.set(ageSeconds);
      differences.set(breaches);
      for (const currency of CURRENCY_CODES) stopped.set({ currency }, currencies.includes(currency) ? 1 : 0);
    },
  };
}

/** `/livez`: the process answers. `/readyz`: Postgres and Temporal are there and the workers poll. `/metrics`: Prometheus. */
export function serveMetrics({
  host,
  port,
  registry,
  ready,
}: {
  host: string;
  port: number;
  registry: Registry;
  ready(): Promise<boolean>;
}): Promise<Server> {
  const server = createServer((request, response) => {
    const answer = (status: number, type: string, body: string) =>
      response.writeHead(status, { 'content-type': type }).end(body);
    const path = request.url?.split('?')[0];
    if (path === '/livez') answer(200, 'text/plain', 'ok\n');
    else if (path === '/readyz') {
      ready().then(
        (yes) => answer(yes ? 200 : 503, 'text/plain', yes ? 'ready\n' : 'not ready\n'),
        () => answer(503, 'text/plain', 'not ready\n'),
      );
    } else if (path === '/metrics') {
      registry.metrics().then(
        (text) => answer(200, registry.contentType, text),
        () => answer(500, 'text/plain', 'no metrics\n'),
      );
    } else answer(404, 'text/plain', 'not found\n');
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve(server));
  });
}
