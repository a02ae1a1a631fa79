import { CircleCheck, CircleX } from 'lucide-react';
import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sha256Hex } from '../../../server/core/canonical.ts';
import { PublicShell } from '@/components/page/PublicShell.tsx';
import { BRAND_NAME } from '@/lib/brand-name.ts';
import { useErrorText } from '@/lib/error-text.ts';
import { useFormat } from '@/lib/format.ts';
import type { RouterOutputs } from '@/lib/trpc.ts';
import { useCall } from '@/lib/use-call.ts';
import { Alert } from '@/ui/alert.tsx';
import { FileDrop } from '@/ui/file-drop.tsx';

interface Checked {
  file: string;
  sha256: string;
  verdict: RouterOutputs['contracts']['verifyFile'];
}

/** A public check whether a file is a contract signed here; only its hash leaves the browser. */
export function VerifyFilePage() {
  const { t } = useTranslation('contracts');
  const explain = useErrorText();
  const [checked, setChecked] = useState<Checked | null>(null);
  const check = useCall({
    call: async (file: File): Promise<Checked> => {
      const sha256 = await sha256Hex(new Uint8Array(await file.arrayBuffer()));
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
          accept=".pdf,application/pdf"
          prompt={t('verify.choose')}
          onFiles={([file]) => (file ? check.mutate(file) : undefined)}
        />
        <div aria-live="polite" className="mt-6">
          {check.isPending ? <p className="text-sm text-muted-foreground">{t('verify.computing')}</p> : null}
          {check.error ? <Alert tone="problem">{unreadable ? t('verify.failed') : explain(check.error)}</Alert> : null}
          {checked && !check.isPending && !check.error ? <Verdict checked={checked} /> : null}
        </div>
      </div>
    </PublicShell>
  );
}

function Verdict({ checked }: { checked: Checked }) {
  const { t } = useTranslation('contracts');
  const format = useFormat();
  const { verdict, file, sha256 } = checked;
  const rows: [string, React.ReactNode][] = [[t('verify.file'), <bdi key="file">{file}</bdi>]];
  if (verdict.title) rows.push([t('verify.deal'), <bdi key="title">{verdict.title}</bdi>]);
  if (verdict.brandName && verdict.creatorName)
    rows.push([t('verify.parties'), format.list([verdict.brandName, verdict.creatorName])]);
  if (verdict.signedAt) rows.push([t('verify.signed'), format.dateTime(verdict.signedAt)]);
  const Icon = verdict.known ? CircleCheck : CircleX;
  return (
    <section className="rounded-lg border border-border-strong bg-card px-5 py-4.5">
      <h2 className="heading-section flex items-center gap-2">
        <Icon aria-hidden className={verdict.known ? 'size-5 text-released' : 'size-5 text-destructive'} />
        {verdict.known ? t('verify.known') : t('verify.unknown')}
      </h2>
      {verdict.known ? null : <p className="mt-1 text-sm">{t('verify.unknownText')}</p>}
      <dl className="mt-3 grid gap-x-4 text-ui sm:grid-cols-[10rem_1fr] [&>*]:py-1">
        {rows.map(([label, value]) => (
          <Fragment key={label}>
            <dt className="text-muted-foreground">{label}</dt>
            <dd dir="auto">{value}</dd>
          </Fragment>
        ))}
        <dt className="text-muted-foreground">{t('verify.fingerprint')}</dt>
        <dd>
          <bdi dir="ltr" className="font-mono text-xs break-all">
            {sha256}
          </bdi>
        </dd>
      </dl>
    </section>
  );
}
