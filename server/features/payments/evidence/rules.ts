import { truncated } from '../../../core/text.ts';

/** The evidence is submitted by itself so long before it is due. */
export const SUBMIT_BEFORE_DUE_MS = 6 * 3_600_000;
/** Staff are reminded so many hours before it is due, while they can still have it submitted earlier. */
export const EVIDENCE_REMINDERS_HOURS = [72, 24] as const;
/** Of a field at the provider. https://docs.stripe.com/api/disputes/object#dispute_object-evidence */
export const MAX_FIELD = 19_000;
const MAX_MESSAGE = 300;

/** What is known of a deal, for the bank that decides about a dispute. */
export interface EvidenceFacts {
  dealTitle: string;
  milestoneTitle: string;
  brandName: string;
  creatorName: string;
  amount: string;
  paid: string;
  documentHash: string;
  signedAt: Date | null;
  serviceAt: Date | null;
  signatures: { side: string; name: string; hash: string; ip: string | null; device: string | null; at: Date }[];
  deliveries: { n: number; state: string; at: Date | null; files: { name: string; sha256: string | null }[] }[];
  events: { seq: number; type: string; by: string; at: Date; hash: string }[];
  /** Null: the work has no link. `digest`: of the text that was found live first. */
  post: { url: string; by: string; linkedAt: Date; passedAt: Date | null; digest: string | null } | null;
  /** Of the looks at its page, the newest ones. */
  looks: { at: Date; outcome: string; digest: string | null }[];
  messages: { by: string; body: string; at: Date }[];
}

/** The provider's fields that we fill. */
export interface Evidence {
  customer_name: string;
  product_description: string;
  service_date: string;
  access_activity_log: string;
  uncategorized_text: string;
}

/** Whether staff may send other words than those that the provider refused: it takes them until they are due. */
export const isCorrectable = (
  pack: { state: string; due_at: Date | null; correction: unknown },
  refused: string | null,
  now: Date,
): boolean =>
  pack.state === 'claimed' && refused !== null && pack.correction === null && (!pack.due_at || pack.due_at > now);

const at = (time: Date | null): string => time?.toISOString() ?? '–';

/** Whole lines up to the provider's limit; the last one says how many are left out. */
function fitted(lines: readonly string[]): string {
  const kept: string[] = [];
  let size = 0;
  for (const [i, line] of lines.entries()) {
    if (size + line.length + 1 > MAX_FIELD) {
      kept.push(`(${lines.length - i} more lines)`);
      break;
    }
    kept.push(line);
    size += line.length + 1;
  }
  return kept.join('\n');
}

const signedBy = (f: EvidenceFacts): string[] =>
  f.signatures.map(
    (s) => `${at(s.at)} signed by the ${s.side}: ${s.name}, address ${s.ip ?? '–'}, device ${s.device ?? '–'}`,
  );

const words = (code: string): string => code.replaceAll('_', ' ');

const livePost = ({ post, looks }: EvidenceFacts): string[] =>
  post
    ? [
        'LIVE POST (its public page, looked at by the platform)',
        `${post.url} by ${post.by}, link given ${at(post.linkedAt)}.`,
        ...(post.passedAt ? [`Live since ${at(post.passedAt)}, SHA-256 of its text ${post.digest ?? '–'}.`] : []),
        ...looks.map((look) => `Looked at ${at(look.at)}: ${words(look.outcome)}, SHA-256 ${look.digest ?? '–'}.`),
      ]
    : [];

const ofDeal = (f: EvidenceFacts): string[] => [
  'CONTRACT',
  `Signed by both sides ${at(f.signedAt)}, SHA-256 of the signed text ${f.documentHash}.`,
  'CERTIFICATE',
  ...f.signatures.map((s) => `${s.side}: ${s.name} signed ${s.hash} at ${at(s.at)}.`),
  'DELIVERIES',
  ...f.deliveries.flatMap((d) => [
    `Version ${d.n}, delivered ${at(d.at)}, ${words(d.state)}.`,
    ...d.files.map((file) => `File ${file.name}, SHA-256 ${file.sha256 ?? '–'}.`),
  ]),
  ...livePost(f),
  'HISTORY (each line has the hash of the chain up to it)',
  ...f.events.map((e) => `${e.seq} ${at(e.at)} ${words(e.type)} by ${e.by}, ${e.hash}`),
  'MESSAGES',
  ...f.messages.map((m) => `${at(m.at)} ${m.by}: ${truncated(m.body.replaceAll(/\s+/gu, ' '), MAX_MESSAGE)}`),
];

/**
 * The pack in English, which every card network reads: contract, certificate, hashes, live post, approvals, messages. `more`:
 * the other milestones of a joint charge.
 */
export function writeEvidence(f: EvidenceFacts, ...more: readonly EvidenceFacts[]): Evidence {
  const all = [f, ...more];
  return {
    customer_name: truncated(f.brandName, 500),
    product_description: fitted(
      all.flatMap((one) => [
        `${one.dealTitle}: ${one.milestoneTitle}, creative work by ${one.creatorName} for ${one.brandName}, ${
          one.deliveries.length > 0 ? 'agreed and delivered' : 'agreed'
        } on Sponsio.`,
        // Of suspended money that was accepted, less arrived than was quoted.
        `Price ${one.amount}, charged ${one.paid} including fee and tax, no more than was quoted before the payment.`,
      ]),
    ),
    service_date: f.serviceAt ? at(f.serviceAt).slice(0, 10) : 'not delivered yet',
    access_activity_log: fitted(
      all.flatMap((one) => [...signedBy(one), ...one.events.map((e) => `${at(e.at)} ${words(e.type)} by ${e.by}`)]),
    ),
    uncategorized_text: fitted(
      more.length === 0
        ? ofDeal(f)
        : all.flatMap((one) => [`PAID WITH THIS CHARGE: ${one.dealTitle}, ${one.milestoneTitle}`, ...ofDeal(one)]),
    ),
  };
}
