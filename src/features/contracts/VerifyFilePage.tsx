import { CircleCheck, CircleX } from 'lucide-react';
import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sha256Hex } from '../../../server/core/canonical.ts';
import { PublicShell } from '@/components/page/PublicShell.tsx';
import { BRAND_NAME } from '@/lib/brand-name.ts';
import { useErrorText } from '@/lib/error-text.ts';
import { useFormat } from '@/lib/format.ts';
import type { LogVerdict } from '@/features/contracts/event-log.ts';
import type { QuoteVerdict } from '@/features/contracts/signed-quote.ts';
import type { RouterOutputs } from '@/lib/trpc.ts';
import { useCall } from '@/lib/use-call.ts';
import { Alert } from '@/ui/alert.tsx';
import { FileDrop } from '@/ui/file-drop.tsx';

type Checked = { file: string; sha256: string } & (
  | { log: LogVerdict }
  | { quote: QuoteVerdict }
  | { verdict: RouterOutputs['contracts']['verifyFile'] }
);

/** Longer files are no event log. */
const MAX_LOG_BYTES = 20_000_000;

/** Longer files are no quote. */
const MAX_QUOTE_BYTES = 100_000;

async function quoteIn(file: File): Promise<QuoteVerdict | null> {
  if (!/\.json$/iu.test(file.name) || file.size > MAX_QUOTE_BYTES) return null;
  const { isQuote, verifyQuote } = await import('@/features/contracts/signed-quote.ts');
  const text = await file.text();
  return isQuote(text) ? verifyQuote(text) : null;
}

async function logIn(file: File): Promise<LogVerdict | null> {
  if (!/\.jsonl$/iu.test(file.name) || file.size > MAX_LOG_BYTES) return null;
  const { isEventLog, verifyEventLog } = await import('@/features/contracts/event-log.ts');
  const text = await file.text();
  return isEventLog(text) ? verifyEventLog(text) : null;
}

/**
 * A public check whether a file is a contract, an addendum or a receipt of this platform, of which only the hash leaves the
 * browser, or an event log or a quote, which is checked in the browser alone.
 */
export function VerifyFilePage() {
  const { t } = useTranslation('contracts');
  const explain = useErrorText();
  const [checked, setChecked] = useState<Checked | null>(null);
  const check = useCall({
    call: async (file: File): Promise<Checked> => {
      const sha256 = await sha256Hex(new Uint8Array(await file.arrayBuffer()));
      const log = await logIn(file);
      if (log) return { file: file.name, sha256, log };
      const quote = await quoteIn(file);
      if (quote) return { file: file.name, sha256, quote };
      return {
        file: file.name,
        sha256,
        verdict: await (await import('@/lib/trpc.ts')).trpcClient.contracts.verifyFile.query({ sha256 }),
      };
    },
    onSuccess: setChecked,
  });
  const unreadable = check.error instanceof DOMException;
  return (
    <PublicShell>
      <title>{`${t('verify.title')} · ${BRAND_NAME}`}</title>
      <div className="max-w-form py-10 md:py-16">
        <h1 className="heading-page">{t('verify.title')}</h1>
        <p className="mt-1 mb-6 text-muted-foreground">{t('verify.text')}</p>
        <FileDrop
          accept=".pdf,application/pdf,.jsonl,.json"
          prompt={t('verify.choose')}
          onFiles={([file]) => (file ? check.mutate(file) : undefined)}
        />
        <div aria-live="polite" className="mt-6">
          {check.isPending ? <p className="text-sm text-muted-foreground">{t('verify.computing')}</p> : null}
          {check.error ? <Alert tone="problem">{unreadable ? t('verify.failed') : explain(check.error)}</Alert> : null}
          {checked && !check.isPending && !check.error ? <Result checked={checked} /> : null}
        </div>
      </div>
    </PublicShell>
  );
}

function Result({ checked }: { checked: Checked }) {
  const { t } = useTranslation('contracts');
  const format = useFormat();
  if ('log' in checked) {
    const { log } = checked;
    if (log.kind === 'wrong')
      return (
        <Verdict
          holds={false}
          title={t('verify.logWrong')}
          text={t('verify.logLine', { line: log.line })}
          {...checked}
        />
      );
    const rows: [string, React.ReactNode][] = [
      [t('verify.logEvents'), format.number(log.events)],
      ...(log.kind === 'valid' ? [[t('verify.logSigned'), format.dateTime(log.signedAt)] as [string, string]] : []),
      [t('verify.logHead'), <Fingerprint key="head">{log.head}</Fingerprint>],
    ];
    return log.kind === 'valid' ? (
      <Verdict holds title={t('verify.logKnown')} rows={rows} {...checked} />
    ) : (
      <Verdict
        holds={false}
        title={t('verify.logUnsigned')}
        text={t('verify.logUnsignedText')}
        rows={rows}
        {...checked}
      />
    );
  }
  const rows: [string, React.ReactNode][] = [];
  if ('quote' in checked) {
    const { quote } = checked;
    if (quote.kind === 'wrong')
      return <Verdict holds={false} title={t('verify.quoteWrong')} text={t('verify.unknownText')} {...checked} />;
    rows.push(
      [t('verify.quoteTotal'), format.money({ amount: quote.total, currency: quote.currency })],
      [t('verify.quoteMilestones'), format.number(quote.milestones)],
      [t('verify.quoteUntil'), format.dateTime(quote.expiresAt)],
    );
    return quote.kind === 'valid' ? (
      <Verdict holds title={t('verify.quoteKnown')} rows={rows} {...checked} />
    ) : (
      <Verdict
        holds={false}
        title={t('verify.quoteUnsigned')}
        text={t('verify.logUnsignedText')}
        rows={rows}
        {...checked}
      />
    );
  }
  const { verdict } = checked;
  if (verdict.document) {
    const { document } = verdict;
    rows.push(
      [
        t('verify.documentNumber'),
        <bdi key="number" dir="ltr">
          {document.number}
        </bdi>,
      ],
      ...(document.issuer
        ? [[t('verify.issuer'), <bdi key="issuer">{document.issuer}</bdi>] as [string, React.ReactNode]]
        : []),
      [t('verify.amount'), format.money(document)],
      [t('verify.issued'), format.dateTime(document.issuedAt)],
    );
    return <Verdict holds title={t(`verify.issuedAs.${document.kind}`)} rows={rows} {...checked} />;
  }
  if (verdict.addendum) rows.push([t('verify.number'), format.number(verdict.addendum)]);
  if (verdict.title) rows.push([t('verify.deal'), <bdi key="title">{verdict.title}</bdi>]);
  if (verdict.brandName && verdict.creatorName)
    rows.push([t('verify.parties'), format.list([verdict.brandName, verdict.creatorName])]);
  if (verdict.signedAt) rows.push([t('verify.signed'), format.dateTime(verdict.signedAt)]);
  return verdict.known ? (
    <Verdict holds title={t(verdict.addendum ? 'verify.addendum' : 'verify.known')} rows={rows} {...checked} />
  ) : (
    <Verdict
      holds={false}
      title={t('verify.unknown')}
      text={t('verify.unknownText')}
      note={t('verify.notChecked')}
      rows={rows}
      {...checked}
    />
  );
}

interface VerdictProps {
  holds: boolean;
  title: string;
  text?: string;
  /** Below the text, quieter. */
  note?: string;
  rows?: readonly [string, React.ReactNode][];
  file: string;
  sha256: string;
}

function Verdict({ holds, title, text, note, rows = [], file, sha256 }: VerdictProps) {
  const { t } = useTranslation('contracts');
  const Icon = holds ? CircleCheck : CircleX;
  const shown: readonly [string, React.ReactNode][] = [
    [t('verify.file'), <bdi key="file">{file}</bdi>],
    ...rows,
    [t('verify.fingerprint'), <Fingerprint key="fingerprint">{sha256}</Fingerprint>],
  ];
  return (
    <section className="rounded-lg border border-border-strong bg-card px-5 py-4.5">
      <h2 className="heading-section flex items-center gap-2">
        <Icon aria-hidden className={holds ? 'size-5 text-released' : 'size-5 text-destructive'} />
        {title}
      </h2>
      {text ? <p className="mt-1 text-sm">{text}</p> : null}
      {note ? <p className="mt-1 text-sm text-muted-foreground">{note}</p> : null}
      <dl className="mt-3 grid gap-x-4 text-ui sm:grid-cols-[10rem_1fr] [&>*]:py-1">
        {shown.map(([label, value]) => (
          <Fragment key={label}>
            <dt className="text-muted-foreground">{label}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </Fragment>
        ))}
      </dl>
    </section>
  );
}

const Fingerprint = ({ children }: { children: string }) => (
  <bdi dir="ltr" className="font-mono text-xs break-all">
    {children}
  </bdi>
);
